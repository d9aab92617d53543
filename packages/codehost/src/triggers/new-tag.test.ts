import { expect, it } from "vitest"

import { alteredMatch, exampleOf, matched } from "../../tests/events.ts"
import { newTag } from "./new-tag.ts"

const match = alteredMatch(newTag, "new-tag")

const created = {
  ref: "v1.2",
  ref_type: "tag",
  repository: exampleOf("new-tag").body.repository,
  sender: exampleOf("new-tag").body.sender
}

it("is one occurrence, whichever of the two events comes first; the commit is that of the push", () => {
  const [pushed] = match()
  const [told] = matched(newTag, "create", created)
  expect(told.key).toBe(pushed.key)
  expect(pushed.data).toMatchObject({ tag: "v1.2", sha: "d".repeat(40) })
  expect(told.data).not.toHaveProperty("sha")
})

it("does not fire for a branch, or for a tag that is moved or deleted", () => {
  expect(match({ ref: "refs/heads/v1.2" })).toEqual([])
  expect(match({ created: false })).toEqual([])
  expect(match({ created: false, deleted: true, after: "0".repeat(40) })).toEqual([])
  expect(matched(newTag, "create", { ...created, ref_type: "branch" })).toEqual([])
})

it("keeps the slashes of its name", () => {
  expect(match({ ref: "refs/tags/tools/v1" })).toMatchObject([{ data: { tag: "tools/v1" } }])
})
