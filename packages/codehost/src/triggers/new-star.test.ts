import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { newStar } from "./new-star.ts"

const match = alteredMatch(newStar, "new-star")

it("does not fire if a star is removed", () => {
  expect(match({ action: "deleted", starred_at: null })).toEqual([])
})

it("is a new occurrence if the repository is starred again", () => {
  const [first, again] = [match()[0], match({ starred_at: "2026-01-07T09:00:01Z" })[0]]
  expect(again.key).not.toBe(first.key)
  expect(match({ action: "deleted" })).toEqual([])
})
