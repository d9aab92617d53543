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

it("happens when it is published, not when its draft was created", () => {
  const release = { created_at: "2025-01-01T00:00:00Z", published_at: "2026-01-08T09:00:00Z" }
  expect(match({ release })).toMatchObject([{ at: "2026-01-08T09:00:00Z" }])
})

it("names who published it, who need not have drafted it", () => {
  const release = { author: { login: "ada" } }
  expect(match({ release, sender: { login: "agent" } })[0].actor).toBe("agent")
  expect(match({ release, sender: null })[0].actor).toBe("ada")
})
