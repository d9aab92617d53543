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

it("has the permission by the name of its role, if the event has both", () => {
  const changes = { permission: { to: "write" }, role_name: { to: "maintain" } }
  expect(match({ changes })[0].data.permission).toBe("maintain")
})

it("says that a user who is added again does not count, because the key is the same", () => {
  const [first, again] = [match()[0], match({ repository: { updated_at: "2026-02-07T09:00:00Z" } })[0]]
  expect([again.key, again.at]).toEqual([first.key, "2026-02-07T09:00:00Z"])
  expect(newCollaborator.description).toContain("removed and added again does not count")
})
