import { expect, it } from "vitest"

import { alteredMatch, grace } from "../../tests/events.ts"
import { newRepository } from "./new-repository.ts"

const match = alteredMatch(newRepository, "new-repository")

it("does not fire for a repository that was renamed, moved or made public", () => {
  for (const action of ["renamed", "transferred", "publicized", "edited", "deleted"])
    expect(match({ action })).toEqual([])
})

it("comes by an organization's webhook; the account's own repositories only by poll", () => {
  const ways = (target: object) => newRepository.ways(target, grace).map(({ via }) => via)
  expect(ways({ org: "acme" })).toEqual(["orgWebhook", "poll"])
  expect(ways({})).toEqual(["poll"])
  expect(newRepository.place({ org: "Acme" })).toBe("orgs/acme")
})
