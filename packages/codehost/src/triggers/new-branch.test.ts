import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { newBranch } from "./new-branch.ts"

const match = alteredMatch(newBranch, "new-branch")

it("keeps its slashes, and is not a tag", () => {
  expect(match()[0].data).toMatchObject({ branch: "feature/oil/fast" })
  expect(match({ ref_type: "tag" })).toEqual([])
})

it("is a new occurrence if it was deleted and is created again", () => {
  const [again] = match({ repository: { pushed_at: "2026-01-07T09:05:00Z" } })
  expect(again.key).not.toBe(match()[0].key)
})

it("is filtered by a pattern: one star stays within a path segment, two do not", () => {
  const accepts = (branch: string) => newBranch.accepts({ branch }, match()[0]) === true
  expect([accepts("feature/*"), accepts("feature/**"), accepts("FEATURE/oil/*"), accepts("feature.oil.*")]).toEqual([
    false,
    true,
    true,
    false
  ])
})

it("does not fire for a temporary branch of a merge queue", () => {
  expect(match({ ref: "gh-readonly-queue/main/pr-1-abc" })).toEqual([])
})
