import { createHash } from "node:crypto"

import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor()

const dotfiles = "/repos/mona/dotfiles"
const file = (path: string) => `${dotfiles}/contents/${path}`
const raw = { headers: { accept: "application/vnd.github.raw+json" } }
const base64 = (text: string): string => Buffer.from(text).toString("base64")
const sha = (text: string): string =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex")
const modes = async () =>
  Object.fromEntries(
    objects(at((await ask(`${dotfiles}/git/trees/main?recursive=1`)).body, "tree")).map(({ mode, path }) => [
      String(path),
      mode
    ])
  )

test.each([
  [".bash_profile", "export EDITOR=vi\n"],
  ["bin/hi", "#!/bin/sh\necho hello\n"],
  ["docs/start.md", "# dotfiles\n"]
])("%s points at a file: it is returned as the file, under its own path", async (path, text) => {
  const { body } = await ask(file(path))
  expect(body).toMatchObject({ type: "file", path, size: text.length, sha: sha(text), content: `${base64(text)}\n` })
  expect(at(body, "target")).toBeUndefined()
  expect((await ask(file(path), raw)).text).toBe(text)
})

test.each([
  ["docs/bin", "../bin"],
  ["docs/gone.md", "../no/such/file.md"],
  ["docs/hosts", "/etc/hosts"],
  ["docs/outside", "../../secrets.txt"],
  ["bin/hey", "hi"]
])("%s does not point at a file of the repository: its target is returned", async (path, target) => {
  const { body, status } = await ask(file(path))
  expect([status, at(body, "type"), at(body, "target")]).toEqual([200, "symlink", target])
  expect([at(body, "sha"), at(body, "size")]).toEqual([sha(target), target.length])
  expect(at(body, "content")).toBeUndefined()
})

test("a link to a folder cannot be used in a path", async () => {
  expect((await ask(file("docs/bin/hello"))).status).toBe(404)
})

test("a folder says which of its entries are links", async () => {
  const { body } = await ask(file("docs"))
  expect(objects(body).map(({ name, size, type }) => [name, type, size])).toEqual([
    ["bin", "symlink", 6],
    ["gone.md", "symlink", 18],
    ["hosts", "symlink", 10],
    ["outside", "symlink", 17],
    ["start.md", "symlink", 12]
  ])
})

test("a submodule: its own type, but listed as a file before the 2026 version", async () => {
  const { body } = await ask(file("vendor/theme"))
  expect(body).toMatchObject({
    type: "submodule",
    size: 0,
    sha: "6ca3721222109997540bd6d9ccd396902e0ad2f9",
    submodule_git_url: "https://codehost.example/linus/spanners.git",
    download_url: null
  })
  for (const [version, type] of [
    ["2022-11-28", "file"],
    ["2026-03-10", "submodule"]
  ] as const) {
    const list = await ask(file("vendor"), { headers: { "x-github-api-version": version } })
    expect(at(list.body, 0, "type")).toBe(type)
  }
})

test("writing to a link changes its target path, not the target file, and it stays a link", async () => {
  const before = await ask(file("docs/start.md"))
  const body = { message: "Edit", content: base64("# Mine\n"), sha: at(before.body, "sha") }
  const answer = await ask(file("docs/start.md"), { method: "PUT", body })
  expect([answer.status, at(answer.body, "content", "type")]).toEqual([200, "symlink"])
  expect((await modes())["docs/start.md"]).toBe("120000")
  expect((await ask(file("README.md"), raw)).text).toBe("# dotfiles\n")
  expect(at((await ask(file("docs/start.md"))).body, "target")).toBe("# Mine\n")
})

test("a link can also be named by its own SHA, and by no other", async () => {
  const put = (blobSha: string) =>
    ask(file("docs/bin"), { method: "PUT", body: { message: "Edit", content: base64("../src"), sha: blobSha } })
  expect((await put("0".repeat(40))).status).toBe(409)
  expect((await put(sha("../bin"))).status).toBe(200)
})

test("an executable stays one when it is written", async () => {
  const body = { message: "Edit", content: base64("#!/bin/sh\n"), sha: sha("#!/bin/sh\necho hello\n") }
  expect((await ask(file("bin/hello"), { method: "PUT", body })).status).toBe(200)
  const after = await modes()
  expect([after["bin/hello"], after["bin/hi"], after["vendor/theme"]]).toEqual(["100755", "120000", "160000"])
})

test("text is returned byte for byte", async () => {
  const windows = await ask(file("text/windows.txt"))
  const bytes = Buffer.from(String(at(windows.body, "content")), "base64")
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString("utf8").split("\r\n").length).toBe(5)
  const latin = Buffer.from(String(at((await ask(file("text/latin-1.txt"))).body, "content")), "base64")
  expect(latin.toString("latin1")).toBe("Grüße aus Köln\n")
})
