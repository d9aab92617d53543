/** Polls for pushes whose commits are many, or cannot be found by a comparison. */
import { expect, it } from "vitest"

import type { Json } from "./events.ts"
import { polls } from "./polls.ts"

const { ask, control, poller } = polls()

const widgets = { owner: "acme", repo: "widgets" }
const base = "/repos/acme/widgets"

const COUNT = 130

/** Pushes many commits to a new branch at once, and returns their hashes, oldest first. */
const push = async (): Promise<ReadonlyArray<string>> => {
  const { commit } = await ask("GET", `${base}/branches/main`)
  await ask("POST", `${base}/git/refs`, { ref: "refs/heads/oil/fast", sha: commit.sha })
  const tree = await ask("POST", `${base}/git/trees`, {
    tree: [{ path: "oil.txt", mode: "100644", type: "blob", content: "oil" }]
  })
  const shas: Array<string> = []
  for (let number = 1; number <= COUNT; number += 1) {
    const parents = [shas.at(-1) ?? commit.sha]
    const { sha } = await ask("POST", `${base}/git/commits`, { message: `Oil ${number}`, tree: tree.sha, parents })
    shas.push(sha)
  }
  await ask("PATCH", `${base}/git/refs/heads/oil/fast`, { sha: shas.at(-1) })
  return shas
}

it("New commit and New push have all of its commits, up to the newest", async () => {
  const commits = await poller("codehost_new_commit", widgets)
  const pushes = await poller("codehost_new_push", widgets)
  await commits()
  await pushes()
  const shas = await push()
  expect((await commits()).map(({ data }) => data.sha)).toEqual(shas)
  const events = (await pushes()).filter(({ data }) => !data.created)
  expect(events.map(({ data }) => [data.commit_count, data.commits.map(({ sha }: { sha: string }) => sha)])).toEqual([
    [COUNT, shas.slice(-20)]
  ])
  expect(new Set(events[0]?.causes)).toEqual(new Set(shas))
  expect(await commits()).toEqual([])
})

it("New commit and New push name both paths of a renamed file, as their webhooks do", async () => {
  await control("/push", { commits: [{ message: "Write", files: { "src/oil.txt": "oil" } }] })
  const commits = await poller("codehost_new_commit", widgets)
  const pushes = await poller("codehost_new_push", widgets)
  await commits()
  await pushes()
  await control("/push", { commits: [{ message: "Move", files: { "src/oil.txt": null, "lib/oil.txt": "oil" } }] })
  const both = [...(await commits()), ...(await pushes())]
  const paths = new Set(["lib/oil.txt", "src/oil.txt"])
  expect(both.map(({ data }) => new Set(data.paths))).toEqual([paths, paths])
})

const messagesOf = (occurrences: ReadonlyArray<{ readonly data: { readonly message: string } }>) =>
  occurrences.map(({ data }) => data.message)

const distinctOf = (occurrences: ReadonlyArray<{ readonly data: Json }>) =>
  occurrences.map(({ data }) => [data.message, data.branch, data.distinct])

const countsOf = (occurrences: ReadonlyArray<{ readonly data: Json }>) =>
  occurrences.map(({ data }) => [data.commit_count, data.forced])

it("New commit and New push have the first push to a repository", async () => {
  await ask("POST", "/orgs/acme/repos", { name: "gears" })
  const commits = await poller("codehost_new_commit", { owner: "acme", repo: "gears" })
  const pushes = await poller("codehost_new_push", { owner: "acme", repo: "gears" })
  await commits()
  await pushes()
  await control("/push", { repository: "acme/gears", commits: [{ message: "One" }, { message: "Two" }] })
  expect(messagesOf(await commits())).toEqual(["One", "Two"])
  expect(countsOf(await pushes())).toEqual([[2, false]])
})

it("New commit and New push have commits without a common ancestor", async () => {
  const commits = await poller("codehost_new_commit", widgets)
  const pushes = await poller("codehost_new_push", widgets)
  await commits()
  await pushes()
  const { commit } = await ask("GET", `${base}/branches/main`)
  const { tree } = await ask("GET", `${base}/git/commits/${commit.sha}`)
  const { sha } = await ask("POST", `${base}/git/commits`, { message: "Anew", tree: tree.sha, parents: [] })
  await ask("PATCH", `${base}/git/refs/heads/docs/typos`, { sha, force: true })
  expect(messagesOf(await commits())).toEqual(["Anew"])
  expect(countsOf(await pushes())).toEqual([[1, true]])
})

it("New commit has no old commit of a branch that becomes the default branch", async () => {
  await control("/push", { branch: "docs/typos" })
  await control("/clock", { advanceSeconds: 3_600 })
  const { commit } = await ask("GET", `${base}/branches/main`)
  const commits = await poller("codehost_new_commit", widgets)
  await commits()
  await ask("POST", `${base}/git/refs`, { ref: "refs/heads/trunk", sha: commit.sha })
  await ask("PATCH", base, { default_branch: "trunk" })
  expect(await commits()).toEqual([])
})

it("New commit has a commit once, and once more on each branch that gets it later, for filters by branch", async () => {
  const commits = await poller("codehost_new_commit", widgets)
  await commits()
  await control("/push", { branch: "feature", commits: [{ message: "One" }] })
  expect(distinctOf(await commits())).toEqual([["One", "feature", undefined]])
  const { commit } = await ask("GET", `${base}/branches/feature`)
  await ask("PATCH", `${base}/git/refs/heads/main`, { sha: commit.sha })
  expect(distinctOf(await commits())).toEqual([["One", "main", false]])
  expect(await commits()).toEqual([])
})

it("the temporary branches of a merge queue are neither new branches nor pushes, and their commits wait for the merge", async () => {
  const all = await Promise.all(
    ["new_branch", "new_push", "new_commit"].map((trigger) => poller(`codehost_${trigger}`, widgets))
  )
  for (const poll of all) await poll()
  await control("/push", { branch: "gh-readonly-queue/main/pr-1-abc", commits: [{ message: "Merged" }] })
  for (const poll of all) expect(await poll()).toEqual([])
  const { object } = await ask("GET", `${base}/git/ref/heads/gh-readonly-queue/main/pr-1-abc`)
  await ask("PATCH", `${base}/git/refs/heads/main`, { sha: object.sha })
  const [, pushes, commits] = await Promise.all(all.map((poll) => poll()))
  expect(pushes?.map(({ data }) => data.name)).toEqual(["main"])
  expect(distinctOf(commits ?? [])).toEqual([["Merged", "main", undefined]])
})
