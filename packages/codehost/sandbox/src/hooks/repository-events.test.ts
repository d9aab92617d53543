import { expect, test } from "vitest"

import { at, objects } from "../testing/bench.ts"
import { hookedFor, named, namesOf, widgets } from "../testing/hooked.ts"
import { departures } from "../testing/payload-schemas.ts"

const { ask, config, control, did, hook, others, receiver, sandbox, sent } = hookedFor()

test("a push lists its commits; a new branch and a new tag are sent too", async () => {
  await hook(["push", "create", "delete"])
  const commits = [
    { message: "One", files: { "a.txt": "a\n" } },
    { message: "Two", files: { "a.txt": null, "b/c.txt": "c\n" } }
  ]
  await others("/push", { branch: "feature/x", commits, tags: ["v9"] })
  const all = await sent(4)
  expect(namesOf(all)).toEqual(["create", "create", "push", "push"])
  const push = all.find(({ payload }) => at(payload, "ref") === "refs/heads/feature/x")?.payload
  expect([at(push, "created"), at(push, "forced")]).toEqual([true, false])
  expect(
    objects(at(push, "commits")).map(({ added, distinct, message, removed }) => [message, distinct, added, removed])
  ).toEqual([
    ["One", true, ["a.txt"], []],
    ["Two", true, ["b/c.txt"], ["a.txt"]]
  ])
  await others("/push", { branch: "feature/x", force: true })
  expect(at((await sent(1))[0]?.payload, "forced")).toBe(true)
  await did(`${widgets}/git/refs/heads/feature/x`, { method: "DELETE" })
  expect(namesOf(await sent(2))).toEqual(["delete", "push"])
})

test("file writes are pushes; more than three tags at once send nothing", async () => {
  await hook(["push", "create"])
  const body = { message: "m", content: Buffer.from("x").toString("base64"), branch: "docs/typos" }
  await did(`${widgets}/contents/new.txt`, { method: "PUT", body })
  expect(at((await sent(1))[0]?.payload, "commits", 0, "added", 0)).toBe("new.txt")
  await others("/push", { branch: "docs/typos", tags: ["a", "b", "c", "d"] })
  expect(namesOf(await sent(1))).toEqual(["push"])
})

test.each([
  "success",
  "failure",
  "cancelled",
  "skipped",
  "neutral",
  "timed_out",
  "action_required",
  "stale",
  "startup_failure"
])("a completed run: %s", async (conclusion) => {
  await hook(["workflow_run", "workflow_job"])
  await others("/runs/complete", { conclusion })
  const jobs = conclusion === "startup_failure" ? [] : ["completed", "in_progress", "queued"]
  const all = await receiver.take(3 + jobs.length)
  const names = all.map(({ event, payload }) => `${event}.${String(at(payload, "action"))}`).toSorted()
  expect(names).toEqual([
    ...jobs.map((job) => `workflow_job.${job}`),
    "workflow_run.completed",
    "workflow_run.in_progress",
    "workflow_run.requested"
  ])
  const over = all.find(({ event, payload }) => event === "workflow_run" && at(payload, "action") === "completed")
  expect(at(over?.payload, "workflow_run", "conclusion")).toBe(conclusion)
  expect(all.flatMap(({ event, payload }) => departures(event, payload))).toEqual([])
})

test("a started run progresses over time", async () => {
  await hook(["workflow_run"])
  await did(`${widgets}/actions/workflows/ci.yml/dispatches`, { body: { ref: "main" } })
  expect(namesOf(await sent(1))).toEqual(["workflow_run.requested"])
  await control("/clock", { advanceSeconds: 10 })
  expect(namesOf(await sent(2))).toEqual(["workflow_run.completed", "workflow_run.in_progress"])
})

test("releases: a draft sends nothing until it is published", async () => {
  await hook(["release"])
  const draft = await did(`${widgets}/releases`, { body: { tag_name: "v8", body: "New", draft: true } })
  const url = String(at(draft, "url"))
  await did(url, { method: "PATCH", body: { draft: false, name: "Eight" } })
  await did(url, { method: "DELETE" })
  expect(namesOf(await sent(4))).toEqual(["release.deleted", "release.edited", "release.published", "release.released"])
})

test("a member is added when the invitation is accepted", async () => {
  await hook(["member"])
  const invitation = await did(`${widgets}/collaborators/linus`, { method: "PUT", body: { permission: "push" } })
  const token = String(at(await others("/tokens", { login: "linus", scopes: ["repo"] }), "token"))
  await did(`/user/repository_invitations/${String(at(invitation, "id"))}`, { method: "PATCH", body: {}, token })
  const [added] = await sent(1)
  expect([added?.name, at(added?.payload, "member", "login")]).toEqual(["member.added", "linus"])
  await others("/collaborators", { login: "mona", collaborator: "edsger", permission: "admin" })
  await did(`${widgets}/collaborators/edsger`, { method: "DELETE" })
  expect(namesOf(await sent(2))).toEqual(["member.added", "member.removed"])
})

test("discussions and their comments", async () => {
  await hook(["discussion", "discussion_comment"])
  const number = at(await others("/discussions", { title: "Why?", body: "Well", category: "Q&A" }), "number")
  const first = at(await others("/discussions/comments", { number, body: "Because" }), "id")
  await others("/discussions/comments", { number, body: "I see", reply_to: first })
  const all = await sent(3)
  expect(namesOf(all)).toEqual(["discussion.created", "discussion_comment.created", "discussion_comment.created"])
  expect(at(named(all, "discussion.created"), "discussion", "category", "name")).toBe("Q&A")
})

test("organizations: created, renamed and deleted repositories, items of projects", async () => {
  await hook(["repository", "projects_v2_item"], "/orgs/acme")
  const repository = await did("/orgs/acme/repos", { body: { name: "fresh" } })
  await did(String(at(repository, "url")), { method: "PATCH", body: { name: "fresher", archived: true } })
  await did("/repos/acme/fresher", { method: "DELETE" })
  const all = await sent(4)
  expect(namesOf(all)).toEqual([
    "repository.archived",
    "repository.created",
    "repository.deleted",
    "repository.renamed"
  ])
  const [item] = objects(await did("/orgs/acme/projectsV2/1/items", {}))
  const fields = objects(await did("/orgs/acme/projectsV2/1/fields", {}))
  const status = fields.find(({ name }) => name === "Status")
  await did(`/orgs/acme/projectsV2/1/items/${String(item?.["id"])}`, {
    method: "PATCH",
    body: { fields: [{ id: status?.["id"], value: "98236657" }] }
  })
  const [edited] = await receiver.take(1)
  expect([edited?.event, at(edited?.payload, "changes", "field_value", "to", "name")]).toEqual([
    "projects_v2_item",
    "Done"
  ])
  expect(at(edited?.payload, "repository")).toBeUndefined()
})

test("classic cards are sent only by old enterprise servers", async () => {
  await hook(["project_card"])
  expect((await control("/cards", { column_id: 367 })).status).toBe(400)
  expect((await ask("/projects/columns/367/cards")).status).toBe(404)
  await control("/settings", { classicProjects: true })
  const card = at(await others("/cards", { column_id: 367, note: "Look" }), "card_id")
  await others("/cards", { column_id: 368, card_id: card })
  const all = await sent(2)
  expect(namesOf(all)).toEqual(["project_card.created", "project_card.moved"])
  expect(at(named(all, "project_card.moved"), "changes", "column_id", "from")).toBe(367)
  expect(objects(await did("/projects/columns/368/cards", {})).map(({ id }) => id)).toEqual([card])
})

test("refused requests, and changes that a fault prevented, send no event", async () => {
  await hook(["issues"])
  expect((await ask(`${widgets}/issues`, { body: { title: "" } })).status).toBe(422)
  await ask(`${widgets}/issues`, { body: { title: "Never" }, headers: { "x-sandbox-fault": "server-error" } })
  await did(`${widgets}/issues`, { body: { title: "Yes" } })
  expect(at((await sent(1))[0]?.payload, "issue", "title")).toBe("Yes")
})

test("a ping matches its schema", async () => {
  await ask(`${widgets}/hooks`, { body: { events: ["push"], config: config() } })
  const [ping] = await receiver.takeAll(1)
  expect(departures("ping", ping?.payload)).toEqual([])
  expect(String(at(ping?.payload, "repository", "url"))).toContain(sandbox().urls.codehost)
})
