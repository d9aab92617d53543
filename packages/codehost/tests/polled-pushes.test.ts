/** Polls for a push of more commits than a page of a comparison has. */
import { expect, it } from "vitest"

import { polls } from "./polls.ts"

const { ask, poller } = polls()

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
