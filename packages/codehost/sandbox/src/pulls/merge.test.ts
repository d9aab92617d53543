import { expect, it } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor({ issues: 12 })
const widgets = "/repos/acme/widgets"
const pull = `${widgets}/pulls/13`

const merge = (body: object, number = 13) => ask(`${widgets}/pulls/${number}/merge`, { method: "PUT", body })
const tip = async (): Promise<unknown> => at((await ask(`${widgets}/git/ref/heads/main`)).body, "object", "sha")
const commit = async (sha: unknown): Promise<unknown> => (await ask(`${widgets}/commits/${String(sha)}`)).body
const message = async (number: number, body: object = {}): Promise<unknown> =>
  at((await merge(body, number)).body, "message")

const write = async (path: string, content: string, branch: string): Promise<void> => {
  const file = await ask(`${widgets}/contents/${path}?ref=${branch}`)
  const sha = file.status === 200 ? { sha: at(file.body, "sha") } : {}
  const body = { message: `Change ${path}`, branch, content: Buffer.from(content).toString("base64"), ...sha }
  expect((await ask(`${widgets}/contents/${path}`, { method: "PUT", body })).status).toBeLessThan(300)
}

it("merges with a merge commit, and closes the issues that it names", async () => {
  const [before, head] = [await tip(), at((await ask(pull)).body, "head", "sha")]
  const { body, status } = await merge({ sha: head })
  expect([status, body]).toEqual([200, { sha: await tip(), merged: true, message: "Pull Request successfully merged" }])
  const merged = await commit(at(body, "sha"))
  expect(objects(at(merged, "parents")).map(({ sha }) => sha)).toEqual([before, head])
  expect(at(merged, "commit", "message")).toBe("Merge pull request #13 from acme/fix-turning\n\nTurn half a time")
  const content = await ask(`${widgets}/contents/src/widget.ts`, {
    headers: { accept: "application/vnd.github.raw+json" }
  })
  expect(content.text).toContain("Math.round")
  expect((await ask(pull)).body).toMatchObject({
    state: "closed",
    merged: true,
    merge_commit_sha: at(body, "sha"),
    merged_by: { login: "mona" },
    commits: 1
  })
  expect((await ask(`${widgets}/issues/1`)).body).toMatchObject({ state: "closed", state_reason: "completed" })
  expect(objects((await ask(`${widgets}/issues/13/events?per_page=100`)).body).slice(-2)).toMatchObject([
    { event: "merged", commit_id: at(body, "sha") },
    { event: "closed" }
  ])
  expect([(await ask(`${pull}/merge`)).status, (await ask(`${widgets}/pulls/14/merge`)).status]).toEqual([204, 404])
})

it("squashes into one commit on the base", async () => {
  await write("second.txt", "second\n", "fix-turning")
  const before = await tip()
  const merged = await commit(at((await merge({ merge_method: "squash" })).body, "sha"))
  expect(objects(at(merged, "parents")).map(({ sha }) => sha)).toEqual([before])
  expect(at(merged, "commit", "message")).toBe("Turn half a time (#13)\n\n* Turn half a time\n\n* Change second.txt")
  expect(objects(at(merged, "files")).map(({ filename }) => filename)).toEqual(["second.txt", "src/widget.ts"])
})

it("rebases every commit onto the base, and keeps the authors", async () => {
  await write("second.txt", "second\n", "fix-turning")
  await write("meanwhile.txt", "meanwhile\n", "main")
  const before = await tip()
  const last = await commit(at((await merge({ merge_method: "rebase" })).body, "sha"))
  const first = await commit(at(last, "parents", 0, "sha"))
  expect([
    at(first, "commit", "message"),
    at(first, "commit", "author", "name"),
    at(first, "parents", 0, "sha")
  ]).toEqual(["Turn half a time", "Grace Example", before])
  expect((await ask(`${widgets}/contents/meanwhile.txt`)).status).toBe(200)
})

it("uses the caller's commit message", async () => {
  const merged = await commit(at((await merge({ commit_title: "Half turns", commit_message: "At last." })).body, "sha"))
  expect(at(merged, "commit", "message")).toBe("Half turns\n\nAt last.")
})

it("refuses a draft, a closed and a merged pull request", async () => {
  const before = await tip()
  expect([(await merge({}, 14)).status, await message(14)]).toEqual([405, "Pull Request is still a draft"])
  expect([(await merge({}, 12)).status, await message(12)]).toEqual([405, "Pull Request is not mergeable"])
  expect(await message(11)).toBe("Pull Request is not mergeable")
  expect(await tip()).toBe(before)
})

it("refuses a head other than the given one", async () => {
  const { body, status } = await merge({ sha: "0".repeat(40) })
  expect([status, at(body, "message")]).toEqual([409, "Head branch was modified. Review and try the merge again."])
})

it("refuses a conflict, and reports it beforehand", async () => {
  await write("src/widget.ts", "export const turn = 4\n", "main")
  expect((await ask(pull)).body).toMatchObject({ mergeable: false, mergeable_state: "dirty" })
  expect([(await merge({})).status, await message(13)]).toEqual([405, "Pull Request is not mergeable"])
  expect((await merge({ merge_method: "rebase" })).status).toBe(405)
})

it("refuses a merge method that the repository does not allow", async () => {
  await ask(widgets, { method: "PATCH", body: { allow_squash_merge: false } })
  const { body, status } = await merge({ merge_method: "squash" })
  expect([status, at(body, "message")]).toEqual([405, "Squash merges are not allowed on this repository."])
  expect((await merge({ merge_method: "octopus" })).status).toBe(422)
})

it("refuses users without push access", async () => {
  const spanners = "/repos/linus/spanners"
  expect((await ask(`${spanners}/pulls/1/merge`, { method: "PUT", body: {} })).status).toBe(404)
  const token = "sandbox-reader-token-not-a-secret"
  const { body, status } = await ask(`${pull}/merge`, { method: "PUT", body: {}, token })
  expect([status, at(body, "message")]).toEqual([403, "Resource not accessible by personal access token"])
})

it("brings the branch up to date with its base", async () => {
  expect((await ask(`${pull}/update-branch`, { method: "PUT", body: {} })).status).toBe(422)
  await write("meanwhile.txt", "meanwhile\n", "main")
  expect(
    (await ask(`${pull}/update-branch`, { method: "PUT", body: { expected_head_sha: "0".repeat(40) } })).status
  ).toBe(422)
  expect((await ask(`${pull}/update-branch`, { method: "PUT", body: {} })).status).toBe(202)
  expect((await ask(pull)).body).toMatchObject({ commits: 2, changed_files: 1 })
})
