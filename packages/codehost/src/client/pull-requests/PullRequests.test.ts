import { describe, expect, it } from "vitest"

import { answers } from "../../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../../tests/clients.ts"
import type { CodeHost } from "../../promise.ts"

const { client, calls, fault } = clients()
const server = answers()

/** Creates a branch with slashes in its name that is one commit ahead, and a pull request for it. */
const openPull = async (code: CodeHost, more: object = {}) => {
  const branch = "topic/a/b"
  await code.branches.create({ ...widgets, branch })
  await code.contents.put({ ...widgets, path: "topic.md", content: "topic\n", branch })
  const pull = await code.pullRequests.create({ ...widgets, title: "Topic", head: branch, ...more })
  return { pull, pullName: { ...widgets, pull_number: pull.number } }
}

describe("a pull request", () => {
  it("goes from draft to ready to merged, and cannot be merged again", async () => {
    const code = await client()
    const { pull, pullName } = await openPull(code, { draft: true })
    expect(pull).toMatchObject({ draft: true, head: { ref: "topic/a/b" }, base: { ref: "main" } })
    expect(await reasonOf(code.pullRequests.merge(pullName))).toMatchObject({
      _tag: "Conflict",
      what: expect.stringContaining("is a draft")
    })
    expect(await code.pullRequests.markReady(pullName)).toMatchObject({ draft: false })
    expect(await code.pullRequests.markReady(pullName)).toMatchObject({ draft: false })
    expect(await code.pullRequests.convertToDraft(pullName)).toMatchObject({ draft: true })
    await code.pullRequests.markReady(pullName)
    expect(await code.pullRequests.merge(pullName)).toMatchObject({ merged: true })
    expect(await code.pullRequests.get(pullName)).toMatchObject({ state: "closed", merged: true })
    expect(await reasonOf(code.pullRequests.merge(pullName))).toMatchObject({
      _tag: "Conflict",
      what: expect.stringContaining("is already merged"),
      nothing: "changed"
    })
    expect(await reasonOf(code.pullRequests.markReady(pullName))).toMatchObject({ _tag: "Conflict" })
  })

  it("whose head has changed is not merged", async () => {
    const code = await client()
    const { pull, pullName } = await openPull(code)
    await code.contents.put({ ...widgets, path: "more.md", content: "more", branch: "topic/a/b" })
    expect(await reasonOf(code.pullRequests.merge({ ...pullName, sha: pull.head.sha }))).toMatchObject({
      _tag: "Conflict",
      what: expect.stringContaining("has changed")
    })
  })

  it("that already exists is a Conflict", async () => {
    const code = await client()
    await openPull(code)
    expect(await reasonOf(code.pullRequests.create({ ...widgets, title: "Again", head: "topic/a/b" }))).toMatchObject({
      _tag: "Conflict"
    })
  })

  it("is found by its head without the owner, and changed", async () => {
    const code = await client()
    const { pull, pullName } = await openPull(code)
    const { items } = await code.pullRequests.page({ ...widgets, head: "topic/a/b" })
    expect(items.map(({ number }) => number)).toEqual([pull.number])
    expect(await code.pullRequests.update({ ...pullName, title: "New", state: "closed" })).toMatchObject({
      title: "New",
      state: "closed"
    })
    expect(await reasonOf(code.pullRequests.merge(pullName))).toMatchObject({
      what: expect.stringContaining("is closed")
    })
  })

  it("is created even if the review requests fail, and the error says so", async () => {
    const code = await client()
    await fault("forbidden", { method: "POST", path: "/repos/acme/widgets/pulls/" })
    const { pull, pullName } = await openPull(code, { reviewers: ["hubot"] })
    expect(pull.reviewers_problem).toMatch(/right/)
    expect(await code.pullRequests.get(pullName)).toMatchObject({ state: "open" })
  })

  it.each([
    [{ title: "", head: "a..b", base: "refs/heads/main" }, ["title", "head", "base"]],
    [{ title: "x", head: "b", reviewers: ["a/b"] }, ["reviewers.0"]]
  ])("is not opened from %j, and nothing is sent", async (invalidInput, fields) => {
    const { pullRequests } = await client()
    const reason = await reasonOf(pullRequests.create({ ...widgets, ...invalidInput }))
    expect(reason._tag === "Invalid" && reason.fields.map(({ field }) => field).sort()).toEqual(fields.sort())
    expect(await calls()).toEqual([])
  })
})

describe("reviewers of a pull request to be", () => {
  const pull = {
    id: 1,
    node_id: "PR_1",
    number: 1,
    title: "t",
    state: "open",
    html_url: "h",
    head: { ref: "a", sha: "1" },
    base: { ref: "b", sha: "2" },
    created_at: "c",
    updated_at: "u"
  }
  const input = { ...widgets, title: "x", head: "a", base: "b", reviewers: ["ana"], team_reviewers: ["core"] }
  const requests = () => server.asked().map(({ method, target }) => `${method} ${target}`)

  it.each([403, 404])("are not checked if the token may not list collaborators (%i)", async (status) => {
    const { pullRequests } = await client({ baseUrl: server.origin() })
    server.answer(({ method, target }) =>
      method === "POST"
        ? { status: 201, body: pull }
        : target.endsWith("/teams?per_page=100") || status === 403
          ? { status, body: { message: "no" } }
          : { status: 204 }
    )
    expect(await pullRequests.create(input)).not.toHaveProperty("reviewers_problem")
    expect(requests().filter((one) => one.startsWith("POST"))).toEqual([
      "POST /repos/acme/widgets/pulls",
      "POST /repos/acme/widgets/pulls/1/requested_reviewers"
    ])
  })

  it("may be apps, which are not collaborators of any repository", async () => {
    const { pullRequests } = await client({ baseUrl: server.origin() })
    server.answer(({ method }) =>
      method === "POST" ? { status: 201, body: pull } : { status: 404, body: { message: "Not Found" } }
    )
    await pullRequests.create({ ...input, reviewers: ["helper[bot]"], team_reviewers: [] })
    expect(requests()).toHaveLength(2)
  })

  it("are not reported if the repository does not exist", async () => {
    const { pullRequests } = await client({ baseUrl: server.origin() })
    server.answer(() => ({ status: 404, body: { message: "Not Found" } }))
    expect(await reasonOf(pullRequests.create(input))).toMatchObject({ _tag: "NotFound" })
    expect(requests().filter((one) => one.startsWith("POST"))).toEqual([])
  })

  it("are not looked up if none are given", async () => {
    const { pullRequests } = await client({ baseUrl: server.origin() })
    server.answer(() => ({ status: 201, body: pull }))
    await pullRequests.create({ ...input, reviewers: [], team_reviewers: [] })
    expect(requests()).toEqual(["POST /repos/acme/widgets/pulls"])
  })
})

it("reviewers are the requested and past reviewers, users and teams, over all pages", async () => {
  const user = (login: string, id: number) => ({ login, id })
  const review = (id: number, login: string, state: string, day: number) => ({
    id,
    user: user(login, 1),
    state,
    html_url: `r${id}`,
    submitted_at: state === "PENDING" ? null : `2026-01-${String(day).padStart(2, "0")}T00:00:00Z`
  })
  const first = [
    review(1, "ana", "APPROVED", 1),
    review(2, "ben", "CHANGES_REQUESTED", 2),
    review(3, "ana", "COMMENTED", 3),
    review(4, "cat", "COMMENTED", 4),
    { ...review(5, "x", "APPROVED", 5), user: null }
  ]
  const second = [review(6, "ben", "APPROVED", 6), review(7, "dan", "PENDING", 7)]
  server.answer(({ target }) => {
    if (target.endsWith("requested_reviewers")) {
      return { body: { users: [user("ben", 2), user("eve", 3)], teams: [{ id: 1, slug: "core", name: "Core" }] } }
    }
    return target.includes("page=2")
      ? { body: second }
      : { body: first, headers: { link: '<https://x.example/?page=2&per_page=100>; rel="next"' } }
  })
  const { pullRequests } = await client({ baseUrl: server.origin() })
  const { reviewers } = await pullRequests.reviewers({ ...widgets, pull_number: 1 })
  expect(
    reviewers.map(({ type, name, requested, state, last_review_state, submitted_at }) => [
      type,
      name,
      requested,
      state,
      last_review_state,
      submitted_at?.slice(0, 10)
    ])
  ).toEqual([
    ["user", "ben", true, "approved", "approved", "2026-01-06"],
    ["user", "eve", true, undefined, undefined, undefined],
    ["user", "ana", false, "approved", "commented", "2026-01-03"],
    ["user", "cat", false, "commented", "commented", "2026-01-04"],
    ["team", "core", true, undefined, undefined, undefined]
  ])
})

it("a merge is not repeated after a lost answer", async () => {
  server.answer(() => ({ status: 502 }))
  const { pullRequests } = await client({ baseUrl: server.origin() })
  expect(await reasonOf(pullRequests.merge({ ...widgets, pull_number: 1 }))).toMatchObject({ _tag: "Unavailable" })
  expect(server.asked()).toHaveLength(1)
})

// https://github.com/chaoss/grimoirelab-perceval/pull/594
it("a requested reviewer whose account was deleted is null, and hides nobody else", async () => {
  const code = await client({ baseUrl: server.origin(), token: "a-token" })
  const ana = { login: "ana", id: 1 }
  const side = { ref: "main", sha: "a" }
  const pull = { id: 1, number: 1, title: "Topic", state: "open", html_url: "h", head: side, base: side }
  server.answer(({ target }) => ({
    body: target.includes("/reviews")
      ? []
      : target.includes("/requested_reviewers")
        ? { users: [ana, null], teams: [] }
        : [{ ...pull, created_at: "", updated_at: "", requested_reviewers: [null, ana] }]
  }))
  const page = await code.pullRequests.page(widgets)
  expect(page.items[0]?.requested_reviewers).toEqual([null, ana])
  const { reviewers } = await code.pullRequests.reviewers({ ...widgets, pull_number: 1 })
  expect(reviewers).toEqual([{ type: "user", name: "ana", requested: true }])
})

it.each(["Changes must be made through the merge queue", 'Required status check "ci" is expected.'])(
  "a merge that the rules forbid says which rule it is: %s",
  async (message) => {
    const side = { ref: "main", sha: "1".repeat(40) }
    const pull = {
      id: 1,
      number: 1,
      title: "Topic",
      state: "open",
      mergeable: true,
      mergeable_state: "blocked",
      html_url: "https://codehost.example/acme/widgets/pull/1",
      head: side,
      base: side,
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z"
    }
    server.answer(({ method }) => (method === "PUT" ? { status: 405, body: { message } } : { body: pull }))
    const { pullRequests } = await client({ baseUrl: server.origin() })
    const reason = await reasonOf(pullRequests.merge({ ...widgets, pull_number: 1 }))
    expect(reason).toMatchObject({ _tag: "Conflict", because: "rules", nothing: "changed" })
    expect(reason.what).toMatch(/^Pull request #1 is blocked by the rules of its base branch/)
    expect(reason.what).toContain(message.replace(/\.$/, ""))
    expect(reason.what).not.toMatch(/are missing/)
  }
)
