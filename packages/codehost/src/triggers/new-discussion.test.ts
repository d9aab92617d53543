import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { newDiscussion } from "./new-discussion.ts"

const match = alteredMatch(newDiscussion, "new-discussion")

it("fires when a discussion is opened", () => {
  for (const action of ["edited", "answered", "labeled", "transferred", "category_changed"]) {
    expect(match({ action })).toEqual([])
  }
})

it("is filtered by category", () => {
  expect(newDiscussion.accepts({ discussion_category: "Q&A" }, match()[0])).toBe("The category is General, not Q&A.")
})

it("mentions the account in its title or its text", () => {
  const mentionsMe = (discussion: object) => match({ discussion })[0].data.mentions_me
  expect(mentionsMe({ title: "For @grace" })).toBe(true)
  expect(mentionsMe({ body: "Look, @grace" })).toBe(true)
  expect(mentionsMe({ title: "For grace" })).toBe(false)
})
