import { expect, it } from "vitest"

import { type Answered, at, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()
const hubot = "sandbox-hubot-token-not-a-secret"

const files = { "one.md": { content: "# One\n" }, "two.txt": { content: "two\n" } }
const create = (body: object = { files }): Promise<Answered> => ask("/gists", { body })
const idOf = ({ body }: Answered): string => String(at(body, "id"))
const change = (answer: Answered, body: object, token?: string) =>
  ask(`/gists/${idOf(answer)}`, { method: "PATCH", body, ...(token === undefined ? {} : { token }) })
const names = ({ body }: Answered): ReadonlyArray<string> => Object.keys(Object(at(body, "files")))
const listAt = async (path: string, token?: string | null): Promise<ReadonlyArray<unknown>> =>
  objects((await ask(path, token === undefined ? {} : { token })).body).map(({ description }) => description)

it("creates a gist of several files: secret by default", async () => {
  const gist = await create({ description: "Two files", files })
  expect(gist.status).toBe(201)
  expect(gist.headers.get("location")).toBe(at(gist.body, "url"))
  expect(gist.body).toMatchObject({
    public: false,
    description: "Two files",
    owner: { login: "mona" },
    files: { "one.md": { language: "Markdown", content: "# One\n", truncated: false, size: 6 } },
    history: [{ user: { login: "mona" }, change_status: { additions: 3, deletions: 0 } }]
  })
  expect(at((await create({ files, public: "true" })).body, "public")).toBe(true)
})

it.each([
  [{}, '"files" wasn\'t supplied.'],
  [{ files: {} }, "Validation Failed"],
  [{ files: { "a.txt": { content: "" } } }, "Validation Failed"],
  [{ files: { "a.txt": "text" } }, "Validation Failed"],
  [{ files: [] }, "is not an object"],
  [{ files, public: "perhaps" }, "is not a boolean"]
])("refuses %j", async (body, message) => {
  const { body: answer, status } = await create(body)
  expect([status, at(answer, "message")]).toEqual([422, expect.stringContaining(message)])
})

it("changes, renames and deletes files, and keeps their history", async () => {
  const gist = await create()
  const update = await change(gist, {
    description: "Changed",
    files: { "one.md": { filename: "uno.md" }, "two.txt": null, "three.txt": { content: "three\n" } }
  })
  expect([update.status, names(update).toSorted()]).toEqual([200, ["three.txt", "uno.md"]])
  expect(update.body).toMatchObject({ description: "Changed", files: { "uno.md": { content: "# One\n" } } })
  const history = objects(at(update.body, "history"))
  expect(history.length).toBe(2)
  const before = await ask(`/gists/${idOf(gist)}/${String(history[1]?.["version"])}`)
  expect(names(before)).toEqual(["one.md", "two.txt"])
  await change(gist, { description: "Only described anew" })
  expect(objects((await ask(`/gists/${idOf(gist)}/commits`)).body).length).toBe(2)
})

it.each([
  [{ files: { "one.md": null, "two.txt": null } }],
  [{ files: { "nothing.md": { filename: "x.md" } } }],
  [{ files: { "one.md": { content: "" } } }]
])("refuses the change %j, and changes nothing", async (body) => {
  const gist = await create()
  expect((await change(gist, body)).status).toBe(422)
  expect((await ask(`/gists/${idOf(gist)}`)).body).toEqual(gist.body)
})

it("lists a secret gist only for its owner; anyone with its address can read it", async () => {
  expect(await listAt("/users/mona/gists")).toContain("Notes to self")
  for (const token of [hubot, null]) {
    expect(await listAt("/users/mona/gists", token)).toEqual([null, "A greeting in two languages"])
    expect(await listAt("/gists", token)).not.toContain("Notes to self")
    expect(await listAt("/gists/public", token)).toHaveLength(3)
  }
  const secret = objects((await ask("/gists")).body).find(({ description }) => description === "Notes to self")
  const read = await ask(`/gists/${String(secret?.["id"])}`, { token: hubot })
  expect([read.status, at(read.body, "files", "notes.md", "content")]).toEqual([200, "# Notes\n\nNot for everyone.\n"])
})

it("lists without file contents, newest first, since a given time", async () => {
  const [first] = objects((await ask("/users/mona/gists")).body)
  expect(at(first, "files", "large.txt", "size")).toBe(1_300_000)
  expect(at(first, "files", "large.txt", "content")).toBeUndefined()
  expect(await listAt("/gists?since=2026-05-01T00:00:00Z")).toEqual([null])
  expect((await ask("/users/nobody/gists")).status).toBe(404)
})

it("truncates a large file, and returns all of it at its raw address", async () => {
  const [first] = objects((await ask("/gists")).body)
  const { body } = await ask(`/gists/${String(first?.["id"])}`)
  expect([
    at(body, "files", "large.txt", "truncated"),
    String(at(body, "files", "large.txt", "content")).length
  ]).toEqual([true, 1_000_000])
  const raw = await ask(String(at(body, "files", "large.txt", "raw_url")), { token: null })
  expect([raw.status, raw.text.length]).toEqual([200, 1_300_000])
  expect((await ask(`${String(at(body, "files", "large.txt", "raw_url"))}x`, { token: null })).status).toBe(404)
})

it("lets only its owner change and delete it", async () => {
  const gist = await create()
  expect((await change(gist, { description: "Mine" }, hubot)).status).toBe(404)
  const remove = (token?: string) =>
    ask(`/gists/${idOf(gist)}`, { method: "DELETE", ...(token === undefined ? {} : { token }) })
  expect((await remove(hubot)).status).toBe(404)
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await ask(`/gists/${idOf(gist)}`)).status).toBe(404)
})

it("creates none without a token, or for a token without the scope", async () => {
  expect((await ask("/gists", { body: { files }, token: null })).status).toBe(401)
  await control("/tokens", { token: "narrow", scopes: ["repo"] })
  expect((await ask("/gists", { body: { files }, token: "narrow" })).status).toBe(404)
})
