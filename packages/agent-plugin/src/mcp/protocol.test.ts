import { describe, expect, it } from "vitest"

import { isStateless, isStructured, makeConversation, wrap, wrapCacheable } from "./protocol.ts"

const server = { name: "inlay", version: "1.2.3", instructions: "What it is for." }
const conversation = () => makeConversation(server)

const initialize = (protocolVersion: unknown, overrides: object = {}) => ({
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" }, ...overrides }
})

const META = "io.modelcontextprotocol/"
const meta = {
  [`${META}protocolVersion`]: "2026-07-28",
  [`${META}clientInfo`]: { name: "t", version: "1" },
  [`${META}clientCapabilities`]: {}
}

describe("initialize", () => {
  it.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05"],
    ["2024-10-07", "2024-10-07"],
    // For an unknown or sessionless version: the newest version that has sessions.
    ["1999-01-01", "2025-11-25"],
    ["2026-07-28", "2025-11-25"]
  ])("of %s begins a session of %s", (requestedVersion, sessionVersion) => {
    const { take } = conversation()
    expect(take(initialize(requestedVersion))).toEqual({
      result: {
        protocolVersion: sessionVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "inlay", version: "1.2.3" },
        instructions: "What it is for."
      }
    })
    expect(take({ method: "tools/list" })).toEqual({
      version: sessionVersion,
      params: {},
      canAsk: false,
      showsViews: false
    })
  })

  it.each([
    ["no version", initialize(undefined), "params.protocolVersion must be a string"],
    ["an invalid version", initialize(5), "params.protocolVersion must be a string"],
    ["no capabilities", initialize("2025-11-25", { capabilities: null }), "params.capabilities must be an object"],
    ["an invalid client", initialize("2025-11-25", { clientInfo: [] }), "params.clientInfo must be an object"],
    ["no params", { method: "initialize" }, "params.protocolVersion must be a string"]
  ])("with %s names the problem and begins no session", (_, message, problem) => {
    const { take } = conversation()
    expect(take(message)).toEqual({ error: { code: -32602, message: `${problem}. Nothing was done.` } })
    expect(take({ method: "tools/list" })).toMatchObject({ error: { code: -32600 } })
  })
})

describe("a request without a session", () => {
  const ask = (method: string, overrides: object = {}) =>
    conversation().take({ method, params: { _meta: { ...meta, ...overrides }, cursor: "a" } })

  it("has the version that it states", () => {
    expect(ask("tools/list")).toEqual({
      version: "2026-07-28",
      params: { _meta: meta, cursor: "a" },
      canAsk: false,
      showsViews: false
    })
  })

  it("gets all supported versions if it uses another one", () => {
    expect(ask("tools/list", { [`${META}protocolVersion`]: "2031-01-01" })).toEqual({
      error: {
        code: -32022,
        message: "Unsupported protocol version '2031-01-01'",
        data: {
          supported: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07", "2026-07-28"],
          requested: "2031-01-01"
        }
      }
    })
  })

  it("is told to begin a session if its version has sessions", () => {
    expect(ask("tools/list", { [`${META}protocolVersion`]: "2025-11-25" })).toMatchObject({
      error: { code: -32600, message: expect.stringMatching(/begins with initialize/) }
    })
  })

  it.each(["clientInfo", "clientCapabilities"])("must identify the client: %s", (name) => {
    expect(ask("tools/list", { [`${META}${name}`]: 5 })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(`${META}${name} must be an object`) }
    })
  })

  it("discovers the server", () => {
    expect(ask("server/discover")).toMatchObject({
      result: {
        resultType: "complete",
        ttlMs: 0,
        cacheScope: "private",
        capabilities: { tools: {} },
        instructions: "What it is for."
      }
    })
  })
})

it("a ping is answered at any time", () => {
  expect(conversation().take({ method: "ping" })).toEqual({ result: {} })
})

it.each([[[]], ["text"], [7]])("params of %j are refused", (params) => {
  expect(conversation().take({ method: "ping", params })).toMatchObject({ error: { code: -32602 } })
})

it("a _meta that is no object is refused", () => {
  const message = "params._meta must be an object. Nothing was done."
  expect(conversation().take({ method: "ping", params: { _meta: [] } })).toEqual({ error: { code: -32602, message } })
})

it.each([[null], [{ _meta: null }]])("params of %j, which some clients send in place of none, are none", (params) => {
  expect(conversation().take({ method: "ping", params })).toEqual({ result: {} })
})

it.each([
  ["2025-11-25", true],
  ["2025-06-18", true],
  // Questions to the user came after these.
  ["2025-03-26", false],
  ["2024-11-05", false]
])("a session of %s can ask a user whom its client can ask: %s", (version, can) => {
  const { take } = conversation()
  take(initialize(version, { capabilities: { elicitation: {} } }))
  expect(take({ id: 2, method: "tools/call", params: {} })).toMatchObject({ version, canAsk: can })
})

describe("views", () => {
  const capabilities = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } }
  const stateless = (method: string, clientCapabilities: object) => ({
    method,
    params: { _meta: { ...meta, [`${META}clientCapabilities`]: clientCapabilities } }
  })

  it.each<[string, boolean, object, boolean]>([
    ["a server that has them and a client that shows them", true, capabilities, true],
    ["a client that does not show them", true, {}, false],
    [
      "a client that shows others",
      true,
      { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["a/b"] } } },
      false
    ],
    ["a server without them", false, capabilities, false]
  ])("are offered between %s", (_, hasViews, clientCapabilities, shown) => {
    const { take } = makeConversation({ ...server, hasViews })
    const result = { capabilities: { tools: {}, ...(shown && { resources: {} }) } }
    expect(take(stateless("server/discover", clientCapabilities))).toMatchObject({ result })
    expect(take(stateless("tools/list", clientCapabilities))).toMatchObject({ showsViews: shown })
    expect(take(initialize("2025-11-25", { capabilities: clientCapabilities }))).toMatchObject({ result })
    expect(take({ method: "tools/list" })).toMatchObject({ showsViews: shown })
  })
})

it.each([
  ["2026-07-28", { stateless: true, structured: true, batches: false }],
  ["2025-11-25", { stateless: false, structured: true, batches: false }],
  ["2025-06-18", { stateless: false, structured: true, batches: false }],
  ["2025-03-26", { stateless: false, structured: false, batches: true }],
  ["2024-11-05", { stateless: false, structured: false, batches: false }]
] as const)("version %s has %j", (version, { stateless, structured, batches }) => {
  const { take, hasBatches } = conversation()
  expect([isStateless(version), isStructured(version), hasBatches()]).toEqual([stateless, structured, false])
  take(initialize(version))
  expect(hasBatches()).toBe(batches)
})

it("only results of 2026-07-28 say which server they are of, and that nobody else may have a cached one", () => {
  const result = { tools: [] }
  for (const wrapped of [wrap, wrapCacheable]) expect(wrapped("2025-11-25", server, result)).toEqual(result)
  const ofServer = { _meta: { [`${META}serverInfo`]: { name: "inlay", version: "1.2.3" } }, resultType: "complete" }
  expect(wrap("2026-07-28", server, result)).toEqual({ ...ofServer, ...result })
  expect(wrapCacheable("2026-07-28", server, result)).toEqual({
    ...ofServer,
    ...result,
    ttlMs: 0,
    cacheScope: "private"
  })
})
