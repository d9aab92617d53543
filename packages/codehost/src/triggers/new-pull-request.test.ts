import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { newPullRequest } from "./new-pull-request.ts"

const match = alteredMatch(newPullRequest, "new-pull-request")

it("fires when a draft is opened and when it becomes ready: one event each", () => {
  const draft = match({ pull_request: { draft: true } })
  const ready = match({ action: "ready_for_review", pull_request: { updated_at: "2026-01-08T09:00:00Z" } })
  expect(draft).toMatchObject([{ data: { action: "opened", draft: true, status: "draft" } }])
  expect(ready).toMatchObject([{ data: { action: "ready_for_review", draft: false }, at: "2026-01-08T09:00:00Z" }])
  expect(ready[0].key).not.toBe(draft[0].key)
})

it("has its author and time when it is opened, and who made it ready and when", () => {
  const changes = { pull_request: { user: { login: "linus" }, updated_at: "2026-01-08T09:00:00Z" } }
  expect(match(changes)).toMatchObject([{ actor: "linus", at: "2026-01-07T09:00:00Z" }])
  expect(match({ ...changes, action: "ready_for_review" })).toMatchObject([
    { actor: "ada", at: "2026-01-08T09:00:00Z" }
  ])
})

it("does not fire again if it becomes a draft and then ready again", () => {
  const ready = (updated_at: string) => match({ action: "ready_for_review", pull_request: { updated_at } })[0].key
  expect(ready("2026-01-08T09:00:00Z")).toBe(ready("2026-01-09T09:00:00Z"))
  expect(match({ action: "reopened" })).toEqual([])
})

it("keeps the slashes of a branch, and handles a deleted fork", () => {
  expect(match()[0].data).toMatchObject({ head: "feature/oil/fast", head_repository: "ada/widgets" })
  expect(match({ pull_request: { head: { repo: null } } })[0].data).not.toHaveProperty("head_repository")
})
