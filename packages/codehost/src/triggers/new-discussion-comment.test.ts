import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { newDiscussionComment } from "./new-discussion-comment.ts"

const match = alteredMatch(newDiscussionComment, "new-discussion-comment")

it("says whether it is a reply", () => {
  expect(match()[0].data.reply).toBe(true)
  expect(match({ comment: { parent_id: null } })[0].data.reply).toBe(false)
})

it("does not fire for an edited or deleted comment", () => {
  for (const action of ["edited", "deleted"]) expect(match({ action })).toEqual([])
})
