/** Requests with one mistake each: refused with a clear error and without effect, and the next valid request works. */
import { request } from "node:http"

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../../testing/mcp/hub.ts"
import { slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let hub: RunningHub
const tokens = { secret: "", limited: "" }
beforeAll(async () => {
  vi.stubEnv("INLAY_SLOW_WORD", "any")
  hub = await startHub({ plugins: [slowPlugin], directory: directory() })
  tokens.secret = await hub.token()
  tokens.limited = await hub.token({ tools: ["slow_count"], accounts: ["slow/env"] })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await hub.close()
})

interface Sent {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

type Headers = Readonly<Record<string, string | undefined>>

const RIGHT: Headers = {
  authorization: "Bearer %secret%",
  "content-type": "application/json",
  accept: "application/json, text/event-stream"
}

const send = (body: string, headers: Headers = {}, method = "POST"): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const all = Object.entries({ ...RIGHT, ...headers })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value?.replace(/%(\w+)%/, (_, token: "secret" | "limited") => tokens[token])])
    const outgoing = request(hub.url, { method, headers: Object.fromEntries(all) as Record<string, string> })
    outgoing.once("response", (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (part: string) => (text += part))
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    outgoing.once("error", reject)
    outgoing.end(body)
  })

const message = (method: string, params?: object, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) })

const META = "io.modelcontextprotocol/"
/** A request of version 2026-07-28, whose headers match its body. */
const modern = (method: string, params: object = {}, meta: object = {}) =>
  message(method, {
    ...params,
    _meta: {
      [`${META}protocolVersion`]: "2026-07-28",
      [`${META}clientInfo`]: { name: "t", version: "1" },
      [`${META}clientCapabilities`]: {},
      ...meta
    }
  })
const modernHeaders = (method: string, name?: string): Headers => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  "mcp-name": name
})

const LIST = message("tools/list")
const call = (name: string) => message("tools/call", { name, arguments: { rows: 1 } })
const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow_count","arguments":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}}`

describe("a request is refused", () => {
  it.each<[string, number, RegExp, string, Headers?, string?]>([
    ["of a page of another site", 403, /another site's page/, LIST, { origin: "https://evil.example" }],
    ["of a page without an origin", 403, /another site's page/, LIST, { origin: "null" }],
    ["for another host", 421, /a different host/, LIST, { host: "evil.example" }],
    ["for a host that looks like this one", 421, /a different host/, LIST, { host: "127.0.0.1.evil.example" }],
    ["without a token", 401, /send a token.*`inlay tokens create`/, LIST, { authorization: undefined }],
    ["with another token", 401, /revoked.*`inlay tokens create`/, LIST, { authorization: "Bearer wrong" }],
    ["with a token of another kind", 401, /send a token/, LIST, { authorization: "Basic c2VjcmV0" }],
    ["as a form", 415, /application\/json/, LIST, { "content-type": "application/x-www-form-urlencoded" }],
    [
      "as text that is said to be JSON in its name alone",
      415,
      /application\/json/,
      LIST,
      { "content-type": "text/plain; application/json" }
    ],
    ["without a type", 415, /application\/json/, LIST, { "content-type": undefined }],
    ["that takes no JSON", 406, /Not Acceptable/, LIST, { accept: "text/html" }],
    ["that takes no stream", 406, /Not Acceptable/, LIST, { accept: "application/*" }],
    ["of 2 MB", 413, /1024 KB/, message("tools/call", { name: "x".repeat(2 * 1024 * 1024) })],
    ["that nests deep", 400, /deeper than 200/, deep],
    ["that nests deep and is short", 400, /deeper than 200/, `${"[".repeat(201)}${"]".repeat(201)}`],
    ["that nests so deep that it takes long to parse", 400, /deeper than 200/, "[".repeat(20_000)],
    ["that is no JSON", 400, /not JSON/, "{"],
    ["that is empty", 400, /not JSON/, ""],
    ["that is a number", 400, /JSON object/, "5"],
    [
      "as a list, in a version without",
      400,
      /does not support lists/,
      `[${LIST}]`,
      { "mcp-protocol-version": "2025-11-25" }
    ],
    ["as a list of too many", 400, /at most 20/, `[${Array(21).fill(LIST).join(",")}]`],
    ["of an unknown version", 400, /[Uu]nsupported protocol version/, LIST, { "mcp-protocol-version": "1999-01-01" }],
    [
      "of an unknown version in its body",
      400,
      /[Uu]nsupported protocol version/,
      modern("tools/list", {}, { [`${META}protocolVersion`]: "2031-01-01" }),
      { "mcp-protocol-version": "2031-01-01", "mcp-method": "tools/list" }
    ],
    [
      "whose header names another version than its body",
      400,
      /-32020/,
      modern("tools/list"),
      { ...modernHeaders("tools/list"), "mcp-protocol-version": "2025-11-25" }
    ],
    [
      "whose header names another method than its body",
      400,
      /-32020/,
      modern("tools/list"),
      modernHeaders("tools/call")
    ],
    [
      "whose header names another tool than its body",
      400,
      /-32020/,
      modern("tools/call", { name: "slow_count", arguments: {} }),
      modernHeaders("tools/call", "slow_wait")
    ],
    ["of the newest version without its headers", 400, /-32020/, modern("tools/list")],
    ["for an unknown method", 200, /-32601/, message("tools/destroy")],
    [
      "for an unknown method of the newest version",
      404,
      /-32601/,
      modern("tools/destroy"),
      modernHeaders("tools/destroy")
    ],
    ["for an unknown tool", 200, /NotFound: .*Nearest: slow_count/, call("slow_cuont")],
    ["for a tool that is none", 200, /-32602/, message("tools/call", { name: 5 })],
    [
      "for a tool of another principal",
      200,
      /NotFound: .*slow_wait\. .*Nearest: slow_count\./,
      call("slow_wait"),
      { authorization: "Bearer %limited%" }
    ],
    [
      "for an account of another principal",
      200,
      /NotFound: /,
      message("tools/call", { name: "slow_count", arguments: { rows: 1, account: "main" } }),
      { authorization: "Bearer %limited%" }
    ],
    ["of a method that browsers refuse, too", 405, /not allowed/i, "", {}, "TRACE"],
    ["to open a stream of its own", 405, /not allowed/i, "", {}, "GET"],
    ["to end a session", 405, /not allowed/i, "", { "mcp-session-id": "one" }, "DELETE"]
  ])("%s", async (_, status, says, body, headers = {}, method) => {
    const answer = await send(body, headers, method)
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(says)])
    expect(answer.text).not.toMatch(/\.(js|ts|mjs):\d/)
    expect((await send(LIST)).status).toBe(200)
  })

  it("that names a session of another: it has its own principal's rights, and no session", async () => {
    const { text, headers } = await send(LIST, {
      authorization: "Bearer %limited%",
      "mcp-session-id": "that-of-another"
    })
    expect(text).toContain("slow_count")
    expect(text).not.toContain("slow_wait")
    expect(headers["mcp-session-id"]).toBeUndefined()
  })

  it("and the 401 says where to sign in, and for which scope", async () => {
    const { headers } = await send(LIST, { authorization: undefined })
    expect(headers["www-authenticate"]).toMatch(/^Bearer scope="mcp", /)
    const address = /resource_metadata="([^"]+)"/.exec(String(headers["www-authenticate"]))?.[1] ?? ""
    expect(await (await fetch(address)).json()).toMatchObject({
      resource: hub.url.href,
      authorization_servers: [hub.origin]
    })
  })
})

it.each(["*/*", "application/*, text/*", "text/event-stream, application/*;q=0.9", "*/*;q=0.8", undefined])(
  "a request that accepts %s accepts what is answered, as HTTP has it, from clients that name neither type",
  async (accept) => {
    for (const [body, headers] of [
      [LIST, {}],
      [modern("tools/list"), modernHeaders("tools/list")]
    ] as const) {
      const { status, text } = await send(body, { ...headers, accept })
      expect([status, text]).toEqual([200, expect.stringContaining("slow_count")])
    }
  }
)

describe("null in place of what a client leaves out", () => {
  const bare = (text: string) => text.replaceAll(/"id":\d+/g, "")
  const same = async (withNull: string, without: string, headers?: Headers) =>
    expect(bare((await send(withNull, headers)).text)).toBe(bare((await send(without, headers)).text))

  it("is nothing, in a list of tools and in a call", async () => {
    await same('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}', LIST)
    await same(message("tools/list", { _meta: null, cursor: null }), LIST)
    const [withNull, without] = [null, undefined].map((input) => ({ name: "slow_count", arguments: input }))
    await same(message("tools/call", withNull), message("tools/call", without))
    await same(`[${message("tools/call", withNull)}]`, `[${message("tools/call", without)}]`)
    await same(modern("tools/call", withNull), modern("tools/call", without), modernHeaders("tools/call", "slow_count"))
  })
})

describe("what a list says", () => {
  it("holds for a minute, only for this principal", async () => {
    const { text } = await send(modern("tools/list"), modernHeaders("tools/list"))
    expect(JSON.parse(text).result).toMatchObject({ ttlMs: 60_000, cacheScope: "private" })
  })

  it("is less for a principal that may use less", async () => {
    const { text } = await send(modern("tools/list"), {
      ...modernHeaders("tools/list"),
      authorization: "Bearer %limited%"
    })
    const { tools } = JSON.parse(text).result as { tools: ReadonlyArray<{ name: string }> }
    expect(tools.map(({ name }) => name)).toEqual(["slow_count"])
  })
})
