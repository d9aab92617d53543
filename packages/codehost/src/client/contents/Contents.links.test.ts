// Writes to paths that are not a plain file, against a stub that responds as the service does: reading the path of a
// symbolic link returns the file that it leads to, and writing to that path replaces the link's text.
import { beforeEach, describe, expect, it } from "vitest"

import { answers, type ReceivedRequest, type PreparedAnswer } from "../../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../../tests/clients.ts"

const { client } = clients()
const server = answers()

const SHA = "1".repeat(40)
const LINK = "2".repeat(40)
const base64 = (text: string) => Buffer.from(text).toString("base64")
const entry = (path: string, type: string, more: object = {}) => ({
  type,
  name: path.slice(path.lastIndexOf("/") + 1),
  path,
  sha: type === "symlink" ? LINK : SHA,
  size: 1,
  git_url: `https://codehost.example/repos/acme/widgets/git/${more === undefined ? "trees" : "blobs"}/${SHA}`,
  ...more
})
const submodule = (path: string) =>
  entry(path, "file", {
    size: 0,
    git_url: `https://codehost.example/repos/acme/parts/git/trees/${SHA}`,
    download_url: null
  })

const FOLDERS: Readonly<Record<string, ReadonlyArray<object>>> = {
  "": [entry("docs", "dir"), entry("README.md", "file"), entry("latest", "symlink"), submodule("parts")],
  docs: [
    entry("docs/now.md", "symlink"),
    entry("docs/v2.md", "file"),
    entry("docs/out.md", "symlink"),
    entry("docs/old", "dir")
  ]
}

const targets: Record<string, string> = {}

const notFound: PreparedAnswer = { status: 404, body: { message: "Not Found" } }

/**
 * Responds to reads as the service does: a folder with its entries, a link to a file as that file, a link to a folder
 * as a link.
 */
const read = (path: string): PreparedAnswer => {
  const folder = FOLDERS[path]
  if (folder !== undefined) return { body: folder }
  if (path === "latest") return { body: { ...entry("latest", "symlink"), target: "docs" } }
  if (path === "README.md" || path === "docs/now.md") {
    return { body: { ...entry(path, "file"), encoding: "base64", content: base64("text") } }
  }
  if (path === "parts") return { body: { ...submodule("parts"), type: "submodule" } }
  return notFound
}

const answer = ({ method, target }: ReceivedRequest): PreparedAnswer => {
  if (method === "PUT") return { status: 201, body: { content: { sha: SHA }, commit: { sha: SHA } } }
  if (method === "DELETE") return { body: { content: null, commit: { sha: SHA } } }
  const [, path] = /\/contents\/([^?]*)/.exec(target) ?? []
  if (path !== undefined) return read(decodeURIComponent(path))
  return target.endsWith(`/git/blobs/${LINK}`)
    ? { body: { content: base64(targets["link"] ?? ""), encoding: "base64" } }
    : notFound
}

beforeEach(() => server.answer(answer))

const contents = async () => (await client({ baseUrl: server.origin() })).contents
const requests = () => server.asked().filter(({ method }) => method !== "GET")

describe("a write to something other than a plain file", () => {
  it.each([
    [
      "docs/now.md",
      "v2.md",
      "docs/now.md is a symbolic link to docs/v2.md",
      { to: "chooseName", names: ["docs/v2.md"] }
    ],
    [
      "docs/now.md",
      "../README.md",
      "docs/now.md is a symbolic link to README.md",
      { to: "chooseName", names: ["README.md"] }
    ],
    ["docs/out.md", "../../etc/passwd", "docs/out.md is a symbolic link", { to: "changeState" }],
    ["docs/out.md", "/etc/passwd", "docs/out.md is a symbolic link", { to: "changeState" }],
    ["latest", "docs", "latest is a symbolic link to docs", { to: "chooseName", names: ["docs"] }]
  ])("%s -> %s is refused with its target", async (path, target, what, remedy) => {
    targets["link"] = target
    for (const more of [{}, { sha: SHA }]) {
      const reason = await reasonOf((await contents()).put({ ...widgets, path, content: "x", ...more }))
      expect(reason).toMatchObject({
        _tag: "Conflict",
        what: `${what}; delete it before you put a file in its place.`,
        remedy,
        nothing: "changed"
      })
    }
    expect(requests()).toEqual([])
  })

  it.each([
    ["docs", "docs is a folder."],
    ["parts", "parts is a submodule; change it in its own repository."],
    ["parts/lib.c", "parts is a submodule, so nothing can be below it."],
    ["README.md/more.md", "README.md is a file, so nothing can be below it."],
    ["README.md/a/b.md", "README.md is a file, so nothing can be below it."],
    ["latest/now.md", "latest is a symbolic link, so nothing can be below it."]
  ])("%s is refused: %s", async (path, what) => {
    expect(await reasonOf((await contents()).put({ ...widgets, path, content: "x" }))).toMatchObject({
      _tag: "Conflict",
      what,
      nothing: "changed"
    })
    expect(requests()).toEqual([])
  })

  it.each(["docs/new.md", "new/folder/file.md", "new.md"])("%s is written", async (path) => {
    expect(await (await contents()).put({ ...widgets, path, content: "x" })).toMatchObject({ created: true, path })
    expect(requests()).toHaveLength(1)
  })
})

it("deletes a link itself, not its target", async () => {
  await (await contents()).delete({ ...widgets, path: "docs/now.md" })
  expect(JSON.parse(requests()[0]?.body ?? "")).toMatchObject({ sha: LINK })
})

it("a folder lists a submodule as a submodule", async () => {
  const { entries } = await (await contents()).get({ ...widgets, path: "" })
  expect(entries?.map(({ type }) => type)).toEqual(["dir", "file", "symlink", "submodule"])
})

describe("a folder of more than 1,000 entries", () => {
  const names = Array.from({ length: 1500 }, (_, n) => `f${String(n).padStart(4, "0")}.md`)
  const trees: Readonly<Record<string, ReadonlyArray<object>>> = {
    root: [{ path: "big", mode: "040000", type: "tree", sha: "inner" }],
    inner: [
      ...names.map((path) => ({ path, mode: "100644", type: "blob", sha: SHA, size: 3 })),
      { path: "zz-link", mode: "120000", type: "blob", sha: LINK, size: 4 },
      { path: "zz-module", mode: "160000", type: "commit", sha: SHA }
    ]
  }
  const big = ({ method, target, ...more }: ReceivedRequest): PreparedAnswer => {
    const [, tree] = /\/git\/trees\/(\w+)/.exec(target) ?? []
    if (tree !== undefined) return { body: { sha: tree, tree: trees[tree], truncated: false } }
    if (target.includes("/commits/")) return { headers: { "content-type": "application/vnd.github.sha" }, text: "root" }
    if (target.endsWith("/repos/acme/widgets")) return { body: { default_branch: "main" } }
    if (method === "GET" && /\/contents\/big(\?|$)/.test(target)) {
      return { body: names.slice(0, 1000).map((name) => entry(`big/${name}`, "file")) }
    }
    return answer({ method, target, ...more })
  }

  it("is listed completely, each entry with its type", async () => {
    server.answer(big)
    const { entries, truncated } = await (await contents()).get({ ...widgets, path: "big" })
    expect([entries?.length, entries?.at(-2), truncated]).toEqual([
      1502,
      { type: "symlink", name: "zz-link", path: "big/zz-link", sha: LINK, size: 4 },
      undefined
    ])
  })

  it("says where it is cut if there is no tree to read", async () => {
    server.answer((request) => (request.target.includes("/git/trees/") ? notFound : big(request)))
    expect(await (await contents()).get({ ...widgets, path: "big" })).toMatchObject({ truncated: true })
  })

  it("does not hide a link from a write", async () => {
    targets["link"] = "f0001.md"
    server.answer(big)
    expect(await reasonOf((await contents()).put({ ...widgets, path: "big/zz-link", content: "x" }))).toMatchObject({
      what: "big/zz-link is a symbolic link to big/f0001.md; delete it before you put a file in its place."
    })
    expect(requests()).toEqual([])
  })
})
