import { expect, it } from "vitest"

import { alteredMatch } from "../../tests/events.ts"
import { updatedPullRequest } from "./updated-pull-request.ts"

const match = alteredMatch(updatedPullRequest, "updated-pull-request")

it("says merged if it was closed and merged, otherwise closed", () => {
  expect(match()[0].data).toMatchObject({ action: "closed", merged: true, status: "merged", changed: ["status"] })
  const closed = { merged: false, merged_at: null }
  expect(match({ pull_request: closed })[0].data).toMatchObject({ action: "closed", merged: false, status: "closed" })
})

it("is merged by either field, since lists have only the time of the merge", () => {
  const status = (pull_request: object) => match({ pull_request })[0].data.status
  expect(status({ merged: true, merged_at: null })).toBe("merged")
  expect(status({ merged: null, merged_at: "2026-01-07T09:00:00Z" })).toBe("merged")
})

it("reports every change of state", () => {
  const open = { state: "open", merged: false, merged_at: null }
  const status = (action: string, pull: object) => match({ action, pull_request: { ...open, ...pull } })[0].data.status
  expect(status("converted_to_draft", { draft: true })).toBe("draft")
  expect(status("ready_for_review", { draft: false })).toBe("ready_for_review")
  expect(status("reopened", {})).toBe("ready_for_review")
})

it("identifies new commits by the newest, whenever they are seen", () => {
  const [first] = match({ action: "synchronize" })
  const [later] = match({ action: "synchronize", pull_request: { updated_at: "2026-02-01T00:00:00Z" } })
  expect(first.data.changed).toEqual(["commits"])
  expect(first.key).toBe(later.key)
  // By these, an agent's own push is recognised.
  expect(first.causes).toEqual([first.data.url, first.data.sha])
  expect(match({ action: "synchronize", pull_request: { head: { sha: "f".repeat(40) } } })[0].key).not.toBe(first.key)
})

it("does not fire for opening or a review request", () => {
  for (const action of ["opened", "review_requested", "locked", "auto_merge_enabled"]) {
    expect(match({ action })).toEqual([])
  }
})

it("can be limited to merged ones", () => {
  const [closed] = match({ pull_request: { merged: false, merged_at: null } })
  expect(updatedPullRequest.accepts({ merged: true }, closed)).toBe("It was not merged.")
  expect(updatedPullRequest.accepts({ merged: true }, match()[0])).toBe(true)
})
