import { expect, it } from "vitest"

import { alteredMatch, exampleOf, grace } from "../../tests/events.ts"
import { newCollaborator } from "./new-collaborator.ts"

const match = alteredMatch(newCollaborator, "new-collaborator")

it("fires when somebody is added, not when they change or leave", () => {
  for (const action of ["edited", "removed"]) expect(match({ action })).toEqual([])
})

it("has the event's arrival as its time, because the service sends none", () => {
  const { name, body } = exampleOf("new-collaborator")
  expect(newCollaborator.match({ name, body, receivedAt: "2026-01-07T09:00:00Z" }, grace)).toMatchObject([
    { at: "2026-01-07T09:00:00Z", data: { username: "linus", permission: "write" } }
  ])
})
