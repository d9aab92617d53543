import { expect, it } from "vitest"

import { alteredMatch, grace } from "../../tests/events.ts"
import { newCardInColumn } from "./new-card-in-column.ts"

const match = alteredMatch(newCardInColumn, "new-card-in-column")

it("is retired at the public service, and names its replacement", () => {
  const target = { owner: "acme", repo: "widgets", column_id: 367 }
  expect(newCardInColumn.ways(target, { ...grace, edition: "public" })).toEqual([
    { via: "retired", since: "2024-05-23", use: "codehost_project_item_status_changed" }
  ])
  const old = newCardInColumn.ways(target, { ...grace, edition: "enterprise-server@3.8.2" })
  expect(old.map(({ via }) => via)).toEqual(["webhook", "orgWebhook", "poll"])
})

it("is a card that is created or comes from another column, not one that moves within its column", () => {
  expect(match()).toMatchObject([{ data: { column_id: 367, from_column_id: 366 } }])
  expect(match({ changes: null })).toEqual([])
  expect(match({ action: "created", changes: null })).toHaveLength(1)
  for (const action of ["edited", "deleted", "converted"]) expect(match({ action })).toEqual([])
})

it("has its column as its place", () => {
  expect(newCardInColumn.place({ owner: "acme", column_id: 367 })).toBe("projects/columns/367")
})
