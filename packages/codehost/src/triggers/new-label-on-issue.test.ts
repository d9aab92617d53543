import { expect, it } from "vitest"

import { alteredMatch, exampleOf, matched } from "../../tests/events.ts"
import { newLabelOnIssue } from "./new-label-on-issue.ts"

const match = alteredMatch(newLabelOnIssue, "new-label-on-issue")

it("fires only for issues, not for the repository's list of labels", () => {
  const { body } = exampleOf("new-label-on-issue")
  expect(matched(newLabelOnIssue, "label", { ...body, action: "created" })).toEqual([])
  expect(matched(newLabelOnIssue, "pull_request", { ...body, pull_request: body.issue })).toEqual([])
  expect(match({ action: "unlabeled" })).toEqual([])
})

it("is one event for each label, also in one second", () => {
  expect(match({ label: { name: "docs" } })[0].key).not.toBe(match()[0].key)
})

it("is filtered by the label that was applied, not by earlier ones", () => {
  const [occurrence] = match({ label: { name: "docs" } })
  expect(newLabelOnIssue.accepts({ label: "bug" }, occurrence)).toBe("The label is docs, not bug.")
})
