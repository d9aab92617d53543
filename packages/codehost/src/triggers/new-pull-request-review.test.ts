import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
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

it("says why an outcome is filtered out", () => {
  expect(newPullRequestReview.accepts({ outcome: ["changes_requested", "commented"] }, match()[0])).toBe(
    "The outcome is approved, not changes_requested, commented."
  )
})
