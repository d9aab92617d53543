import { createHash } from "node:crypto"

import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrong, get, ask } = stepWorld("codehost_get_repository_content")

const blobSha = (content: string | Buffer) => {
  const bytes = Buffer.from(content)
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex")
}

const write = (path: string, content: Buffer, branch = "main") =>
  ask("PUT", `/repos/acme/widgets/contents/${path}`, { message: "test", content: content.toString("base64"), branch })

it("gives a file as text, with the sha of that text", async () => {
  const file = await run({ ...widgets, path: "README.md" })
  expect(file).toMatchObject({ type: "file", path: "README.md", encoding: "utf-8" })
  expect(file.sha).toBe(blobSha(file.content))
})

it("gives a folder as its entries, the root by default", async () => {
  const root = await run(widgets)
  expect(root.type).toBe("dir")
  const told = await get("/repos/acme/widgets/contents/")
  expect(root.entries.map(({ path }: { path: string }) => path)).toEqual(told.map(({ path }: { path: string }) => path))
})

it("reads a branch whose name has slashes", async () => {
  await write("only-here.txt", Buffer.from("on the branch"), "feature/a/b")
  expect(await run({ ...widgets, path: "only-here.txt", ref: "feature/a/b" })).toMatchObject({
    content: "on the branch"
  })
  expect((await reason({ ...widgets, path: "only-here.txt" }))._tag).toBe("NotFound")
})

it("gives what is no text as base64, byte for byte", async () => {
  const bytes = Buffer.from([0, 255, 254, 10, 128])
  await write("bytes.bin", bytes)
  expect(await run({ ...widgets, path: "bytes.bin" })).toMatchObject({
    encoding: "base64",
    content: bytes.toString("base64")
  })
})

it("gives a file of more than a megabyte whole", async () => {
  const text = "0123456789abcde\n".repeat(100_000)
  await write("big.txt", Buffer.from(text))
  const file = await run({ ...widgets, path: "big.txt" })
  expect(file.content.length).toBe(text.length)
  expect(file.sha).toBe(blobSha(text))
})

it("reads names with spaces, signs and letters of any kind", async () => {
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
])("refuses %j", async (input, fields) => expect([...(await wrong(input))].sort()).toEqual(fields))
