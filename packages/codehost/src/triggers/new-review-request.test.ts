import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { newReviewRequest } from "./new-review-request.ts"

const match = alteredMatch(newReviewRequest, "new-review-request")

it("is one event for each user and team, and for each time", () => {
  const team = { requested_reviewer: null, requested_team: { id: 3, slug: "core", name: "Core" } }
  const [first, other, asked] = [
    match()[0],
    match({ requested_reviewer: { login: "linus", id: 13 } })[0],
    match(team)[0]
  ]
  expect(asked.data).toMatchObject({ reviewer: "core", reviewer_type: "team", requests_me: false })
  const [again] = match({ pull_request: { updated_at: "2026-01-08T09:00:00Z" } })
  expect(new Set([first, other, asked, again].map(({ key }) => key)).size).toBe(4)
})

it("says whether the account is asked, in any letter case of its name", () => {
  expect(match({}, { login: "Grace", scopes: [] })[0].data.requests_me).toBe(true)
  expect(match({}, { login: "grac", scopes: [] })[0].data.requests_me).toBe(false)
  const team = { requested_reviewer: null, requested_team: { id: 3, slug: "grace", name: "Grace" } }
  expect(match(team)[0].data.requests_me).toBe(false)
})

it("does not fire for a withdrawn request", () => {
  expect(match({ action: "review_request_removed" })).toEqual([])
})
