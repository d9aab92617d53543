import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"
import { departures } from "../testing/payload-schemas.ts"
import { receiverFor } from "../testing/receiver.ts"

const { ask, control, sandbox } = startFor()
const receiver = receiverFor()

const widgets = "/repos/acme/widgets"
const config = () => ({ url: receiver.url(), content_type: "json", secret: "sesame" })
const hook = async (events: ReadonlyArray<string> = ["*"], place = widgets) => {
  const { status } = await ask(`${place}/hooks`, { body: { name: "web", events, config: config() } })
  expect(status).toBe(201)
  await receiver.takeAll(1)
}

const nameOf = (event: string, payload: unknown): string => {
  const action = at(payload, "action")
  return typeof action === "string" ? `${event}.${action}` : event
}

/** The names of what was sent, with actions, every payload held to its schema. */
const sent = async (count: number) => {
  const all = await receiver.take(count)
  expect(all.flatMap(({ event, payload }) => departures(event, payload))).toEqual([])
  return all.map(({ event, payload }) => ({
    name: nameOf(event, payload),
    payload
  }))
}
const namesOf = (all: Awaited<ReturnType<typeof sent>>) => all.map(({ name }) => name).toSorted()
const named = (all: Awaited<ReturnType<typeof sent>>, name: string) => all.find((one) => one.name === name)?.payload

const did = async (path: string, options: Parameters<typeof ask>[1]) => {
  const answer = await ask(path, options)
  expect(answer.status).toBeLessThan(300)
  return answer.body
}
const others = async (path: string, body: object) => {
  const answer = await control(path, body)
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return answer.body
}

test("a star is `star` and `watch`; taking it away is `star` alone; the same star again is nothing", async () => {
  await hook()
  await did("/user/starred/acme/widgets", { method: "PUT", body: {} })
  await did("/user/starred/acme/widgets", { method: "PUT", body: {} })
  await did("/user/starred/acme/widgets", { method: "DELETE" })
  const all = await sent(3)
  expect(namesOf(all)).toEqual(["star.created", "star.deleted", "watch.started"])
  expect(at(named(all, "star.created"), "sender", "login")).toBe("mona")
})

test("somebody who begins to watch is no event", async () => {
  await hook()
  await others("/watchers", { login: "linus" })
  await others("/stars", { login: "hubot" })
  expect(namesOf(await sent(2))).toEqual(["star.created", "watch.started"])
})

test("a fork", async () => {
  await hook(["fork"])
  await did(`${widgets}/forks`, { body: {} })
  expect(at((await sent(1))[0]?.payload, "forkee", "full_name")).toBe("mona/widgets")
})

test("an issue is opened with its labels, and every change of it is an event of its own", async () => {
  await hook(["issues", "label"])
  const issue = await did(`${widgets}/issues`, { body: { title: "One", labels: ["bug"], assignees: ["ada"] } })
  const opened = await sent(3)
  expect(namesOf(opened)).toEqual(["issues.assigned", "issues.labeled", "issues.opened"])
  expect(at(named(opened, "issues.opened"), "issue", "labels", 0, "name")).toBe("bug")
  const url = String(at(issue, "url"))
  await did(url, {
    method: "PATCH",
    body: { title: "Two", body: "b", labels: ["wontfix"], assignees: [], milestone: 2 }
  })
  const changed = await sent(5)
  expect(namesOf(changed)).toEqual([
    "issues.edited",
    "issues.labeled",
    "issues.milestoned",
    "issues.unassigned",
    "issues.unlabeled"
  ])
  expect(at(named(changed, "issues.edited"), "changes")).toEqual({ title: { from: "One" }, body: { from: "" } })
  expect(at(named(changed, "issues.labeled"), "label", "name")).toBe("wontfix")
  await did(url, { method: "PATCH", body: { state: "closed", milestone: null } })
  await did(url, { method: "PATCH", body: { state: "open" } })
  await did(`${url}/lock`, { method: "PUT", body: {} })
  expect(namesOf(await sent(4))).toEqual(["issues.closed", "issues.demilestoned", "issues.locked", "issues.reopened"])
  await did(`${widgets}/labels`, { body: { name: "new", color: "ffffff" } })
  await did(`${widgets}/labels/new`, { method: "PATCH", body: { new_name: "newer" } })
  await did(`${widgets}/labels/newer`, { method: "DELETE" })
  expect(namesOf(await sent(3))).toEqual(["label.created", "label.deleted", "label.edited"])
})

test("comments on issues and pull requests", async () => {
  await hook(["issue_comment"])
  const comment = await did(`${widgets}/issues/1/comments`, { body: { body: "First" } })
  await did(String(at(comment, "url")), { method: "PATCH", body: { body: "Second" } })
  await did(String(at(comment, "url")), { method: "DELETE" })
  await others("/comments", { number: 11, body: "On a pull request" })
  const all = await sent(4)
  expect(namesOf(all)).toEqual([
    "issue_comment.created",
    "issue_comment.created",
    "issue_comment.deleted",
    "issue_comment.edited"
  ])
  expect(at(named(all, "issue_comment.edited"), "changes", "body", "from")).toBe("First")
})

const branchOf = async (name: string) => {
  const { sha } = (await others("/push", { branch: name, commits: [{ message: "Work" }] })) as { readonly sha: string }
  return sha
}

test("a pull request from opening to merging", async () => {
  await branchOf("topic")
  await hook(["pull_request"])
  const pull = await did(`${widgets}/pulls`, { body: { title: "T", head: "topic", base: "main" } })
  const url = String(at(pull, "url"))
  await others("/push", { branch: "topic", commits: [{ message: "More" }] })
  await did(`${url}/requested_reviewers`, { body: { reviewers: ["ada"], team_reviewers: ["docs"] } })
  const all = await sent(4)
  expect(namesOf(all)).toEqual([
    "pull_request.opened",
    "pull_request.review_requested",
    "pull_request.review_requested",
    "pull_request.synchronize"
  ])
  expect(at(named(all, "pull_request.synchronize"), "sender", "login")).toBe("ada")
  await did(`${url}/merge`, { method: "PUT", body: {} })
  const [closed] = await sent(1)
  expect([closed?.name, at(closed?.payload, "pull_request", "merged")]).toEqual(["pull_request.closed", true])
})

test("a draft that is made ready, and back", async () => {
  await branchOf("topic")
  const pull = await did(`${widgets}/pulls`, { body: { title: "T", head: "topic", base: "main", draft: true } })
  await hook(["pull_request"])
  const change = (name: string) => ({
    body: {
      query: `mutation($id: ID!) { ${name}(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`,
      variables: { id: at(pull, "node_id") }
    }
  })
  await did("/graphql", change("markPullRequestReadyForReview"))
  await did("/graphql", change("convertPullRequestToDraft"))
  expect(namesOf(await sent(2))).toEqual(["pull_request.converted_to_draft", "pull_request.ready_for_review"])
})

test("reviews, with comments on lines, changed and dismissed", async () => {
  await branchOf("topic")
  const pull = await did(`${widgets}/pulls`, { body: { title: "T", head: "topic", base: "main" } })
  await hook(["pull_request_review", "pull_request_review_comment"])
  const number = at(pull, "number")
  for (const event of ["APPROVE", "REQUEST_CHANGES", "COMMENT"]) await others("/reviews", { number, event })
  const states = (await sent(3)).map(({ payload }) => at(payload, "review", "state"))
  expect(new Set(states)).toEqual(new Set(["approved", "changes_requested", "commented"]))
  const place = { path: "pushed.txt", line: 1, side: "RIGHT" }
  await did(`${String(at(pull, "url"))}/reviews`, {
    body: { event: "COMMENT", comments: [{ ...place, body: "Why?" }] }
  })
  expect(namesOf(await sent(2))).toEqual(["pull_request_review.submitted", "pull_request_review_comment.created"])
  const reviews = objects(await did(`${String(at(pull, "url"))}/reviews`, {}))
  await did(`${String(at(pull, "url"))}/reviews/${String(reviews[0]?.["id"])}/dismissals`, {
    method: "PUT",
    body: { message: "Old" }
  })
  expect(namesOf(await sent(1))).toEqual(["pull_request_review.dismissed"])
})

test("a push says which commits it brought, a new branch and a new tag are told too", async () => {
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

test("files that are written are pushes; of more than three tags at once nothing is told", async () => {
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
])("a run that is over: %s", async (conclusion) => {
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

test("a run that was started goes on as time goes by", async () => {
  await hook(["workflow_run"])
  await did(`${widgets}/actions/workflows/ci.yml/dispatches`, { body: { ref: "main" } })
  expect(namesOf(await sent(1))).toEqual(["workflow_run.requested"])
  await control("/clock", { advanceSeconds: 10 })
  expect(namesOf(await sent(2))).toEqual(["workflow_run.completed", "workflow_run.in_progress"])
})

test("releases: a draft is told to nobody until it is published", async () => {
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

test("organizations: repositories that are made, renamed and removed, items of projects", async () => {
  await hook(["repository", "projects_v2_item"], "/orgs/acme")
  const made = await did("/orgs/acme/repos", { body: { name: "fresh" } })
  await did(String(at(made, "url")), { method: "PATCH", body: { name: "fresher", archived: true } })
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

test("classic cards are told of by old enterprise servers alone", async () => {
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

test("what was refused, and what a fault kept from being done, is no event", async () => {
  await hook(["issues"])
  expect((await ask(`${widgets}/issues`, { body: { title: "" } })).status).toBe(422)
  await ask(`${widgets}/issues`, { body: { title: "Never" }, headers: { "x-sandbox-fault": "server-error" } })
  await did(`${widgets}/issues`, { body: { title: "Yes" } })
  expect(at((await sent(1))[0]?.payload, "issue", "title")).toBe("Yes")
})

test("a ping fits its schema", async () => {
  await ask(`${widgets}/hooks`, { body: { events: ["push"], config: config() } })
  const [ping] = await receiver.takeAll(1)
  expect(departures("ping", ping?.payload)).toEqual([])
  expect(String(at(ping?.payload, "repository", "url"))).toContain(sandbox().urls.codehost)
})
