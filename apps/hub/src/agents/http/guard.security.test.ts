/** Requests that the guard rejects: other hosts, other origins, cookies from other pages, malformed bodies. */
import { request as send } from "node:http"
import { connect } from "node:net"

import * as OpenApi from "effect/http-api/OpenApi"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { Api } from "./api/Api.ts"

const directory = temporaryDirectories()
let hub: RunningHub
let token: string
beforeAll(async () => {
  hub = await startHub(directory())
  token = await hub.token()
})
afterAll(() => hub.close())

const PATHS = [
  "/healthz",
  "/",
  "/api/accounts",
  "/api/session",
  "/openapi.json",
  "/metrics",
  "/oauth/callback",
  "/sign-in",
  "/mcp"
]

/** Every route, and what is served in front of the routes, as `[method, path]`. */
const ROUTES = [
  ...[
    ...PATHS,
    "/api/events",
    "/assets/x.js",
    "/.well-known/oauth-authorization-server",
    "/oauth/authorize",
    "/nowhere"
  ].map((path) => ["GET", path] as const),
  ...["/mcp", "/oauth/token", "/webhooks/x"].map((path) => ["POST", path] as const),
  ...Object.entries(OpenApi.fromApi(Api).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, "x")] as const)
  )
]

/** Public routes of the API, which an extension may call without a token: each requires a secret, or has none to tell. */
const FOR_EXTENSIONS = ["GET /api/hub", "POST /api/pairings", "POST /api/session"]

/** Sends any `Host`, which `fetch` cannot. */
const withHost = (path: string, host: string, method = "GET") =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(hub.url)
    send({ hostname, port, path, method, headers: { host, authorization: `Bearer ${token}` } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0))
    })
      .on("error", reject)
      .end()
  })

describe("from where a request comes", () => {
  it.each(ROUTES)("refuses every other host at %s %s: a name that somebody led here", async (method, path) => {
    const { port } = new URL(hub.url)
    for (const host of [
      `evil.example:${port}`,
      "evil.example",
      `127.0.0.1.evil.example:${port}`,
      `127.0.0.1:${Number(port) + 1}`,
      "127.0.0.1",
      `localhost.:${port}`
    ]) {
      expect([host, await withHost(path, host, method)]).toEqual([host, 421])
    }
  })

  it.each(PATHS)("is served at each name of this machine: %s", async (path) => {
    const { port } = new URL(hub.url)
    for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect(await withHost(path, host)).not.toBe(421)
    }
  })

  it.each(ROUTES)("refuses every other page at %s %s", async (method, path) => {
    const { port } = new URL(hub.url)
    for (const origin of [
      "http://evil.example",
      "null",
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${Number(port) + 1}`,
      ...(FOR_EXTENSIONS.includes(`${method} ${path}`) ? [] : ["chrome-extension://abc"])
    ]) {
      expect([origin, (await hub.call(method, path, { token, headers: { origin } })).status]).toEqual([origin, 403])
    }
  })

  it("requires a token for all but the public paths", async () => {
    const statuses = await Promise.all(PATHS.map(async (path) => [path, (await hub.call("GET", path)).status]))
    expect(Object.fromEntries(statuses)).toEqual({
      "/healthz": 200,
      // The console's own files, which contain no data.
      "/": 200,
      "/api/accounts": 401,
      "/api/session": 401,
      "/openapi.json": 401,
      "/metrics": 401,
      "/oauth/callback": 400,
      "/sign-in": 200,
      "/mcp": 401
    })
    for (const path of [
      "/healthz/../api/accounts",
      "//healthz",
      "/webhooks/../api/accounts",
      "/HEALTHZ",
      "/api/accounts?x=/healthz",
      "/webhooks%2f..%2fapi/accounts",
      "/healthz%00"
    ]) {
      expect([path, (await hub.call("GET", path)).status]).toEqual([path, 401])
    }
  })

  it("rejects invalid tokens", async () => {
    const last = token.at(-1) === "a" ? "b" : "a"
    for (const wrong of [
      "",
      "x",
      token.slice(0, -1),
      token.slice(0, -1) + last,
      `${token}0`,
      token.toUpperCase(),
      "inlay_",
      "undefined"
    ]) {
      expect((await hub.call("GET", "/api/session", { headers: { authorization: `Bearer ${wrong}` } })).status).toBe(
        401
      )
    }
    const basic = Buffer.from(`x:${token}`).toString("base64")
    expect((await hub.call("GET", "/api/session", { headers: { authorization: `Basic ${basic}` } })).status).toBe(401)
    for (const authorization of [token, `Token ${token}`]) {
      expect((await hub.call("GET", "/api/session", { headers: { authorization } })).status).toBe(401)
    }
    expect((await hub.call("GET", `/api/session?access_token=${token}`)).status).toBe(401)
    const ended = await hub.token({}, Date.now() - 1)
    expect((await hub.call("GET", "/api/session", { token: ended })).status).toBe(401)
  })

  it("says on every answer what browsers need to hear", async () => {
    for (const path of PATHS) {
      const { headers } = await hub.call("GET", path)
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("x-frame-options")).toBe("DENY")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
      expect(headers.get("cache-control")).toBe(path === "/" || path === "/sign-in" ? "no-cache" : "no-store")
      expect(headers.get("access-control-allow-origin")).toBeNull()
    }
  })
})

describe("the console's session", () => {
  const own = () => ({ origin: hub.url })
  const open = async () => {
    const link = await hub.link()
    const answer = await hub.call("POST", "/api/session", { headers: own(), body: { link } })
    const [set = ""] = answer.headers.getSetCookie()
    return { link, answer, set, cookie: set.split(";", 1)[0] ?? "" }
  }

  it("opens by a link, once, with a cookie that no script reads and no other site brings along", async () => {
    const { link, answer, set, cookie } = await open()
    expect(answer.status).toBe(201)
    expect(set).toMatch(/; HttpOnly/)
    expect(set).toMatch(/; SameSite=Strict/)
    const again = await hub.call("POST", "/api/session", { headers: own(), body: { link } })
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []])
    const session = await hub.call("GET", "/api/session", { headers: { cookie } })
    expect(session.json).toMatchObject({ principal: { kind: "console" }, grant: { manages: true } })
  })

  it("ends the others on request of a manager, and its own stays", async () => {
    const [first, other] = [await open(), await open()]
    const endOthers = (headers: Readonly<Record<string, string>>) =>
      hub.call("DELETE", "/api/session/others", { headers })
    const bearer = { authorization: `Bearer ${await hub.token()}` }
    expect((await endOthers(bearer)).status).toBe(403)
    const isOpen = async ({ cookie }: typeof first) =>
      (await hub.call("GET", "/api/session", { headers: { cookie } })).status === 200
    expect(await isOpen(other)).toBe(true)
    const ending = await endOthers({ origin: hub.url, cookie: first.cookie })
    expect([ending.status, ending.json.ended >= 1]).toEqual([200, true])
    expect([await isOpen(first), await isOpen(other)]).toEqual([true, false])
  })

  it("signs in once if 20 pages open the same link", async () => {
    const link = await hub.link()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => hub.call("POST", "/api/session", { headers: own(), body: { link } }))
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  it("does nothing for another page that has the cookie sent along", async () => {
    const { cookie } = await open()
    const body = { name: "stolen" }
    const { port } = new URL(hub.url)
    const foreign: ReadonlyArray<Record<string, string>> = [
      {},
      { "sec-fetch-site": "cross-site" },
      { origin: hub.url, "sec-fetch-site": "same-site" },
      { origin: `http://127.0.0.1:${Number(port) + 1}`, "sec-fetch-site": "same-site" },
      { origin: "null" }
    ]
    for (const headers of foreign) {
      const { status } = await hub.call("POST", "/api/tokens", { headers: { cookie, ...headers }, body })
      expect([headers, status === 401 || status === 403]).toEqual([headers, true])
    }
    for (const [site, status] of [
      ["cross-site", 401],
      ["same-site", 401],
      ["same-origin", 200],
      // The user typed the address, or opened a bookmark.
      ["none", 200]
    ] as const) {
      const answer = await hub.call("GET", "/api/accounts", { headers: { cookie, "sec-fetch-site": site } })
      expect([site, answer.status]).toEqual([site, status])
    }
    // An extension's page may call the API, but only with a token of its own.
    const origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"
    expect((await hub.call("GET", "/api/accounts", { headers: { cookie, origin } })).status).toBe(401)
    expect(
      (await hub.call("GET", "/api/tokens", { headers: { cookie } })).json.tokens.map(
        ({ name }: { name: string }) => name
      )
    ).not.toContain("stolen")
    const created = await hub.call("POST", "/api/tokens", {
      headers: { cookie, origin: hub.url, "sec-fetch-site": "same-origin" },
      body
    })
    expect(created.status).toBe(201)
  })

  it("is served for the console's page without a session; only the hub's own scripts run", async () => {
    for (const path of ["/", "/sign-in"]) {
      const { status, headers } = await hub.call("GET", path, { headers: { accept: "text/html,*/*" } })
      expect(status).toBe(200)
      expect(headers.get("content-security-policy")).toContain("script-src 'self'")
    }
  })

  it("ends on request, together with its cookie", async () => {
    const { cookie } = await open()
    const ended = await hub.call("DELETE", "/api/session", { headers: { cookie, origin: hub.url } })
    expect(ended.status).toBe(204)
    expect(ended.headers.getSetCookie()[0]).toMatch(/Max-Age=0/)
    expect((await hub.call("GET", "/api/session", { headers: { cookie } })).status).toBe(401)
  })
})

/** Sends a request as it is written, which `fetch` would correct. */
const exchange = (lines: ReadonlyArray<string>, body = "") =>
  new Promise<string>((resolve, reject) => {
    const { host, hostname, port } = new URL(hub.url)
    const head = [...lines, `Host: ${host}`, `Authorization: Bearer ${token}`, `Content-Length: ${body.length}`]
    let text = ""
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join("\r\n")}\r\n\r\n${body}`))
    socket
      .on("data", (bytes) => {
        text += bytes.toString()
        if (text.includes("\r\n\r\n")) socket.destroy()
      })
      .on("error", reject)
      .on("close", () => resolve(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? text))
  })

it("to speak HTTP/2 is not followed: the request is answered as it is", async () => {
  // Java's HttpClient asks so with every request to an http address.
  const upgrade = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAEAAEAAAAIAAAAB"]
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
  })
  const types = ["Content-Type: application/json", "Accept: application/json, text/event-stream"]
  expect(await exchange(["POST /mcp HTTP/1.1", ...types, ...upgrade], initialize)).toBe("200")
  expect(await exchange(["GET /api/session HTTP/1.1", ...upgrade])).toBe("200")
})

describe("a body", () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    hub.call("POST", "/api/tools/codehost_get_commit/runs", { token, body, headers })

  it("of 2 MB is refused as too large, said beforehand or not", async () => {
    const body = JSON.stringify({ input: "x".repeat(2_000_000) })
    expect((await post(body)).status).toBe(413)
    const streamed = await fetch(`${hub.url}/api/tools/codehost_get_commit/runs`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: new ReadableStream({
        start: (controller) => {
          for (let index = 0; index < 20; index++) controller.enqueue(new TextEncoder().encode("x".repeat(100_000)))
          controller.close()
        }
      }),
      duplex: "half"
    }).then(
      ({ status }) => status,
      () => 413
    )
    expect(streamed).toBe(413)
  })

  it.each(["/API", "//api", "/%61pi"])("is checked at every spelling of its path: %s", async (start) => {
    const lines = [`POST ${start}/pairings HTTP/1.1`, "Content-Type: application/json"]
    const large = JSON.stringify({ code: "x".repeat(1_100_000), browser: "b" })
    expect(await exchange(lines, large)).toBe("413")
    // No other spelling leads to a route, except that needless encoding is undone.
    const status = await exchange(lines, JSON.stringify({ code: "x", browser: "b" }))
    expect(status).toBe(start === "/%61pi" ? "400" : "404")
  })

  it.each([
    ["no JSON", '{"input": ', /is not JSON at line 1/],
    ["nested 100,000 deep", `{"input":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, /nests deeper/],
    ["a list", "[]", /must be/],
    ["a number", "7", /must be/]
  ])("that is %s is refused in words", async (_, body, message) => {
    const { status, json } = await post(body)
    expect([status, json.error.reason]).toEqual([400, "Invalid"])
    expect(json.error.message).toMatch(message)
  })

  it("of another type is refused: no form of another page is JSON", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""]) {
      expect((await post("{}", { "content-type": type })).status).toBe(415)
    }
  })

  it("with invalid fields is refused with the name of each", async () => {
    const { status, json } = await post(JSON.stringify({ timeoutSeconds: -1, account: 7, unknowncharge: "ask_again" }))
    expect(status).toBe(400)
    expect(json.error.fields.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "account",
      "timeoutSeconds",
      "unknowncharge"
    ])
  })

  it("cannot reach what JSON's own objects inherit", async () => {
    const { status } = await post('{"input":{"__proto__":{"owner":"x"},"constructor":{"prototype":{}}}}')
    // No account is connected, so the input was not examined.
    expect(status).toBe(424)
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("owner")
    expect((await hub.call("GET", "/api/tools/__proto__", { token })).status).toBe(404)
    expect((await hub.call("GET", "/api/tools/constructor", { token })).status).toBe(404)
  })
})
