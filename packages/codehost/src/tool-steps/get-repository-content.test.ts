import { createHash } from "node:crypto"

import { describe, expect, it } from "vitest"

import { stepWorld, widgets, type Json } from "../../tests/steps.ts"

const { run, reason, wrongFields, get, ask } = stepWorld("codehost_get_repository_content")

const blobSha = (content: string | Buffer) => {
  const bytes = Buffer.from(content)
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex")
}

const write = (path: string, content: Buffer, branch = "main") =>
  ask("PUT", `/repos/acme/widgets/contents/${path}`, { message: "test", content: content.toString("base64"), branch })

it("returns a file as text, with its sha", async () => {
  const file = await run({ ...widgets, path: "README.md" })
  expect(file).toMatchObject({ type: "file", path: "README.md", encoding: "utf-8" })
  expect(file.sha).toBe(blobSha(file.content))
})

it("returns the entries of a folder, the root by default", async () => {
  const root = await run(widgets)
  expect(root.type).toBe("dir")
  const record = await get("/repos/acme/widgets/contents/")
  expect(root.entries.map(({ path }: { path: string }) => path)).toEqual(
    record.map(({ path }: { path: string }) => path)
  )
})

it("reads a branch whose name has slashes", async () => {
  await write("only-here.txt", Buffer.from("on the branch"), "feature/a/b")
  expect(await run({ ...widgets, path: "only-here.txt", ref: "feature/a/b" })).toMatchObject({
    content: "on the branch"
  })
  expect((await reason({ ...widgets, path: "only-here.txt" }))._tag).toBe("NotFound")
})

it("returns a file that is not text as base64, byte for byte", async () => {
  const bytes = Buffer.from([0, 255, 254, 10, 128])
  await write("bytes.bin", bytes)
  expect(await run({ ...widgets, path: "bytes.bin" })).toMatchObject({
    encoding: "base64",
    content: bytes.toString("base64")
  })
})

/** Reads a file part by part, as an agent does, and checks that each part fits the size limit. */
const readAll = async (input: object) => {
  const parts: Array<string> = []
  let next: object | undefined = input
  let sha = ""
  while (next !== undefined) {
    const part: Json = await run(next)
    expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual("max_kb" in input ? 200_000 : 16_384)
    expect(part.left_out === undefined).toBe(part.next === undefined)
    parts.push(part.content)
    next = part.next
    sha = part.sha
  }
  return { parts, sha }
}

describe("a large file", () => {
  const LINES = Array.from({ length: 9000 }, (_, n) => `line ${n + 1} \t é 👩\u200D👧 \u202E`)

  it.each([
    ["lines", LINES.join("\n")],
    ["Windows lines after a byte order mark", `\uFEFF${LINES.join("\r\n")}\r\n`],
    ["one long line", "0123456789 é👩".repeat(10_000)],
    ["a long line among others", `a\nb\n${"x👩".repeat(20_000)}\nc\n`],
    ["no line end but carriage returns", "abc\r".repeat(20_000)],
    ["more than a megabyte", "0123456789abcde\n".repeat(70_000)]
  ])("of %s comes in parts that add up to its text, character for character", async (_, text) => {
    await write("big.txt", Buffer.from(text))
    const { parts, sha } = await readAll({ ...widgets, path: "big.txt", ...(text.length > 500_000 && { max_kb: 195 }) })
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join("") === text).toBe(true)
    expect(sha).toBe(blobSha(text))
  })

  it("that is not text comes in parts of base64", async () => {
    const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, n) => (n * 7) % 256))
    await write("big.bin", bytes)
    const { parts } = await readAll({ ...widgets, path: "big.bin" })
    expect(Buffer.from(parts.join(""), "base64").equals(bytes)).toBe(true)
  })

  it("returns the requested lines", async () => {
    await write("big.txt", Buffer.from(LINES.join("\r\n")))
    const part = await run({ ...widgets, path: "big.txt", start_line: 100, end_line: 102 })
    expect(part).toMatchObject({
      content: `${LINES.slice(99, 102).join("\r\n")}\r\n`,
      lines: { from: 100, to: 102, total: 9000 }
    })
    expect(part).not.toHaveProperty("next")
    expect(await run({ ...widgets, path: "big.txt", start_line: 9000 })).toMatchObject({ content: LINES[8999] })
    const long = await run({ ...widgets, path: "big.txt", start_line: 100, end_line: 8000 })
    expect(long.left_out).toEqual([expect.stringMatching(/^content: lines [\d,]+ to 8,000 of 9,000$/)])
    expect(long.next).toMatchObject({ start_line: long.lines.to + 1, end_line: 8000 })
  })

  it.each([
    [{ start_line: 0 }, ["start_line"]],
    [{ start_line: 5, end_line: 4 }, ["end_line"]],
    [{ start_line: 5, end_line: 4, ref: true, max_kb: 0 }, ["ref", "max_kb", "end_line"]],
    [{ offset: -1 }, ["offset"]],
    [{ skip: -1 }, ["skip"]],
    [{ max_kb: 196 }, ["max_kb"]]
  ])("refuses %j", async (range, fields) =>
    expect(await wrongFields({ ...widgets, path: "README.md", ...range })).toEqual(fields)
  )

  it("says where the file ends if the requested part is past its end", async () => {
    const past = await reason({ ...widgets, path: "README.md", start_line: 100_000 })
    expect(past).toMatchObject({ _tag: "Invalid", fields: [{ field: "start_line" }] })
  })
})

it("returns a large folder in parts, each entry once", async () => {
  for (let n = 0; n < 150; n++) await write(`many/a-file-with-a-rather-long-name-${n}.txt`, Buffer.from("x"))
  const names: Array<string> = []
  let next: object | undefined = { ...widgets, path: "many" }
  while (next !== undefined) {
    const part: Json = await run(next)
    expect(part.total).toBe(150)
    names.push(...part.entries.map(({ path }: Json) => path))
    next = part.next
  }
  expect([names.length, new Set(names).size]).toEqual([150, 150])
})

it("reads names with spaces, symbols and letters of any kind", async () => {
  const path = "docs/a b#c?d%20é.txt"
  await write(path.split("/").map(encodeURIComponent).join("/"), Buffer.from("found"))
  expect(await run({ ...widgets, path })).toMatchObject({ path, content: "found" })
})

it.each([
  [{ ...widgets, path: "../secrets" }, ["path"]],
  [{ ...widgets, path: "src/../../x" }, ["path"]],
  [{ ...widgets, path: "src/./x" }, ["path"]],
  [{ ...widgets, path: "x", ref: "a..b" }, ["ref"]],
  [{ owner: "a/b", repo: "..", path: ".." }, ["owner", "path", "repo"]]
])("refuses %j", async (input, fields) => expect([...(await wrongFields(input))].sort()).toEqual(fields))
