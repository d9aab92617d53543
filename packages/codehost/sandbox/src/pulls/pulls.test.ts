import { expect, it } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor({ issues: 12 })
const widgets = "/repos/acme/widgets"
const pulls = `${widgets}/pulls`

const numbers = async (query: string): Promise<ReadonlyArray<unknown>> =>
  objects((await ask(`${pulls}?${query}`)).body).map(({ number }) => number)

const problems = async (body: object): Promise<unknown> => at((await ask(pulls, { body })).body, "errors")

const branch = async (name: string, file: string, content = "new\n", repository = widgets): Promise<void> => {
  const sha = at((await ask(`${repository}/git/ref/heads/main`)).body, "object", "sha")
  const creation = await ask(`${repository}/git/refs`, { body: { ref: `refs/heads/${name}`, sha } })
  const body = { message: "Work", branch: name, content: Buffer.from(content).toString("base64") }
  const answer = await ask(`${repository}/contents/${file}`, { method: "PUT", body })
  expect([creation.status, answer.status]).toEqual([201, 201])
}

it("lists by state, branch and order", async () => {
  expect(await numbers("")).toEqual([14, 13])
  expect(await numbers("state=all")).toEqual([14, 13, 12, 11])
  expect(await numbers("state=closed&sort=updated")).toEqual([11, 12])
  expect(await numbers("head=acme:feature/a/b")).toEqual([14])
  expect(await numbers("head=hubot:feature/a/b")).toEqual([])
  expect(await numbers("base=develop&state=all")).toEqual([])
})

it("returns the commits and files between the branches", async () => {
  const { body } = await ask(`${pulls}/14`)
  expect(body).toMatchObject({
    draft: true,
    state: "open",
    merged: false,
    mergeable: true,
    mergeable_state: "draft",
    commits: 2,
    changed_files: 2,
    head: { label: "acme:feature/a/b", ref: "feature/a/b" }
  })
  const commits = objects((await ask(`${pulls}/14/commits`)).body)
  expect(commits.map(({ commit }) => at(commit, "message"))).toEqual(["Widgets that glow", "Glow less at night"])
  const files = objects((await ask(`${pulls}/14/files`)).body)
  expect(files.map(({ filename, status }) => [filename, status])).toEqual([
    ["README.md", "modified"],
    ["src/glow.ts", "added"]
  ])
  const diff = await ask(`${pulls}/14`, { headers: { accept: "application/vnd.github.diff" } })
  expect(diff.text).toContain("+Widgets of every kind. Some glow.")
  expect((await ask(`${pulls}/11`)).body).toMatchObject({
    state: "closed",
    merged: true,
    mergeable: null,
    merged_by: { login: "mona" }
  })
})

it("is also an issue, with the same number", async () => {
  const [issue, pull] = [(await ask(`${widgets}/issues/13`)).body, (await ask(`${pulls}/13`)).body]
  expect(at(issue, "pull_request", "url")).toBe(at(pull, "url"))
  expect(at(issue, "node_id")).toBe(at(pull, "node_id"))
  expect(at(issue, "id")).not.toBe(at(pull, "id"))
  expect((await ask(`${pulls}/1`)).status).toBe(404)
})

it("opens one, as a draft on request; mergeable is known a moment later", async () => {
  await branch("deep/er/branch", "deep.txt")
  const body = { title: "Deep", head: "acme:deep/er/branch", base: "main", draft: true, body: "Text" }
  const { body: pull, status } = await ask(pulls, { body })
  expect([status, at(pull, "draft"), at(pull, "mergeable"), at(pull, "mergeable_state")]).toEqual([
    201,
    true,
    null,
    "unknown"
  ])
  expect((await ask(String(at(pull, "url")))).body).toMatchObject({ mergeable: true, commits: 1, additions: 1 })
})

it("accepts a branch of a fork", async () => {
  const token = "sandbox-hubot-token-not-a-secret"
  const sha = at((await ask("/repos/hubot/widgets/git/ref/heads/main")).body, "object", "sha")
  await ask("/repos/hubot/widgets/git/refs", { body: { ref: "refs/heads/mine", sha }, token })
  const file = { message: "Mine", branch: "mine", content: Buffer.from("mine\n").toString("base64") }
  await ask("/repos/hubot/widgets/contents/mine.txt", { method: "PUT", body: file, token })
  const { body, status } = await ask(pulls, { body: { title: "Mine", head: "hubot:mine", base: "main" }, token })
  expect([status, at(body, "head", "repo", "full_name"), at(body, "changed_files")]).toEqual([201, "hubot/widgets", 1])
  expect(await numbers("head=hubot:mine")).toEqual([at(body, "number")])
})

it("refuses branches that cannot form a pull request", async () => {
  const body = { title: "A", head: "docs/typos", base: "main" }
  expect(await problems({ ...body, head: "no-such-branch" })).toEqual([
    { resource: "PullRequest", field: "head", code: "invalid" }
  ])
  expect(await problems({ ...body, base: "no-such-branch" })).toEqual([
    { resource: "PullRequest", field: "base", code: "invalid" }
  ])
  expect(await problems({ ...body, head: "nobody:main" })).toEqual([
    { resource: "PullRequest", field: "head", code: "invalid" }
  ])
  expect(await problems({ ...body, head: "main" })).toEqual([
    { resource: "PullRequest", code: "custom", message: "No commits between main and main" }
  ])
  expect(await problems({ ...body, head: "feature/a/b" })).toEqual([
    { resource: "PullRequest", code: "custom", message: "A pull request already exists for acme:feature/a/b." }
  ])
  expect(await problems({ ...body, title: "" })).toEqual([
    { resource: "PullRequest", field: "title", code: "missing_field" }
  ])
  expect(at((await ask(pulls, { body: { title: "A", head: "docs/typos" } })).body, "message")).toBe(
    'Invalid request.\n\n"base" wasn\'t supplied.'
  )
})

it("changes title, body, state and base; a merged one stays closed", async () => {
  const patch = (number: number, body: object) => ask(`${pulls}/${number}`, { method: "PATCH", body })
  expect((await patch(13, { title: "Turn", body: "More", draft: true })).body).toMatchObject({
    title: "Turn",
    body: "More",
    draft: false
  })
  expect((await patch(13, { state: "closed" })).body).toMatchObject({ state: "closed", merged: false })
  expect((await patch(13, { state: "open" })).body).toMatchObject({ state: "open", closed_at: null })
  expect((await patch(13, { base: "docs/typos" })).body).toMatchObject({ base: { ref: "docs/typos" } })
  expect((await patch(13, { base: "no-such-branch" })).status).toBe(422)
  expect(at((await patch(11, { state: "open" })).body, "errors", 0, "field")).toBe("state")
  expect((await ask(`${widgets}/issues/11`, { method: "PATCH", body: { state: "open" } })).status).toBe(422)
})

it("follows its branch, and is closed when the branch is deleted", async () => {
  const before = at((await ask(`${pulls}/13`)).body, "head", "sha")
  const file = { message: "More", branch: "fix-turning", content: Buffer.from("more\n").toString("base64") }
  await ask(`${widgets}/contents/more.txt`, { method: "PUT", body: file })
  const { body: after } = await ask(`${pulls}/13`)
  expect([at(after, "head", "sha") === before, at(after, "commits")]).toEqual([false, 2])
  await ask(`${widgets}/git/refs/heads/fix-turning`, { method: "DELETE" })
  expect((await ask(`${pulls}/13`)).body).toMatchObject({
    state: "closed",
    merged: false,
    head: { sha: at(after, "head", "sha") }
  })
})
