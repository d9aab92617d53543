import { expect, it } from "vitest"

import { reviewersOf } from "./reviewers.ts"

const SECOND = "2026-01-01T00:00:00Z"
const review = (id: number, state: string, submitted_at: string | undefined = SECOND) => ({
  id,
  state,
  submitted_at,
  user: { id: 1, login: "ana" }
})

it.each([
  [
    "the later of two in one second counts",
    [review(2, "APPROVED"), review(1, "CHANGES_REQUESTED")],
    ["approved", "approved"]
  ],
  ["a comment takes no verdict back", [review(1, "APPROVED"), review(2, "COMMENTED")], ["approved", "commented"]],
  [
    "one that is not submitted does not count",
    [review(1, "APPROVED"), review(2, "PENDING", undefined)],
    ["approved", "approved"]
  ]
])("of the reviews of a user, %s", (_, reviews, states) => {
  const [reviewer] = reviewersOf({ users: [], teams: [] }, reviews)
  expect([reviewer?.state, reviewer?.last_review_state]).toEqual(states)
})
