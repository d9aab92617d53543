/** The console as served: small, under a strict policy, and downloaded again only if it changed. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

import { afterAll, beforeAll, expect, it } from "vitest"

import { startHub, type RunningHub } from "../testing/hub-server.ts"
import { withVariables } from "../testing/variables.ts"
import { world } from "../testing/world.ts"
import { buildWhereStale, builtConsole } from "./built.ts"

const { env } = world()
const variables = withVariables()
let hub: RunningHub
let directory: string

beforeAll(async () => {
  await buildWhereStale()
  const environment = env()
  variables(environment)
  directory = environment["INLAY_DATA"] ?? ""
  hub = await startHub(directory)
})
afterAll(() => hub.close())

const scriptOf = (html: string): string => /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ""

it("weighs at most 60 KB before charts, which come when they are shown", () => {
  const folder = join(builtConsole, "assets")
  const first = readdirSync(folder).filter((name) => name.startsWith("index-"))
  expect(first.some((name) => name.endsWith(".js"))).toBe(true)
  const sizes = first.map((name) => gzipSync(readFileSync(join(folder, name))).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000)
  expect(readdirSync(folder).some((name) => name.startsWith("Charts-"))).toBe(true)
})

it.each(["/", "/sign-in"])(
  "serves %s to whoever asks, with no script or style within and none of others",
  async (path) => {
    const { status, text, headers } = await hub.call("GET", path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)|style=|\son[a-z]+=/)
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers.get("cache-control")).toBe("no-cache")
  }
)

// A browser's translation replaces text nodes, which the console then changes unseen: a button that spends would still
// be called free.
it("lets no browser translate it", async () => {
  const { text } = await hub.call("GET", "/")
  expect(text).toMatch(/<html lang="en" translate="no">/)
  expect(text).toMatch(/<meta name="google" content="notranslate" ?\/?>/)
})

// A browser's minimum font size enlarges letters alone: lines of a fixed height would then lie over each other.
it("sets no line height in pixels", () => {
  const folder = join(builtConsole, "assets")
  const sheets = readdirSync(folder).filter((name) => name.endsWith(".css"))
  expect(sheets).not.toEqual([])
  for (const name of sheets)
    expect(readFileSync(join(folder, name), "utf8"), name).not.toMatch(/\d+px\/\d+px|line-height:\s*\d+px/)
})

it("lets scripts be kept for good, the page be asked for again, and answers HEAD without a body", async () => {
  const page = await hub.call("GET", "/")
  const etag = page.headers.get("etag") ?? ""
  expect((await hub.call("GET", "/", { headers: { "if-none-match": `"other", W/${etag}` } })).status).toBe(304)
  expect((await hub.call("GET", "/", { headers: { "if-none-match": '"other"' } })).status).toBe(200)
  expect((await hub.call("GET", "/", { headers: { "if-none-match": "*" } })).status).toBe(304)
  for (const [accepted, encoding] of [
    ["br, gzip", "gzip"],
    ["gzip;q=0.5", "gzip"],
    ["gzip;q=0", null],
    ["br", null]
  ] as const) {
    const { headers } = await hub.call("GET", "/", { headers: { "accept-encoding": accepted } })
    expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([encoding, "accept-encoding"])
  }
  const script = await hub.call("HEAD", scriptOf(page.text))
  expect(script.status).toBe(200)
  expect(script.text).toBe("")
  expect(script.headers.get("cache-control")).toContain("immutable")
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
})

it.each(["/assets/none.js", "/assets/../index.html", "/assets/%2e%2e/main.js", "/assets/..%2fmain.js"])(
  "has no file at %s",
  async (path) => {
    const { status, text } = await hub.call("GET", path)
    expect(status).not.toBe(500)
    expect(text).not.toContain("import")
    expect(status === 404 || text.includes("<!doctype html>") || status === 401).toBe(true)
  }
)

it("still asks for a principal everywhere else, and for other methods", async () => {
  expect((await hub.call("POST", "/", { body: {} })).status).toBe(401)
  expect((await hub.call("GET", "/api/settings")).status).toBe(401)
  expect((await hub.call("GET", "/api/settings", { token: await hub.token() })).status).toBe(403)
  const { json } = await hub.call("GET", "/api/settings", { token: await hub.token({ manages: true }) })
  expect(json).toMatchObject({ database: "sqlite", directory, url: hub.url })
})
