import * as Result from "effect/Result"
import { expect, it } from "vitest"

import { altered, alteredMatch, exampleOf, grace, matched } from "../../tests/events.ts"
import { newPush } from "./new-push.ts"

const match = alteredMatch(newPush, "new-push")

it("reports the number of commits, and whether the ref was created, deleted or forced", () => {
  expect(match()).toMatchObject([{ data: { commit_count: 2, created: false, deleted: false, forced: false } }])
  const none = "0".repeat(40)
  expect(match({ before: none })[0].data.created).toBe(true)
  const [deletion] = match({ after: none, deleted: true, head_commit: null, commits: [] })
  expect(deletion.data.deleted).toBe(true)
  expect(deletion).not.toHaveProperty("causes")
  expect(match({ forced: true })[0].data.forced).toBe(true)
})

it("fires for tags too, by their names", () => {
  expect(match({ ref: "refs/tags/v1/a", commits: [] })[0].data).toMatchObject({ ref_type: "tag", name: "v1/a" })
  expect(match({ ref: "refs/notes/commits" })).toEqual([])
  expect(newPush.accepts({ branch: "v1" }, match({ ref: "refs/tags/v1", commits: [] })[0])).toBe(
    "The event has no branch; the filter wants v1."
  )
})

it("is a new occurrence if the same commits are pushed again later", () => {
  const { pushed_at } = exampleOf("new-push").body.repository
  expect(match({ repository: { pushed_at: pushed_at + 60 } })[0].key).not.toBe(match()[0].key)
})

it.each([
  ["none", null],
  ["one past all dates, such as in microseconds", 1.7e15],
  ["one that is no date", "soon"]
])("is reported at the time of its arrival if its own is %s", (_, pushed_at) => {
  const { name, body } = exampleOf("new-push")
  const payload = altered(body, { repository: { pushed_at } })
  const id = `new_push acme/widgets ${body.ref} ${body.before} ${body.after}`
  const [arrived] = newPush.match({ name, body: payload, receivedAt: "2026-01-07T09:00:00Z" }, grace)
  // Another hook may deliver it a second later.
  expect(arrived).toMatchObject({ at: "2026-01-07T09:00:00Z", key: id })
  expect(matched(newPush, name, payload)).toMatchObject([{ at: "", key: id }])
})

it("holds the newest 20 commits", () => {
  const [commit] = exampleOf("new-push").body.commits
  const commits = Array.from({ length: 25 }, (_, n) => ({ ...commit, id: String(n).padStart(40, "0") }))
  const [{ data, causes }] = match({ commits })
  expect([data.commit_count, data.commits.length, data.commits.at(-1).sha]).toEqual([25, 20, commits[24]?.id])
  expect(causes).toHaveLength(26)
})

it("leaves the number out if the event's list of commits is full", () => {
  const [commit] = exampleOf("new-push").body.commits
  const listing = (count: number) => match({ commits: Array.from({ length: count }, () => commit) })[0].data
  expect(listing(2047).commit_count).toBe(2047)
  expect(listing(2048)).not.toHaveProperty("commit_count")
  expect(listing(2048)).toMatchObject({ commits: { length: 20 }, paths: listing(1).paths })
})

it("is filtered by a branch's name or its whole ref; a filter without a value is refused", () => {
  const target = { owner: "acme", repo: "widgets" }
  const [occurrence] = match({ ref: "refs/heads/release/1" })
  const accepts = (branch: unknown) => {
    const wish = Result.getOrThrow(newPush.read({ target, filters: { branch } }))
    return newPush.accepts(wish.filters, occurrence)
  }
  for (const branch of ["release/1", "refs/heads/release/*", ["main", "refs/heads/release/1"]])
    expect(accepts(branch)).toBe(true)
  expect(accepts("refs/heads/main")).toBe("The branch is release/1, not main.")
  for (const branch of ["", " ", [], ["main", ""]])
    expect(Result.isFailure(newPush.read({ target, filters: { branch } }))).toBe(true)
})

it("does not fire for a temporary branch of a merge queue", () => {
  expect(match({ ref: "refs/heads/gh-readonly-queue/main/pr-1-abc" })).toEqual([])
})
