import { expect, test } from "vitest"

import { startFor } from "../testing/bench.ts"

const { ask } = startFor()

const etag = async (path: string, accept = "application/json"): Promise<string> =>
  (await ask(path, { headers: { accept } })).headers.get("etag") ?? ""

test("the same answer has the same tag; a change makes another", async () => {
  const before = await etag("/repos/acme/widgets")
  expect(before).toMatch(/^W\/"[0-9a-f]{24}"$/)
  expect(await etag("/repos/acme/widgets")).toBe(before)
  await ask("/user/starred/acme/widgets", { method: "PUT" })
  expect(await etag("/repos/acme/widgets")).not.toBe(before)
})

test("another representation has another tag", async () => {
  const path = "/repos/acme/widgets/contents/README.md"
  expect(await etag(path)).not.toBe(await etag(path, "application/vnd.github.raw+json"))
})

test("tags are compared weakly, in lists, and with a star", async () => {
  const tag = await etag("/user")
  const status = async (value: string) => (await ask("/user", { headers: { "if-none-match": value } })).status
  expect(await status(tag.replace("W/", ""))).toBe(304)
  expect(await status(`"other", ${tag}`)).toBe(304)
  expect(await status("*")).toBe(304)
  expect(await status('"other"')).toBe(200)
})

test("a date counts if the answer has one and no tag was sent", async () => {
  const path = "/repos/acme/widgets"
  const lastModified = (await ask(path)).headers.get("last-modified") ?? ""
  const status = async (headers: Record<string, string>) => (await ask(path, { headers })).status
  expect(await status({ "if-modified-since": lastModified })).toBe(304)
  expect(await status({ "if-modified-since": "Mon, 01 Jan 2001 00:00:00 GMT" })).toBe(200)
  expect(await status({ "if-modified-since": lastModified, "if-none-match": '"other"' })).toBe(200)
})

test("refusals and writes have none", async () => {
  expect((await ask("/nothing")).headers.has("etag")).toBe(false)
  expect((await ask("/user/repos", { body: { name: "one" } })).headers.has("etag")).toBe(false)
})
