// Edits of a part of a file: every other byte stays as it is, whatever the file contains.
import { describe, expect, it } from "vitest"

import { clients, reasonOf, widgets } from "../../../tests/clients.ts"

const { client, calls } = clients()
const file = { ...widgets, path: "notes.txt" }

const bytes = (text: string) => Buffer.from(text)
const HARD = [
  ["Windows line ends", bytes("one\r\ntwo\r\nthree\r\n"), "two", "2"],
  ["Windows line ends, by lines", bytes("one\r\ntwo\r\nthree\r\n"), "two\nthree\n", "2\n3\n4\n"],
  ["a byte order mark", bytes("\uFEFFone\ntwo\n"), "one", "1"],
  ["joiners and marks", bytes("می\u200Cخواهم 👩\u200D👩\u200D👧 \u202Eabc\u202C\ntwo"), "two", "2"],
  ["tabs and no last line end", bytes("a\tb\n\tc"), "\tc", "\td"],
  ["Latin-1", Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x74, 0x77, 0x6f]), "two", "2"],
  [
    "NUL and bytes of every value",
    Buffer.from([...Array.from({ length: 256 }, (_, n) => n), 0x74, 0x77, 0x6f]),
    "two",
    "2"
  ],
  ["mixed line ends", bytes("a\r\nb\nc\r\n"), "b\n", "B\n"],
  ["a dollar sign in what is new", bytes("price\n"), "price", "$& $1"]
] as const

/** The expected file after the edit, computed without the code under test. */
const expected = (before: Buffer, old: string, by: string): Buffer => {
  const windows = !before.toString("latin1").replaceAll("\r\n", "").includes("\n") && before.includes("\r\n")
  const lines = (text: string) => Buffer.from(windows ? text.replaceAll("\n", "\r\n") : text)
  const at = before.indexOf(lines(old))
  return Buffer.concat([before.subarray(0, at), lines(by), before.subarray(at + lines(old).length)])
}

describe("an edit", () => {
  it("is made of an existing file, which it does not replace", async () => {
    const { contents } = await client()
    await contents.put({ ...file, content: "one\n" })
    const change = await contents.put({ ...file, edits: [{ old: "one", new: "two" }], overwrite: false })
    expect(change.created).toBe(false)
    expect(await contents.get(file)).toMatchObject({ content: "two\n" })
  })

  it.each(HARD)("of a file with %s changes nothing else", async (_, before, old, by) => {
    const { contents, call } = await client()
    const { sha } = await contents.put({ ...file, content: before.toString("base64"), encoding: "base64" })
    const record = await contents.put({ ...file, edits: [{ old, new: by }], ...(sha !== undefined && { sha }) })
    const { body } = await call({
      operation: "test",
      method: "GET",
      endpoint: `/repos/acme/widgets/git/blobs/${record.sha}`
    })
    const after = Buffer.from((body as { readonly content: string }).content, "base64")
    expect(after.toString("hex")).toBe(expected(before, old, by).toString("hex"))
  })

  it("of a text that was read and written back changes only the edited part", async () => {
    const { contents } = await client()
    const before = "\uFEFFone\r\n\tتو\u200C 👩\u200D👧\r\nthree"
    await contents.put({ ...file, content: before })
    const read = await contents.get(file)
    expect(read.content).toBe(before)
    await contents.put({ ...file, content: (read.content ?? "").replace("three", "3"), sha: read.sha ?? "" })
    expect((await contents.get(file)).content).toBe(before.replace("three", "3"))
  })

  it("after another works on the result of that one", async () => {
    const { contents } = await client()
    await contents.put({ ...file, content: "a b c" })
    await contents.put({
      ...file,
      edits: [
        { old: "a b", new: "b a" },
        { old: "b a c", new: "done" }
      ]
    })
    expect((await contents.get(file)).content).toBe("done")
  })

  it("of a file of 5 MB needs only the part", async () => {
    const { contents } = await client()
    const content = `${"0123456789abcde\n".repeat(327_680)}last\n`
    await contents.put({ ...file, content })
    await contents.put({ ...file, edits: [{ old: "last", new: "end" }] })
    expect((await contents.get(file)).content === content.replace("last", "end")).toBe(true)
  })

  it.each([
    [[{ old: "none", new: "x" }], ["edits.0.old"], /is not in the file/],
    [[{ old: "a", new: "x" }], ["edits.0.old"], /more than once/],
    [
      [
        { old: "one", new: "x" },
        { old: "none", new: "x" }
      ],
      ["edits.1.old"],
      /not in the file/
    ]
  ])("that cannot be made (%j) writes nothing", async (edits, fields, message) => {
    const { contents } = await client()
    await contents.put({ ...file, content: "one a a" })
    const reason = await reasonOf(contents.put({ ...file, edits }))
    expect(reason._tag === "Invalid" && reason.fields).toEqual(
      fields.map((field) => ({ field, message: expect.stringMatching(message) }))
    )
    expect((await contents.get(file)).content).toBe("one a a")
  })

  it("of a file that somebody has changed since it was read is a Conflict", async () => {
    const { contents } = await client()
    const { sha = "" } = await contents.put({ ...file, content: "one two" })
    await contents.put({ ...file, content: "one three" })
    expect(await reasonOf(contents.put({ ...file, sha, edits: [{ old: "two", new: "2" }] }))).toMatchObject({
      _tag: "Conflict"
    })
    expect((await contents.get(file)).content).toBe("one three")
  })

  it.each([
    [{ edits: [] }, ["edits"]],
    [{ edits: [{ old: "", new: "x" }] }, ["edits.0"]],
    [{ edits: [{ old: "x", new: "x" }] }, ["edits.0"]],
    [{ edits: [{ old: "x", new: "y" }], content: "z" }, [""]],
    [{ edits: [{ old: "x", new: "y" }], encoding: "base64" as const }, ["encoding"]],
    [{}, ["content"]]
  ])("is refused as %j before anything is sent", async (invalidInput, fields) => {
    const { contents } = await client()
    const reason = await reasonOf(contents.put({ ...file, ...invalidInput }))
    expect(reason._tag === "Invalid" && reason.fields.map(({ field }) => field)).toEqual(fields)
    expect(await calls()).toEqual([])
  })

  it("needs a file", async () => {
    const { contents } = await client()
    expect(await reasonOf(contents.put({ ...file, path: "none.md", edits: [{ old: "a", new: "b" }] }))).toMatchObject({
      _tag: "NotFound"
    })
  })
})

it("an existing file is not overwritten if overwrite is false", async () => {
  const { contents } = await client()
  const { sha = "" } = await contents.put({ ...file, content: "first", overwrite: false })
  const careful = { ...file, content: "second", overwrite: false }
  expect(await reasonOf(contents.put(careful))).toMatchObject({
    _tag: "Conflict",
    what: "notes.txt exists already and is only replaced if its sha is given."
  })
  expect((await contents.get(file)).content).toBe("first")
  await contents.put({ ...careful, sha })
  expect((await contents.get(file)).content).toBe("second")
})
