import { createHash } from "node:crypto"

import { expect, test } from "vitest"

import { type RequestOptions, at, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()

const widgets = "/repos/acme/widgets"
const file = (path: string) => `${widgets}/contents/${path}`
const raw = { headers: { accept: "application/vnd.github.raw+json" } }
const base64 = (text: string): string => Buffer.from(text).toString("base64")
const sha = (text: string): string =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex")
const message = (body: unknown) => at(body, "message")

const put = (path: string, body: object, more: RequestOptions = {}) => ask(file(path), { method: "PUT", body, ...more })
const remove = (path: string, body: object) => ask(file(path), { method: "DELETE", body })

test("a file: its content as base64 in lines of 60, and its URLs", async () => {
  const { body } = await ask(file("package.json"))
  const text = '{ "name": "widgets", "version": "1.2.0" }\n'
  expect(body).toMatchObject({
    type: "file",
    encoding: "base64",
    size: text.length,
    path: "package.json",
    sha: sha(text)
  })
  expect(Buffer.from(String(at(body, "content")), "base64").toString()).toBe(text)
  expect((await ask(String(at(body, "url")))).body).toEqual(body)
  expect((await ask(String(at(body, "git_url")))).body).toMatchObject({ sha: sha(text), encoding: "base64" })
  const long = String(at((await ask(file(".github/workflows/ci.yml"))).body, "content"))
  expect(Math.max(...long.split("\n").map((line) => line.length))).toBe(60)
})

test("raw: the unchanged bytes", async () => {
  const { headers, text } = await ask(file("README.md?ref=feature/a/b"), raw)
  expect([text, headers.get("content-type")]).toEqual([
    "# Widgets\n\nWidgets of every kind. Some glow.\n",
    "application/vnd.github.raw+json; charset=utf-8"
  ])
})

test("a folder: its entries; as an object: the same in a wrapper", async () => {
  for (const path of ["", "/", "src", "src/"]) {
    const { body, status } = await ask(path === "" ? `${widgets}/contents` : file(path.replace(/^\/$/, "")))
    expect([path, status, Array.isArray(body)]).toEqual([path, 200, true])
  }
  const entries = objects((await ask(file("src"))).body)
  expect(entries.map(({ name, size, type }) => [name, size, type])).toEqual([
    ["empty.txt", 0, "file"],
    ["widget.test.ts", 35, "file"],
    ["widget.ts", 80, "file"]
  ])
  const { body } = await ask(file("src"), { headers: { accept: "application/vnd.github.object+json" } })
  expect([at(body, "type"), objects(at(body, "entries")).length]).toEqual(["dir", 3])
})

test("names with blanks, umlauts and encoded slashes", async () => {
  for (const path of ["docs/a%20guide/%C3%BCber%20uns.md", "docs%2Fa%20guide%2F%C3%BCber%20uns.md"]) {
    expect((await ask(file(path), raw)).text).toBe("# Über uns\n\nGrüße.\n")
  }
})

test("more than 1 MB: no content in JSON, but raw bytes; over the limit: refused", async () => {
  const { body } = await ask(file("assets/catalogue.bin"))
  expect(body).toMatchObject({ size: 1_200_000, encoding: "none", content: "" })
  const bytes = await ask(file("assets/catalogue.bin"), raw)
  expect([bytes.status, bytes.headers.get("content-length")]).toEqual([200, "1200000"])
  await control("/settings", { largestBlobBytes: 1_000_000 })
  const refusal = await ask(file("assets/catalogue.bin"), raw)
  expect([refusal.status, at(refusal.body, "errors", 0, "code")]).toEqual([403, "too_large"])
})

test("a 404 says what is missing", async () => {
  expect(message((await ask(file("nothing"))).body)).toBe("Not Found")
  const ref = await ask(file("README.md?ref=nothing"))
  expect([ref.status, message(ref.body)]).toEqual([404, "No commit found for the ref nothing"])
  expect(message((await ask("/repos/mona/empty/contents/a")).body)).toBe("This repository is empty.")
})

test("a file is created, changed and deleted, each by a commit on its branch", async () => {
  const creation = await put("notes/new.md", { message: "Make it", content: base64("one\n"), branch: "feature/a/b" })
  expect([creation.status, at(creation.body, "content", "sha"), at(creation.body, "commit", "message")]).toEqual([
    201,
    sha("one\n"),
    "Make it"
  ])
  expect((await ask(file("notes/new.md"))).status).toBe(404)
  const change = { message: "Change it", content: base64("two\n"), sha: sha("one\n"), branch: "feature/a/b" }
  const update = await put("notes/new.md", change)
  expect([update.status, at(update.body, "content", "sha")]).toEqual([200, sha("two\n")])
  expect(at(update.body, "commit", "parents", 0, "sha")).toBe(at(creation.body, "commit", "sha"))
  const tip = await ask(`${widgets}/commits/feature/a/b`)
  expect([at(tip.body, "sha"), at(tip.body, "author", "login")]).toEqual([at(update.body, "commit", "sha"), "mona"])
  const deletion = await remove("notes/new.md", { message: "Remove it", sha: sha("two\n"), branch: "feature/a/b" })
  expect([deletion.status, at(deletion.body, "content")]).toEqual([200, null])
  expect((await ask(file("notes?ref=feature/a/b"))).status).toBe(404)
})

test("never overwrites somebody else's change", async () => {
  const body = { message: "m", content: base64("mine\n") }
  const without = await put("README.md", body)
  expect([without.status, message(without.body)]).toEqual([422, 'Invalid request.\n\n"sha" wasn\'t supplied.'])
  const old = "0".repeat(40)
  const conflict = await put("README.md", { ...body, sha: old })
  expect([conflict.status, message(conflict.body)]).toEqual([409, `README.md does not match ${old}`])
  const deletion = await remove("README.md", { message: "m", sha: old })
  expect([deletion.status, message(deletion.body)]).toEqual([409, `README.md does not match ${old}`])
  expect((await ask(file("README.md"), raw)).text).toBe("# Widgets\n\nWidgets of every kind.\n")
})

test("the first file of an empty repository creates its branch", async () => {
  const body = { message: "First", content: base64("# Hello\n") }
  expect((await ask("/repos/mona/empty/contents/README.md", { method: "PUT", body })).status).toBe(201)
  expect(at((await ask("/repos/mona/empty/branches")).body, 0, "name")).toBe("main")
})

test.each([
  ["a.md", { message: "m" }, 422, 'Invalid request.\n\n"content" wasn\'t supplied.'],
  ["a.md", {}, 422, 'Invalid request.\n\n"message", "content" weren\'t supplied.'],
  ["a.md", { message: "m", content: "no base64!" }, 422, "content is not valid Base64"],
  ["a.md", { message: "m", content: "", branch: "nowhere" }, 404, "Branch nowhere not found"],
  ["src", { message: "m", content: "" }, 422, "path is a directory"],
  ["a%2F..%2Fb", { message: "m", content: "" }, 422, "path contains a malformed path component"],
  ["%2Fa.md", { message: "m", content: "" }, 422, "path cannot start with a slash"],
  [".git/config", { message: "m", content: "" }, 422, "path contains a malformed path component"]
])("PUT %s %j: %d %s", async (path, body, status, text) => {
  const answer = await put(path, body)
  expect([answer.status, message(answer.body)]).toEqual([status, text])
})

test("author and committer can be given", async () => {
  const ada = { name: "Ada", email: "ada@codehost.example", date: "2026-02-03T04:05:06Z" }
  const { body } = await put("a.md", { message: "m", content: "", author: ada })
  expect(at(body, "commit", "author")).toEqual(ada)
  expect(at(body, "commit", "committer", "name")).toBe("Mona Lisa Octocat")
})

test("workflows need their own scope", async () => {
  const path = ".github/workflows/new.yml"
  const body = { message: "m", content: "" }
  const { body: newToken } = await control("/tokens", { scopes: ["repo"] })
  const token = String(at(newToken, "token"))
  expect((await put(path, body, { token })).status).toBe(404)
  expect((await put("new.yml", body, { token })).status).toBe(201)
  expect((await put(path, body)).status).toBe(201)
})

test("the same calls create the same commits", async () => {
  const write = async () => at((await put("a.md", { message: "m", content: base64("a") })).body, "commit", "sha")
  const first = await write()
  await control("/reset", {})
  expect(await write()).toBe(first)
})
