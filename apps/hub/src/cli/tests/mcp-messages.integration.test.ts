/** `inlay mcp` with messages that are invalid, too long, or name something unknown: the next call works. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"

import { afterEach, describe, expect, it } from "vitest"

import { main, environment } from "../../testing/processes/command.ts"
import { world } from "../../testing/world.ts"

const { env, sandbox } = world()

interface Answer {
  readonly id: unknown
  readonly result?: {
    readonly instructions?: string
    readonly isError?: boolean
    readonly content?: ReadonlyArray<{ readonly text: string }>
    readonly structuredContent?: unknown
  }
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

const MEGABYTE = 1024 * 1024

const open: Array<() => Promise<unknown>> = []
afterEach(() => Promise.all(open.splice(0).map((close) => close())))

const hello = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } }
}

/** A server after its handshake: sends messages, and returns the responses in order. */
const start = async (variables: Record<string, string> = env(), greeting: object = hello) => {
  const child = spawn(process.execPath, [main, "mcp"], { env: environment(variables) })
  open.push(async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, "exit")
  })
  const errorOutput: Array<string> = []
  child.stderr.setEncoding("utf8").on("data", (text: string) => void errorOutput.push(text))
  const answers: Array<Answer> = []
  const waiting: Array<(answer: Answer) => void> = []
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line) as Answer
    const next = waiting.shift()
    if (next === undefined) answers.push(answer)
    else next(answer)
  })
  const answer = () =>
    new Promise<Answer>((resolve) => {
      const early = answers.shift()
      if (early === undefined) waiting.push(resolve)
      else resolve(early)
    })
  const tell = (line: string | Buffer | object) => {
    child.stdin.write(typeof line === "string" || Buffer.isBuffer(line) ? line : JSON.stringify(line))
    child.stdin.write("\n")
  }
  const ask = (line: string | Buffer | object) => {
    tell(line)
    return answer()
  }
  const welcome = await ask(greeting)
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`)
  let id = 0
  const call = (name: string, input: object) =>
    ask({ jsonrpc: "2.0", id: ++id, method: "tools/call", params: { name, arguments: input } })
  return { ask, tell, call, welcome, errorOutput }
}

const works = async ({ call }: Awaited<ReturnType<typeof start>>) => {
  const { result } = await call("salesdata_people_search", { company: "estuary" })
  expect(result).toMatchObject({ structuredContent: { people: expect.any(Array) } })
}

describe("a line that is not a message", () => {
  it.each([
    ["half of one", '{"jsonrpc":"2.0","id":5,"method":"tools/li', { code: -32700, id: null }],
    ["words", "hello", { code: -32700, id: null }],
    ["a number", "5", { code: -32600, id: null }],
    [
      "nested deeper than anything is",
      `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"salesdata_api_call","arguments":{"body":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}}}`,
      { code: -32600, id: 6 }
    ]
  ])("is answered, and the next call works: %s", async (_, line, { code, id }) => {
    const server = await start()
    expect(await server.ask(line)).toEqual({
      jsonrpc: "2.0",
      id,
      error: {
        code,
        message: expect.stringMatching(/\. A message must be|Nothing was done\.|must be a JSON object\.$/)
      }
    })
    await works(server)
  })

  const odd: ReadonlyArray<readonly [string, string | Buffer, { readonly code: number; readonly id: number | null }]> =
    [
      [
        "bytes that are no text",
        Buffer.from('{"jsonrpc":"2.0","id":5,"method":"\xff"}', "latin1"),
        { code: -32700, id: null }
      ],
      ["an empty object", "{}", { code: -32600, id: null }],
      ["an id alone", '{"jsonrpc":"2.0","id":5}', { code: -32600, id: 5 }],
      ["no version", '{"id":5,"method":"ping"}', { code: -32600, id: 5 }],
      ["another version", '{"jsonrpc":"1.0","id":5,"method":"ping"}', { code: -32600, id: 5 }],
      ["a method that is no text", '{"jsonrpc":"2.0","id":5,"method":{}}', { code: -32600, id: 5 }],
      ...["{}", "[1]", "true", "null", "1e400", "12345678901234567890"].map(
        (id) => [`the id ${id}`, `{"jsonrpc":"2.0","id":${id},"method":"ping"}`, { code: -32600, id: null }] as const
      ),
      ["a call without a tool", '{"jsonrpc":"2.0","id":5,"method":"tools/call"}', { code: -32602, id: 5 }],
      [
        "a call whose arguments are a list",
        '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"salesdata_people_search","arguments":[]}}',
        { code: -32602, id: 5 }
      ]
    ]
  it(`is answered, and the next call works, for each of ${odd.length} odd lines`, async () => {
    const server = await start()
    for (const [what, line, { code, id }] of odd) {
      const message: unknown = expect.stringMatching(/\. A message must be|Nothing was done\.$/)
      expect([what, await server.ask(line)]).toEqual([what, { jsonrpc: "2.0", id, error: { code, message } }])
      expect(await server.ask({ jsonrpc: "2.0", id: 7, method: "ping" })).toEqual({ jsonrpc: "2.0", id: 7, result: {} })
    }
    await works(server)
  })

  it("has null in place of arguments: it is a call without them", async () => {
    const server = await start()
    const [withNull, without] = [null, undefined].map((input) =>
      server.ask({
        jsonrpc: "2.0",
        id: 5,
        method: "tools/call",
        params: { name: "salesdata_people_search", arguments: input }
      })
    )
    expect(await withNull).toEqual(await without)
    await works(server)
  })

  it("is a request before the handshake: it is refused, and may be sent again after it", async () => {
    const list = { jsonrpc: "2.0", id: 3, method: "tools/list" }
    const server = await start(env(), list)
    expect(server.welcome).toMatchObject({
      id: 3,
      error: { code: -32600, message: expect.stringMatching(/initialize first/) }
    })
    expect(await server.ask(hello)).toMatchObject({ id: 0, result: {} })
    expect(await server.ask(list)).toMatchObject({ id: 3, result: { tools: expect.any(Array) } })
  })

  it("does not take the message behind it in the same breath along", async () => {
    const server = await start()
    const listing = JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/list", params: {} })
    expect((await server.ask(`oops\n\n${listing}`)).error?.code).toBe(-32700)
    expect((await server.ask("")).id).toBe(9)
    await works(server)
  })
})

describe("a conversation", () => {
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" })
  const speaking = (protocolVersion: string) => ({ ...hello, params: { ...hello.params, protocolVersion } })

  it("answers many requests at once, and prints nothing beside the answers", async () => {
    const server = await start()
    const ids = Array.from({ length: 30 }, (_, id) => id + 1)
    const answers = ids.map((id) => server.ask(ping(id)))
    expect((await Promise.all(answers)).map(({ id }) => id)).toEqual(ids)
    await works(server)
    expect(server.errorOutput).toEqual([])
  })

  it("of 2025-03-26 has batches, of which each request is answered, and no structured content", async () => {
    const server = await start(env(), speaking("2025-03-26"))
    const batch = [ping(1), { jsonrpc: "2.0", method: "notifications/progress" }, { id: 2, method: "ping" }, 5, ping(3)]
    expect(await server.ask(batch)).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: 2, error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: "2.0", id: null, error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: "2.0", id: 3, result: {} }
    ])
    expect(await server.ask([])).toMatchObject({ id: null, error: { code: -32600 } })
    const { result } = await server.call("salesdata_people_search", { company: "estuary" })
    expect(result).not.toHaveProperty("structuredContent")
    expect(JSON.parse(result?.content?.[0]?.text ?? "")).toMatchObject({ people: expect.any(Array) })
  })

  it("of another version has none", async () => {
    const server = await start()
    expect(await server.ask([ping(1), ping(2)])).toMatchObject({ id: null, error: { code: -32600 } })
    await works(server)
  })

  it("of 2024-11-05, which clients spoke until the spring of 2025, has neither", async () => {
    const server = await start(env(), speaking("2024-11-05"))
    expect(server.welcome).toMatchObject({ result: { protocolVersion: "2024-11-05" } })
    expect(await server.ask([ping(1)])).toMatchObject({ id: null, error: { code: -32600 } })
    const { result } = await server.call("salesdata_people_search", { company: "estuary" })
    expect(result).not.toHaveProperty("structuredContent")
    expect(JSON.parse(result?.content?.[0]?.text ?? "")).toMatchObject({ people: expect.any(Array) })
  })

  it("of 2026-07-28 begins with any request, which says what it speaks", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {}
    }
    const request = (id: number, method: string, params: object) => ({
      jsonrpc: "2.0",
      id,
      method,
      params: { _meta: meta, ...params }
    })
    const server = await start(env(), request(1, "server/discover", {}))
    expect(server.welcome).toMatchObject({
      id: 1,
      result: { resultType: "complete", supportedVersions: expect.arrayContaining(["2026-07-28", "2025-11-25"]) }
    })
    expect(await server.ask(request(2, "tools/list", {}))).toMatchObject({
      result: { resultType: "complete", ttlMs: 0, cacheScope: "private", tools: expect.any(Array) }
    })
    const search = { name: "salesdata_people_search", arguments: { company: "estuary" } }
    expect(await server.ask(request(3, "tools/call", search))).toMatchObject({
      result: { resultType: "complete", structuredContent: { people: expect.any(Array) } }
    })
    expect(await server.ask(request(4, "ping", {}))).toMatchObject({ error: { code: -32601 } })
    // Without `_meta`, the request would belong to a session, and none has begun.
    expect(await server.ask({ jsonrpc: "2.0", id: 5, method: "tools/list" })).toMatchObject({ error: { code: -32600 } })
  })

  it("goes on while a call is under way, which is answered no more once it is cancelled", async () => {
    const slow = createServer(() => {})
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve))
    const arrival = once(slow, "request")
    const origin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const server = await start(env({ INLAY_CODEHOST_BASE_URL: origin, INLAY_CODEHOST_TOKEN: "not-a-secret" }))
    const params = { name: "codehost_get_repository_info", arguments: { owner: "acme", repo: "widgets" } }
    server.tell({ jsonrpc: "2.0", id: 50, method: "tools/call", params })
    await arrival
    expect(await server.ask(ping(51))).toEqual({ jsonrpc: "2.0", id: 51, result: {} })
    server.tell({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 50 } })
    expect(await server.ask(ping(52))).toEqual({ jsonrpc: "2.0", id: 52, result: {} })
    slow.closeAllConnections()
    slow.close()
    await works(server)
  })
})

describe("a large message", () => {
  const apiCall = (bytes: number) => ({
    name: "salesdata_api_call",
    arguments: { method: "POST", endpoint: "/enrich/person", body: { note: "x".repeat(bytes) } }
  })

  it.each([
    ["its id first", (params: object) => ({ jsonrpc: "2.0", id: 41, method: "tools/call", params })],
    [
      "its id last, as official clients write",
      (params: object) => ({ method: "tools/call", params, jsonrpc: "2.0", id: 41 })
    ]
  ])("past the limit is refused in words, and the next call works: %s", async (_, message) => {
    const server = await start()
    const refusal = await server.ask(message(apiCall(20 * MEGABYTE)))
    expect(refusal).toMatchObject({ id: 41, error: { code: -32600, message: expect.stringMatching(/16 MB/) } })
    await works(server)
  })

  it("below the limit is carried out", async () => {
    const server = await start()
    const answer = await server.ask({ jsonrpc: "2.0", id: 42, method: "tools/call", params: apiCall(15 * MEGABYTE) })
    // The simulated provider reads at most 64 KB.
    expect(answer).toMatchObject({
      id: 42,
      result: { isError: true, content: [{ text: expect.stringMatching(/^Invalid/) }] }
    })
    await works(server)
  })
})

describe("what is not there", () => {
  it("an unknown tool gets the nearest names", async () => {
    const server = await start()
    const { error } = await server.call("salesdata_enrich_people", {})
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(
        /^NotFound: There is no tool step salesdata_enrich_people\. Nearest: .*salesdata_people_enrichment/
      ),
      data: { error: { reason: "NotFound", known: expect.arrayContaining(["salesdata_people_enrichment"]) } }
    })
    await works(server)
  })

  it("a tool of what is not connected says how to connect it", async () => {
    const server = await start()
    const { error } = await server.call("codehost_star_repo", { owner: "acme", repo: "widgets" })
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^Unauthorized: .*inlay connect codehost/)
    })
  })

  it("an account of a wrong type is Invalid; null and an empty text name none", async () => {
    const server = await start()
    const input = sandbox().examples["salesdata_people_enrichment"]?.match[0] as object
    for (const account of [5, {}, ["env"], true]) {
      const { result } = await server.call("salesdata_people_enrichment", { ...input, account })
      expect(result?.structuredContent).toMatchObject({
        error: { reason: "Invalid", fields: [{ field: "account", message: "must be a string" }] }
      })
    }
    for (const account of [null, "", "env"]) {
      const { result } = await server.call("salesdata_people_enrichment", { ...input, account })
      expect(result?.structuredContent).toMatchObject({ match: true })
    }
  })
})

it("says what it is for, and in what state it is", async () => {
  const { welcome } = await start()
  expect(welcome.result?.instructions).toMatch(/connected accounts/)
  expect(welcome.result?.instructions).toMatch(/Sales data \(beta\): /)
  expect(welcome.result?.instructions?.length).toBeLessThan(600)
})
