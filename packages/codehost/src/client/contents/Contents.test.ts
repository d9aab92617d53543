import { describe, expect, it } from "vitest"

import { answers } from "../../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../../tests/clients.ts"

const { client, calls, control } = clients()
const server = answers()

const notes = { ...widgets, path: "notes/a b#1.md", branch: "feature/a/b" }
const read = { ...widgets, path: notes.path, ref: notes.branch }

describe("a file", () => {
  it("is written, read and deleted on its branch, with slashes and unusual characters in its name", async () => {
    const { contents } = await client()
    const record = await contents.put({ ...notes, content: "héllo\n" })
    expect(record).toMatchObject({ created: true, path: notes.path, commit: { message: `Create ${notes.path}` } })
    expect(await contents.get(read)).toMatchObject({
      type: "file",
      encoding: "utf-8",
      content: "héllo\n",
      sha: record.sha
    })
    expect(await contents.put({ ...notes, content: "again" })).toMatchObject({ created: false })
    expect(await contents.get({ ...read, ref: notes.branch })).toMatchObject({ content: "again" })
    expect(await contents.delete(notes)).toMatchObject({ created: false, commit: { message: `Delete ${notes.path}` } })
    expect(await reasonOf(contents.get(read))).toMatchObject({ _tag: "NotFound" })
    expect(await reasonOf(contents.get({ ...read, ref: "main" }))).toMatchObject({ _tag: "NotFound" })
  })

  it("that is not text is base64 both ways", async () => {
    const { contents } = await client()
    await contents.put({ ...notes, content: "//79/A==", encoding: "base64" })
    expect(await contents.get(read)).toMatchObject({ encoding: "base64", content: "//79/A==", size: 4 })
  })

  it("is looked up on the branch that is written to", async () => {
    const { contents } = await client()
    const file = { ...widgets, path: "README.md" }
    const main = await contents.get(file)
    await contents.put({ ...file, branch: "feature/a/b", content: "on the branch" })
    expect(await contents.get(file)).toEqual(main)
    await contents.put({ ...file, branch: "feature/a/b", content: "once more" })
    expect(await contents.get({ ...file, ref: "feature/a/b" })).toMatchObject({ content: "once more" })
  })

  it("of more than a megabyte is read by its blob", async () => {
    const { contents } = await client()
    const content = "0123456789abcde\n".repeat(70_000)
    await contents.put({ ...notes, content })
    const result = await contents.get(read)
    expect(result.content === content).toBe(true)
    expect(result).toMatchObject({ encoding: "utf-8", size: content.length })
    expect((await calls()).map(({ operation }) => operation)).toContain("/repos/{owner}/{repo}/git/blobs/{file_sha}")
  })
})

it("a file of 20 MB is written and read back", async () => {
  const { contents } = await client()
  const content = "0123456789abcde\n".repeat(20 * 65_536)
  const { sha } = await contents.put({ ...notes, content })
  const result = await contents.get(read)
  expect([result.sha, result.content === content]).toEqual([sha, true])
})

describe("a file that somebody else changed", () => {
  const otherContent = { ...notes, content: "theirs" }

  it("since it was read is a Conflict, and keeps their change", async () => {
    const { contents } = await client()
    const { sha } = await contents.put({ ...notes, content: "first" })
    await contents.put(otherContent)
    const reason = await reasonOf(contents.put({ ...notes, content: "mine", ...(sha !== undefined && { sha }) }))
    expect(reason).toMatchObject({
      _tag: "Conflict",
      what: expect.stringContaining("notes/a b#1.md has changed since it was read on feature/a/b"),
      because: "changed",
      nothing: "changed"
    })
    expect(await reasonOf(contents.delete({ ...notes, sha: sha ?? "" }))).toMatchObject({ _tag: "Conflict" })
    expect(await contents.get(read)).toMatchObject({ content: "theirs" })
  })

  it.each([
    [
      "changed",
      409,
      "notes is at 1a2b but expected 3c4d",
      { sha: "3".repeat(40), type: "file", name: "a b#1.md", path: notes.path }
    ],
    ["created", 422, 'Invalid request.\n\n"sha" wasn\'t supplied.', undefined]
  ])("between look-up and write (%s) is a Conflict, and is not retried", async (_, status, message, before) => {
    const { contents } = await client({ baseUrl: `${server.origin()}/api` })
    server.answer(({ method }) =>
      method === "GET"
        ? before === undefined
          ? { status: 404, body: { message: "Not Found" } }
          : { body: [before] }
        : { status, body: { message } }
    )
    expect(await reasonOf(contents.put({ ...notes, content: "mine" }))).toMatchObject({ _tag: "Conflict" })
    expect(server.asked().filter(({ method }) => method === "PUT")).toHaveLength(1)
  })

  it.each([
    [409, "README.md does not match 3c4d", /README\.md has changed since it was read on main/, "readAgain"],
    [422, 'Invalid request.\n\n"sha" wasn\'t supplied.', /README\.md has changed since it was read/, "readAgain"],
    [409, "is at 1a2b but expected 3c4d", /^main moved in the meantime/, "retry"],
    [409, "refs/heads/main expected to be at 1a2b", /^main moved in the meantime/, "retry"],
    [409, "Update is not a fast forward", /main moved in the meantime/, "retry"],
    [409, "Repository rule violations found", /rules of the branch.*pull request.*rule violations/, "changeState"],
    [
      409,
      "Could not update file: Changes must be made through a pull request.",
      /rules of the branch.*Changes must be made/,
      "changeState"
    ],
    [409, "Something else.", /^The service reports a conflict: “Something else\.”$/, "readAgain"]
  ])("is told apart from other conflicts (%i %s)", async (status, message, what, remedy) => {
    const { contents } = await client({ baseUrl: `${server.origin()}/api` })
    server.answer(({ method }) => (method === "GET" ? { body: [] } : { status, body: { message } }))
    const write = { ...widgets, path: "README.md", branch: "main", sha: "3".repeat(40) }
    for (const call of [() => contents.put({ ...write, content: "x" }), () => contents.delete(write)]) {
      const reason = await reasonOf(call())
      expect([reason._tag, reason.what, reason.remedy?.to, reason.nothing]).toEqual([
        "Conflict",
        expect.stringMatching(what),
        remedy,
        "changed"
      ])
    }
  })

  it("is written with the sha that the caller read; only its folder is looked up", async () => {
    const { contents } = await client()
    const { sha = "" } = await contents.put({ ...widgets, path: "one.md", content: "first" })
    await control("/reset", {})
    await contents.put({ ...widgets, path: "one.md", content: "x", sha }).catch(() => undefined)
    expect((await calls()).map(({ method }) => method)).toEqual(["GET", "PUT"])
  })

  it("is not written again after a lost answer", async () => {
    const { contents } = await client({ baseUrl: `${server.origin()}/api` })
    server.answer(({ method }) =>
      method === "GET"
        ? { status: 404, body: { message: "Not Found" } }
        : { status: 502, body: { message: "Server Error" } }
    )
    expect(await reasonOf(contents.put({ ...notes, content: "mine" }))).toMatchObject({
      _tag: "Unavailable",
      remedy: { to: "lookFirst", at: "notes/a b#1.md on feature/a/b of acme/widgets" }
    })
    expect(server.asked().filter(({ method }) => method === "PUT")).toHaveLength(1)
  })
})

describe("something other than a file", () => {
  it.each(["", "/", "src", "/src/"])("a folder (%j) has entries", async (path) => {
    const result = await (await client()).contents.get({ ...widgets, path })
    expect(result).toMatchObject({ type: "dir", path: path.replaceAll("/", "") })
    expect(result.entries?.length).toBeGreaterThan(0)
    expect(result).not.toHaveProperty("content")
  })

  it.each([
    [{ type: "symlink", target: "src/main.ts" }],
    [{ type: "submodule", submodule_git_url: "git://codehost.example/acme/parts.git" }]
  ])("%j is reported with its type", async (entry) => {
    const { contents } = await client({ baseUrl: `${server.origin()}/api` })
    server.answer(() => ({ body: { name: "x", path: "x", sha: "1".repeat(40), size: 0, ...entry } }))
    expect(await contents.get({ ...widgets, path: "x" })).toMatchObject(entry)
    expect(server.asked()).toHaveLength(1)
  })

  it("a folder is not overwritten", async () => {
    const { contents } = await client()
    expect(await reasonOf(contents.put({ ...widgets, path: "src", content: "x" }))).toMatchObject({
      _tag: "Conflict",
      what: expect.stringContaining("folder")
    })
    expect((await calls()).filter(({ method }) => method === "PUT")).toEqual([])
  })

  it("nothing is deleted if nothing exists", async () => {
    const { contents } = await client()
    expect(await reasonOf(contents.delete({ ...widgets, path: "none.md" }))).toMatchObject({ _tag: "NotFound" })
  })
})

it.each([
  [{ path: "../secrets" }, ["path"]],
  [{ path: "a/./b", branch: "a..b" }, ["path", "branch"]],
  [{ path: "a", owner: "acme/x", repo: "..", content: 7 as never }, ["owner", "repo", "content"]],
  [{ path: "a", sha: "abc", encoding: "latin1" as never }, ["encoding", "sha"]],
  [{ path: "a", content: "a".repeat(100 * 1024 * 1024 + 1) }, ["content"]]
])("refuses invalid input before anything is sent: %#", async (invalidInput, fields) => {
  const { contents } = await client()
  const reason = await reasonOf(contents.put({ ...widgets, content: "x", ...invalidInput }))
  expect(reason._tag === "Invalid" && reason.fields.map(({ field }) => field)).toEqual(fields)
  expect(await calls()).toEqual([])
})
