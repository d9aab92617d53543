import { expect, it } from "vitest"

import { altered, alteredMatch, exampleOf, grace } from "../../tests/events.ts"
import { newPullRequestReview } from "./new-pull-request-review.ts"

const match = alteredMatch(newPullRequestReview, "new-pull-request-review")

it.each(["approved", "changes_requested", "commented"])("fires with the review's outcome: %s", (state) => {
  expect(match({ review: { state } })[0].data.outcome).toBe(state)
  expect(match({ review: { state: state.toUpperCase() } })[0].data.outcome).toBe(state)
})

it("does not fire for a review that is edited, dismissed or not yet submitted", () => {
  for (const action of ["edited", "dismissed"]) expect(match({ action })).toEqual([])
  expect(match({ review: { submitted_at: null } })).toEqual([])
})

it("has the event's arrival as its time if the review has none", () => {
  const { name, body } = exampleOf("new-pull-request-review")
  const event = { name, body: altered(body, { review: { submitted_at: null } }), receivedAt: "2026-01-07T09:00:00Z" }
  expect(newPullRequestReview.match(event, grace)).toMatchObject([{ at: "2026-01-07T09:00:00Z" }])
})

it("says why an outcome is filtered out", () => {
  expect(newPullRequestReview.accepts({ outcome: ["changes_requested", "commented"] }, match()[0])).toBe(
    "The outcome is approved, not changes_requested, commented."
  )
})
