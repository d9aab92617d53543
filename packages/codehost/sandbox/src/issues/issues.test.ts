import { expect, it } from "vitest"

import { at, linksOf, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor({ issues: 130 })
const issues = "/repos/acme/widgets/issues"
const hubot = "sandbox-hubot-token-not-a-secret"

const numbers = async (query: string): Promise<ReadonlyArray<unknown>> =>
  objects((await ask(`${issues}?${query}`)).body).map(({ number }) => number)

it("lists open issues and pull requests, newest first, a page at a time", async () => {
  const first = await ask(`${issues}?per_page=100`)
  const second = await ask(linksOf(first)["next"] ?? "")
  const all = [...objects(first.body), ...objects(second.body)]
  expect([objects(first.body).length, linksOf(second)["next"]]).toEqual([100, undefined])
  expect(all.map(({ number }) => Number(number))).toEqual(
    all.map(({ number }) => Number(number)).toSorted((a, b) => b - a)
  )
  const pulls = all.filter((issue) => "pull_request" in issue)
  expect([all.length, pulls.map(({ number }) => number)]).toEqual([132, [14, 13]])
  expect(at((await ask("/repos/acme/widgets")).body, "open_issues_count")).toBe(132)
})

it("filters by all parameters of the query together", async () => {
  expect(await numbers("state=closed&labels=Documentation,good%20first%20issue")).toEqual([3])
  expect(await numbers("creator=linus&assignee=ada")).toContain(1)
  expect(await numbers("creator=linus&assignee=ada&labels=wontfix")).toEqual([])
  expect(await numbers("mentioned=mona&per_page=100")).toEqual([13, 1])
  expect(await numbers("milestone=1&state=all")).toEqual([9])
  expect(await numbers("milestone=none&assignee=none&creator=edsger&labels=&per_page=1&direction=asc")).toEqual([2])
  expect(await numbers("state=all&direction=asc&per_page=4&page=2")).toEqual([5, 6, 7, 8])
  expect(await numbers("sort=comments&per_page=1")).toEqual([2])
})

it("lists what changed since a given time, the latest change first", async () => {
  const creation = await ask(issues, { body: { title: "New" } })
  await ask(`${issues}/8`, { method: "PATCH", body: { title: "Changed" } })
  const since = at(creation.body, "updated_at")
  expect(await numbers(`since=${String(since)}&sort=updated`)).toEqual([8, at(creation.body, "number")])
})

it.each(["milestone=99", "assignee=no-such-person", "state=ajar", "since=yesterday"])("refuses %s", async (query) => {
  const field = query.split("=")[0]
  expect((await ask(`${issues}?${query}`)).body).toMatchObject({
    message: "Validation Failed",
    errors: [{ resource: "Issue", field, code: "invalid" }]
  })
})

it("opens an issue with all its fields; unknown labels are created", async () => {
  const body = {
    title: "Squeak",
    body: "Loud.",
    labels: ["BUG", { name: "squeak" }],
    assignees: ["Ada", "grace"],
    milestone: 2,
    type: "bug"
  }
  const { body: issue, headers, status } = await ask(issues, { body })
  expect(status).toBe(201)
  expect(headers.get("location")).toBe(at(issue, "url"))
  expect(issue).toMatchObject({
    state: "open",
    user: { login: "mona" },
    author_association: "MEMBER",
    milestone: { title: "v1.3" },
    type: { name: "Bug" },
    assignee: { login: "ada" }
  })
  expect(objects(at(issue, "labels")).map(({ name, color }) => [name, color])).toEqual([
    ["bug", "d73a4a"],
    ["squeak", "ededed"]
  ])
  expect((await ask(`${issues}/${String(at(issue, "number"))}`)).body).toEqual(issue)
})

it("opens nothing if a part of it is invalid", async () => {
  const refusalOf = async (body: object): Promise<unknown> => (await ask(issues, { body })).body
  expect(await refusalOf({ body: "No title" })).toMatchObject({
    message: 'Invalid request.\n\n"title" wasn\'t supplied.'
  })
  expect(await refusalOf({ title: " " })).toMatchObject({
    errors: [{ resource: "Issue", code: "missing_field", field: "title" }]
  })
  expect(await refusalOf({ title: "a", assignees: ["linus"], labels: ["fresh"] })).toMatchObject({
    errors: [{ field: "assignees", value: "linus", code: "invalid" }]
  })
  expect(await refusalOf({ title: "a", milestone: 9 })).toMatchObject({ errors: [{ field: "milestone", value: "9" }] })
  expect(await refusalOf({ title: "a", type: "Epic" })).toMatchObject({ errors: [{ field: "type" }] })
  expect((await ask("/repos/acme/widgets/labels/fresh")).status).toBe(404)
  expect(at((await ask("/repos/acme/widgets")).body, "open_issues_count")).toBe(132)
})

it("has no issues if they are turned off", async () => {
  const { body, status } = await ask("/repos/hubot/widgets/issues", { body: { title: "a" } })
  expect([status, at(body, "message")]).toEqual([410, "Issues has been disabled in this repository."])
  expect((await ask("/repos/hubot/widgets/issues")).status).toBe(410)
})

it("closes with a reason, changes the reason, reopens", async () => {
  const patch = async (body: object): Promise<unknown> => (await ask(`${issues}/2`, { method: "PATCH", body })).body
  expect(await patch({ state: "closed" })).toMatchObject({
    state: "closed",
    state_reason: "completed",
    closed_by: { login: "mona" }
  })
  expect(await patch({ state: "closed", state_reason: "duplicate" })).toMatchObject({ state_reason: "duplicate" })
  expect(at((await ask("/repos/acme/widgets")).body, "open_issues_count")).toBe(131)
  expect(await patch({ state: "open" })).toMatchObject({
    state: "open",
    state_reason: "reopened",
    closed_at: null,
    closed_by: null
  })
  expect(await patch({ labels: [], milestone: null, body: null })).toMatchObject({
    labels: [],
    milestone: null,
    body: null
  })
})

it("lets only users with triage access set labels; those of others are dropped", async () => {
  const spanners = "/repos/linus/spanners/issues"
  const { body } = await ask(spanners, { body: { title: "Mine", labels: ["bug"], assignees: ["linus"] } })
  expect(body).toMatchObject({ labels: [], assignees: [], author_association: "NONE" })
  expect(
    (await ask(`${spanners}/1`, { method: "PATCH", body: { title: "Still mine", labels: ["bug"] } })).body
  ).toMatchObject({ title: "Still mine", labels: [] })
  expect((await ask(`${spanners}/1`, { method: "PATCH", body: { title: "Not mine" }, token: hubot })).status).toBe(403)
})

it("lets only users with triage access lock a conversation and comment on it", async () => {
  const dotfiles = "/repos/mona/dotfiles/issues/1"
  const comment = async (): Promise<number> =>
    (await ask(`${dotfiles}/comments`, { body: { body: "Hm" }, token: hubot })).status
  expect((await ask(`${dotfiles}/lock`, { method: "PUT", body: {}, token: hubot })).status).toBe(403)
  expect(await comment()).toBe(201)
  expect((await ask(`${dotfiles}/lock`, { method: "PUT", body: { lock_reason: "too heated" } })).status).toBe(204)
  expect((await ask(dotfiles)).body).toMatchObject({ locked: true, active_lock_reason: "too heated" })
  expect(await comment()).toBe(403)
  expect((await ask(`${dotfiles}/comments`, { body: { body: "Enough" } })).status).toBe(201)
})

it("hides an issue of a private repository from others", async () => {
  expect((await ask("/repos/acme/gadgets/issues/1")).status).toBe(200)
  expect((await ask("/repos/acme/gadgets/issues/1", { token: null })).status).toBe(404)
})
