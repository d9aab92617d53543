/** A change has the same id in a webhook event and in the list of issue events, so that it is reported once. */
import { expect, it } from "vitest"

import { changeId, changeInHistory, changeOf } from "./changes.ts"

const AT = "2026-01-07T09:00:00Z"
const label = { name: "bug" }
const assignee = { id: 1, login: "ada" }
const milestone = { number: 1, title: "v1" }

const inHistory = (event: string, details: object = {}) => changeInHistory({ id: 1, event, created_at: AT, ...details })
const inEvent = (action: string, details: object = {}) => changeOf(action, details)

it.each([
  ["labeled", { label }, "labels", "7 labeled bug"],
  ["unlabeled", { label }, "labels", "7 unlabeled bug"],
  ["assigned", { assignee }, "assignees", "7 assigned ada"],
  ["unassigned", { assignee }, "assignees", "7 unassigned ada"],
  ["milestoned", { milestone }, "milestone", "7 milestoned v1"],
  ["demilestoned", { milestone }, "milestone", "7 demilestoned v1"],
  ["closed", {}, "status", "7 closed"],
  ["reopened", {}, "status", "7 reopened"],
  ["ready_for_review", {}, "status", "7 ready_for_review"]
])("%s is one change", (action, details, kind, id) => {
  for (const change of [inHistory(action, details), inEvent(action, details)]) {
    expect(change).toMatchObject({ action, changed: [kind] })
    expect(change && changeId(7, change, AT)).toBe(`${id} ${Date.parse(AT) / 1000}`)
  }
})

it.each([
  ["convert_to_draft", {}, "converted_to_draft", {}],
  ["renamed", { rename: { from: "Old", to: "New" } }, "edited", { changes: { title: { from: "Old" } } }]
])("%s of the list is %s of an event", (event, details, action, payload) => {
  expect(inHistory(event, details)).toEqual(inEvent(action, payload))
  expect(inHistory(event, details)).toMatchObject({ action })
})

it.each(["title", "body", "base"])("an edited %s is a change", (part) => {
  expect(inEvent("edited", { changes: { [part]: { from: "x" } } })).toMatchObject({ changed: [part] })
})

it.each(["mentioned", "referenced", "merged", "locked", "review_requested", "head_ref_force_pushed", "constructor"])(
  "%s is none",
  (event) => {
    expect(inHistory(event)).toBeUndefined()
    expect(inEvent(event)).toBeUndefined()
  }
)
