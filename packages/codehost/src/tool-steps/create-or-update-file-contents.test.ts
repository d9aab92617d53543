import { expect, it } from "vitest"

import { stepWorld, widgets, type Json } from "../../tests/steps.ts"

const { run, reason, wrongFields, get, ask, calls } = stepWorld("codehost_create_or_update_file_contents")
const BRANCH = "feature/a/b"
const at = (path: string) => get(`/repos/acme/widgets/contents/${path}?ref=${BRANCH}`)
const text = async (path: string) => Buffer.from((await at(path)).content, "base64").toString()
const overwrite = async (path: string, content: string) =>
  ask("PUT", `/repos/acme/widgets/contents/${path}`, {
    message: "by somebody else",
    content: Buffer.from(content).toString("base64"),
    sha: (await at(path)).sha,
    branch: BRANCH
  })

it("creates and then updates a file, only on the named branch", async () => {
  const creation = await run({ ...widgets, path: "notes/über.md", content: "one ✓\n", branch: BRANCH, message: "Add" })
  expect(creation).toMatchObject({ created: true, path: "notes/über.md" })
  expect(await text("notes/%C3%BCber.md")).toBe("one ✓\n")
  const update = await run({ ...widgets, path: "notes/über.md", content: "two\n", branch: BRANCH })
  expect(update).toMatchObject({ created: false })
  expect(await text("notes/%C3%BCber.md")).toBe("two\n")
  expect(update.sha).toBe((await at("notes/%C3%BCber.md")).sha)
  expect((await ask("GET", "/repos/acme/widgets/contents/notes/%C3%BCber.md")).status).toBe(404)
})

it("writes bytes that are not text", async () => {
  const bytes = Buffer.from([0, 255, 1, 254])
  await run({ ...widgets, path: "b.bin", content: bytes.toString("base64"), encoding: "base64", branch: BRANCH })
  expect(Buffer.from((await at("b.bin")).content, "base64")).toEqual(bytes)
})

it("overwrites nothing if the file has changed since it was read", async () => {
  const { sha } = await at("README.md")
  expect((await overwrite("README.md", "theirs")).status).toBe(200)
  const conflict = await reason({ ...widgets, path: "README.md", content: "mine", branch: BRANCH, sha })
  expect(conflict._tag).toBe("Conflict")
  expect(conflict).toMatchObject({ because: "changed", remedy: { to: "readAgain" } })
  expect(await text("README.md")).toBe("theirs")
})

it("overwrites nothing if the file changes between look-up and write", async () => {
  // Another client writes continuously, so the `sha` that is looked up may be outdated by the time of the write.
  const racing = new AbortController()
  const race = (async () => {
    for (let n = 0; !racing.signal.aborted; n++) await overwrite("README.md", `theirs ${n}`)
  })()
  const outcomes = await Promise.all(
    Array.from({ length: 3 }, (_, i) =>
      run({ ...widgets, path: "README.md", content: `mine ${i}`, branch: BRANCH }).catch(
        (error: Json) => error.reason._tag
      )
    )
  )
  racing.abort()
  await race
  for (const outcome of outcomes) expect(outcome === "Conflict" || outcome.created === false).toBe(true)
  // Every successful write is in the history, so none has overwritten a version that it had not seen.
  const history = await get(`/repos/acme/widgets/commits?sha=${BRANCH}&path=README.md&per_page=100`)
  const commits = outcomes.filter((outcome) => outcome !== "Conflict").map((outcome) => outcome.commit.sha)
  for (const sha of commits) expect(history.map((commit: Json) => commit.sha)).toContain(sha)
})

it("reports a missing branch, and writes nothing", async () => {
  const reasonOfMissing = await reason({ ...widgets, path: "x.md", content: "x", branch: "no/such" })
  expect(reasonOfMissing._tag).toBe("NotFound")
  expect((await calls()).filter(({ method }) => method === "PUT").every(({ status }) => status !== 200)).toBe(true)
})

it.each([
  [{ ...widgets, path: "../x", content: "x" }, ["path"]],
  [{ ...widgets, path: "", content: "x" }, ["path"]],
  [{ ...widgets, path: "a/../../x", content: "x" }, ["path"]],
  [{ ...widgets, path: "x", content: "not base64!", encoding: "base64" }, ["content"]],
  [{ ...widgets, path: "x", content: "x", branch: "a..b", sha: "nonsense" }, ["branch", "sha"]],
  [{ ...widgets, path: "x" }, ["content"]]
])("refuses %j", async (input, fields) => expect([...(await wrongFields(input))].sort()).toEqual(fields))

it("refuses more than 100 MB before it is sent", async () => {
  expect(await wrongFields({ ...widgets, path: "x", content: "x".repeat(100 * 1024 * 1024 + 1) })).toEqual(["content"])
})
