import { expect, it } from "vitest"

import { at, linksOf, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor({ issues: 20 })
const repository = "/repos/acme/widgets"

const names = (body: unknown): ReadonlyArray<unknown> => objects(body).map(({ name }) => name)

it("comments on issues and on pull requests", async () => {
  for (const number of [1, 13]) {
    const before = at((await ask(`${repository}/issues/${number}`)).body, "comments")
    const { body, headers, status } = await ask(`${repository}/issues/${number}/comments`, { body: { body: "Well" } })
    expect([status, headers.get("location")]).toEqual([201, at(body, "url")])
    const { body: issue } = await ask(`${repository}/issues/${number}`)
    expect([at(issue, "comments"), at(issue, "updated_at")]).toEqual([Number(before) + 1, at(body, "created_at")])
  }
  expect((await ask(`${repository}/issues/1/comments`, { body: { body: " " } })).body).toMatchObject({
    errors: [{ resource: "IssueComment", field: "data", code: "unprocessable" }]
  })
})

it("pages comments, and lists those that changed since a given time", async () => {
  const first = await ask(`${repository}/issues/2/comments`)
  const second = await ask(linksOf(first)["last"] ?? "")
  expect([objects(first.body).length, objects(second.body).length]).toEqual([30, 5])
  const { body: fresh } = await ask(`${repository}/issues/1/comments`, { body: { body: "New" } })
  const since = String(at(fresh, "created_at"))
  expect((await ask(`${repository}/issues/comments?since=${since}`)).body).toMatchObject([{ body: "New" }])
  expect((await ask(`${repository}/issues/2/comments?since=${since}`)).body).toEqual([])
  expect((await ask(`${repository}/issues/comments?sort=created&per_page=1`)).body).toMatchObject([{ body: "New" }])
})

it("changes and deletes a comment", async () => {
  const url = String(at((await ask(`${repository}/issues/1/comments`, { body: { body: "Wrong" } })).body, "url"))
  expect((await ask(url, { method: "PATCH", body: { body: "Right" } })).body).toMatchObject({ body: "Right" })
  expect((await ask(url, { method: "DELETE" })).status).toBe(204)
  expect((await ask(url)).status).toBe(404)
})

it("adds, sets and removes labels", async () => {
  const path = `${repository}/issues/1/labels`
  expect(names((await ask(path, { body: { labels: ["prio/high", "fresh"] } })).body)).toEqual([
    "bug",
    "area: turning",
    "prio/high",
    "fresh"
  ])
  expect(names((await ask(`${path}/prio%2Fhigh`, { method: "DELETE" })).body)).toEqual([
    "bug",
    "area: turning",
    "fresh"
  ])
  expect((await ask(`${path}/wontfix`, { method: "DELETE" })).body).toMatchObject({
    message: "Label does not exist",
    status: "404"
  })
  expect(names((await ask(path, { method: "PUT", body: { labels: ["question"] } })).body)).toEqual(["question"])
  expect((await ask(path, { method: "DELETE" })).status).toBe(204)
  expect((await ask(path)).body).toEqual([])
})

it("renames and deletes a label on all issues", async () => {
  const label = `${repository}/labels/area:%20turning`
  await ask(label, { method: "PATCH", body: { new_name: "turning", color: "FFFFFF" } })
  expect(at((await ask(`${repository}/issues/1`)).body, "labels", 1)).toMatchObject({
    name: "turning",
    color: "ffffff"
  })
  expect((await ask(`${repository}/labels`, { body: { name: "TURNING" } })).body).toMatchObject({
    errors: [{ code: "already_exists" }]
  })
  expect((await ask(`${repository}/labels`, { body: { name: "a", color: "#fff" } })).status).toBe(422)
  expect((await ask(`${repository}/labels/turning`, { method: "DELETE" })).status).toBe(204)
  expect(names(at((await ask(`${repository}/issues/1`)).body, "labels"))).toEqual(["bug"])
})

it("counts a milestone's issues", async () => {
  const { body: milestone } = await ask(`${repository}/milestones`, {
    body: { title: "v3", due_on: "2027-01-01T00:00:00Z" }
  })
  const number = Number(at(milestone, "number"))
  expect(milestone).toMatchObject({ number: 4, state: "open", open_issues: 0 })
  await ask(`${repository}/issues/2`, { method: "PATCH", body: { milestone: number } })
  const { body: update } = await ask(`${repository}/issues/8`, {
    method: "PATCH",
    body: { milestone: number, state: "closed" }
  })
  expect(at(update, "milestone")).toMatchObject({ open_issues: 1, closed_issues: 1 })
  expect(objects((await ask(`${repository}/milestones?state=all`)).body).map(({ title }) => title)).toEqual([
    "v1.2",
    "v1.3",
    "v3",
    "v2.0"
  ])
  expect((await ask(`${repository}/milestones/4`, { method: "DELETE" })).status).toBe(204)
  expect(at((await ask(`${repository}/issues/2`)).body, "milestone")).toBe(null)
})

it("assigns users with access to the repository, and ignores others", async () => {
  const people = objects((await ask(`${repository}/assignees`)).body).map(({ login }) => login)
  expect(people).toEqual(["mona", "hubot", "ada", "grace", "barbara"])
  expect((await ask(`${repository}/assignees/grace`)).status).toBe(204)
  expect((await ask(`${repository}/assignees/linus`)).status).toBe(404)
  const path = `${repository}/issues/2/assignees`
  const { body, status } = await ask(path, { body: { assignees: ["ada", "linus", "no-such-person"] } })
  expect([status, objects(at(body, "assignees")).map(({ login }) => login)]).toEqual([201, ["ada"]])
  expect((await ask(path, { method: "DELETE", body: { assignees: ["ada"] } })).body).toMatchObject({
    assignees: [],
    assignee: null
  })
})

it("records an issue's history", async () => {
  const before = objects((await ask(`${repository}/issues/2/events`)).body).length
  await ask(`${repository}/issues/2`, {
    method: "PATCH",
    body: { title: "Wobbling", labels: ["bug"], state: "closed" }
  })
  const events = objects((await ask(`${repository}/issues/2/events`)).body).slice(before)
  expect(events).toMatchObject([
    { event: "renamed", rename: { from: "Widgets wobble" } },
    { event: "labeled", label: { name: "bug" } },
    { event: "closed" }
  ])
  expect((await ask(`${repository}/issues/events?per_page=1`)).body).toMatchObject([
    { event: "closed", issue: { number: 2 } }
  ])
  const last = (await ask(`${repository}/issues/2/timeline?per_page=100`)).body
  expect(
    objects(last)
      .map(({ event }) => event)
      .slice(-4)
  ).toEqual(["commented", "renamed", "labeled", "closed"])
})
