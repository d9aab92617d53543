import { expect, it } from "vitest"

import { alteredMatch, exampleOf, grace } from "../../tests/events.ts"
import { newIssue } from "./new-issue.ts"

const match = alteredMatch(newIssue, "new-issue")

it("fires once per issue, also for two in one second", () => {
  const [first, second] = [match()[0], match({ issue: { id: 9008, number: 8 } })[0]]
  expect(first.at).toBe(second.at)
  expect(first.key).not.toBe(second.key)
})

it("does not fire for an issue that is edited, reopened or moved away", () => {
  for (const action of ["edited", "reopened", "transferred", "pinned", "labeled"]) expect(match({ action })).toEqual([])
})

it("says whether it mentions the account by a whole word, in title or body", () => {
  const mentionsMe = (issue: object) => match({ issue })[0].data.mentions_me
  expect(mentionsMe({ body: "@grace2 and @graceful" })).toBe(false)
  expect(mentionsMe({ body: null, title: "For @GRACE" })).toBe(true)
  expect(mentionsMe({ body: null })).toBe(false)
})

it("says how much of a long body was left out", () => {
  const [{ data }] = match({ issue: { body: "x".repeat(3999) + "\u{1f600}".repeat(10) } })
  expect(data.body).toBe("x".repeat(3999))
  expect(data.body_left_out).toBe(20)
})

it("comes by the webhooks that the account may create", () => {
  const ways = (scopes: ReadonlyArray<string>, more: object = {}) =>
    newIssue.ways({ owner: "acme", repo: "widgets" }, { login: "grace", scopes, ...more }).map(({ via }) => via)
  expect(ways(["repo"])).toEqual(["webhook", "poll"])
  expect(ways(["repo", "admin:org_hook"])).toEqual(["webhook", "orgWebhook", "poll"])
  expect(ways(["write:repo_hook"])).toEqual(["webhook", "poll"])
  expect(ways(["public_repo"])).toEqual(["webhook", "poll"])
  expect(ways(["repo:status"])).toEqual(["poll"])
  expect(ways([])).toEqual(["webhook", "orgWebhook", "poll"])
  expect(ways(["repo"], { excludedWays: ["webhook", "orgWebhook"] })).toEqual(["poll"])
})

it("has the places that the service's deliveries name, in whichever letter case the target is written", () => {
  const places = (target: object) => newIssue.ways(target, grace).map((way) => ("place" in way ? way.place : way.via))
  expect(newIssue.place({ owner: "Acme", repo: "Widgets" })).toBe("repos/acme/widgets")
  expect(places({ owner: "Acme", repo: "Widgets" })).toEqual(["repos/acme/widgets", "orgs/acme", "poll"])
  expect(newIssue.place({ owner: "Acme" })).toBe("orgs/acme")
  expect(places({ owner: "Acme" })).toEqual(["orgs/acme"])
})

it("says why an occurrence is filtered out", () => {
  const [occurrence] = match()
  expect(newIssue.accepts({ repository: "acme/*", label: ["docs", "bug"] }, occurrence)).toBe(true)
  expect(newIssue.accepts({ label: "docs" }, occurrence)).toBe("The label is bug, not docs.")
  expect(newIssue.accepts({ mentions_me: false }, occurrence)).toBe("It mentions the account.")
  expect(newIssue.accepts({ assignee: "ada", actor: "linus" }, occurrence)).toBe("The actor is ada, not linus.")
})

it("names where a transferred issue came from, and happens when it arrives, not when it was opened", () => {
  const { name, body } = exampleOf("new-issue")
  const receivedAt = "2026-03-01T12:00:00Z"
  const changes = { old_issue: { ...body.issue, number: 41 }, old_repository: { full_name: "acme/gears" } }
  const [transferred] = newIssue.match({ name, body: { ...body, changes }, receivedAt }, grace)
  expect(transferred).toMatchObject({ at: receivedAt, data: { transferred_from: "acme/gears#41" } })
  const [opened] = newIssue.match({ name, body: { ...body, changes: {} }, receivedAt }, grace)
  expect(opened).toMatchObject({ at: body.issue.created_at })
  expect(opened?.data).not.toHaveProperty("transferred_from")
})
