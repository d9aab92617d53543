import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { newRelease } from "./new-release.ts"

const match = alteredMatch(newRelease, "new-release")

it("says whether it is a pre-release", () => {
  expect(match()[0].data.prerelease).toBe(true)
  expect(newRelease.accepts({ prerelease: false }, match()[0])).toBe("It is a pre-release.")
})

it("fires once: for `published`, not for the actions that come with it", () => {
  for (const action of ["created", "released", "prereleased", "edited", "unpublished"]) {
    expect(match({ action })).toEqual([])
  }
})
