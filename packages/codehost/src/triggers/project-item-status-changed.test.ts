import { expect, it } from "vitest"

import { alteredMatch, grace } from "../../tests/events.ts"
import { projectItemStatusChanged } from "./project-item-status-changed.ts"

const match = alteredMatch(projectItemStatusChanged, "project-item-status-changed")

const changed = (field_value: object) => match({ changes: { field_value } })

it("fires only for the field Status", () => {
  expect(changed({ field_name: "Priority" })).toEqual([])
  expect(changed({ field_type: "iteration" })).toEqual([])
  for (const action of ["created", "archived", "reordered"]) expect(match({ action })).toEqual([])
})

it("fires for older payloads, which do not name the field", () => {
  expect(changed({ field_name: null })).toHaveLength(1)
})

it("names both statuses, or leaves out a missing one", () => {
  expect(changed({ from: null })[0].data).not.toHaveProperty("from")
  expect(changed({ to: null })[0].data).toMatchObject({ from: "Todo" })
  expect(changed({ to: null })[0].data).not.toHaveProperty("to")
})

it("has the project as its place, and its webhook at the organization", () => {
  const target = { owner: "Acme", project_number: 4 }
  expect(projectItemStatusChanged.place(target)).toBe("orgs/acme/projectsv2/4")
  expect(projectItemStatusChanged.ways(target, grace)).toMatchObject([{ place: "orgs/acme" }, { via: "poll" }])
  const user = { owner: "grace", owner_type: "user", project_number: 4 }
  expect(projectItemStatusChanged.ways(user, grace).map(({ via }) => via)).toEqual(["poll"])
})
