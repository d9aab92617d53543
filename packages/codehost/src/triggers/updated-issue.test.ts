import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { updatedIssue } from "./updated-issue.ts"

const match = alteredMatch(updatedIssue, "updated-issue")

const keys = (...changes: ReadonlyArray<object>) =>
  new Set(changes.flatMap((change) => match(change).map(({ key }) => key)))

it("reports every change of title, body, labels, assignees and status", () => {
  const change = (more: object) => match(more)[0].data
  expect(change({ action: "edited", changes: { title: { from: "Old" } } })).toMatchObject({
    changed: ["title"],
    previous_title: "Old"
  })
  expect(change({ action: "edited", changes: { body: { from: "" } } })).toMatchObject({ changed: ["body"] })
  expect(change({ action: "unlabeled", label: { name: "bug" } })).toMatchObject({ changed: ["labels"], label: "bug" })
  expect(change({ action: "assigned", assignee: { login: "ada", id: 11 } })).toMatchObject({ assignee: "ada" })
  expect(change({ action: "unassigned", assignee: { login: "ada", id: 11 } })).toMatchObject({ changed: ["assignees"] })
  expect(change({ action: "reopened" })).toMatchObject({ action: "reopened", changed: ["status"] })
})

it("does not fire for opening, deletion, pin or lock", () => {
  for (const action of ["opened", "deleted", "pinned", "locked", "transferred"]) expect(match({ action })).toEqual([])
})

it("reports a milestone only if the filter asks for it", () => {
  const [occurrence] = match({ action: "milestoned", milestone: { number: 1, title: "v1" } })
  expect(updatedIssue.accepts({}, occurrence)).toMatch(/reported only if the filter changed names milestone/)
  expect(updatedIssue.accepts({ changed: "milestone" }, occurrence)).toBe(true)
  expect(updatedIssue.accepts({ changed: ["title", "milestone"] }, occurrence)).toBe(true)
  expect(updatedIssue.accepts({ action: "milestoned" }, occurrence)).toBe(true)
})

it("has a different id for a different issue, label, change or second", () => {
  const labeled = { action: "labeled", label: { name: "bug" } }
  expect(
    keys(
      {},
      { issue: { id: 9009 } },
      { action: "reopened" },
      labeled,
      { action: "labeled", label: { name: "docs" } },
      { ...labeled, issue: { updated_at: "2026-01-07T09:00:01Z" } }
    ).size
  ).toBe(6)
  expect(keys(labeled, { ...labeled, sender: { login: "linus" } }).size).toBe(1)
})
