import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Budget from "@inlay/core-http/Budget"
import * as Client from "@inlay/core-http/Client"
import * as Credential from "@inlay/core-http/Credential"
import type { PathStyle } from "@inlay/core-http/Endpoint"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { free, UnknownCharge } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { afterEach, describe, expect, it } from "vitest"

import * as Plugin from "../Plugin.ts"
import { apiCallSuite } from "../testing/api-call-suite.ts"
import { KEY, hostileWorld } from "../testing/hostile-world.ts"
import * as ApiCall from "./ApiCall.ts"
import type * as ToolStep from "./ToolStep.ts"

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** A plugin with only an API Call step, for one path style, one key header and one media type. */
const pluginOf = (id: string, pathStyle: PathStyle, keyHeader: string, accept: string) => {
  class Service extends Context.Service<Service, Client.Client>()(`@inlay/agent-plugin/test/${id}`) {}
  const field = { required: true, help: "For tests." }
  return Plugin.make({
    id,
    title: id,
    description: "For tests.",
    status: "beta",
    accountKinds: [
      {
        id: "key",
        title: "Key",
        fields: [
          { ...field, name: "base_url", label: "Base address", type: "url", secret: false },
          { ...field, name: "api_key", label: "Key", type: "text", secret: true }
        ],
        validate: Result.succeed,
        check: () => Effect.succeed({ ok: true, scopes: [], limits: [], problems: [] })
      }
    ],
    toolSteps: [
      ApiCall.make({
        plugin: id,
        description: "One request to any endpoint.",
        methods: METHODS,
        endpoint: "Path",
        hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
        cost: null,
        call: (request) => Effect.flatMap(Service, (client) => client.call(request))
      })
    ],
    triggers: [],
    service: Service,
    client: ({ settings, secrets }) =>
      Client.make({
        provider: id,
        baseAddress: Result.getOrThrow(BaseAddress.parse(settings["base_url"] ?? "")),
        pathStyle,
        credential: Credential.inHeader(keyHeader, secrets["api_key"] ?? Redacted.make("")),
        headers: { accept },
        budget: Budget.make({ concurrency: 4 }),
        failureOf: (answer) => Client.reasonOfStatus(answer)
      })
  })
}

const slashedPlugin = pluginOf("slashed", "leading-slash", "authorization", "application/json")
const bare = pluginOf("bare", "no-leading-slash", "X-Provider-Id", "application/vnd.vendor+json")
const either = pluginOf("either", "either", "authorization", "application/json")

apiCallSuite(slashedPlugin)
apiCallSuite(bare)
apiCallSuite(either)

describe("API Call", () => {
  const world = hostileWorld(bare, "bare_api_call")
  const endpoint = "v1/things/1"
  afterEach(() => void world().provider.take())

  it.each(METHODS)("sends %s with the body as JSON", async (method) => {
    const { provider, run } = world()
    expect(await run({ method, endpoint, body: { a: "é" } }, "bare")).toMatchObject({ status: 200, body: {} })
    expect(provider.take()).toMatchObject([
      { method, target: "/v1/things/1", headers: { "content-type": "application/json", "content-length": "10" } }
    ])
  })

  it.each([
    [undefined, "application/vnd.vendor+json"],
    [{}, "application/vnd.vendor+json"],
    [{ accept: "application/json" }, "application/json"],
    [{ Accept: "application/vnd.vendor.raw+json" }, "application/vnd.vendor.raw+json"],
    [{ "X-Other": "1" }, "application/vnd.vendor+json"]
  ])("given the headers %j accepts %s", async (headers, accept) => {
    const { provider, run } = world()
    await run({ method: "GET", endpoint, ...(headers && { headers }) }, "bare")
    expect(provider.take()).toMatchObject([{ headers: { accept, "x-provider-id": KEY } }])
  })

  it.each(["x-provider-id", "X-Provider-Id", "x_provider_id"])("reserves %s for the account's key", async (name) => {
    const { provider, run } = world()
    const error = await run({ method: "GET", endpoint, headers: { [name]: "another" } }, "bare")
    expect(error).toMatchObject({
      provider: "bare",
      operation: "apiCall",
      reason: { _tag: "Refused", guard: "header", what: expect.stringContaining(`headers.${name} `) }
    })
    expect(provider.take()).toEqual([])
  })

  it.each([
    [{ "x-a": 1 }, "headers.x-a"],
    [{ "x-a": "1\r\n" }, "headers.x-a"],
    [[], "headers"],
    ["x-a: 1", "headers"]
  ])("names the field of the malformed headers %j", async (headers, field) => {
    const { provider, run } = world()
    expect(await run({ method: "GET", endpoint, headers }, "bare")).toMatchObject({
      reason: { _tag: "Invalid", fields: [{ field }] }
    })
    expect(provider.take()).toEqual([])
  })

  it("hides secret-named response headers, and shows only the host of a redirect", async () => {
    const { provider, run } = world()
    provider.answer(302, ["https://elsewhere.example:8443/secret?token=hunter22"])
    expect(await run({ method: "GET", endpoint }, "bare")).toMatchObject({
      message:
        "The provider redirected the call to elsewhere.example:8443; a credential is never sent after a redirect.",
      reason: { remedy: { to: "setAddress", of: "base" } }
    })
    provider.answer(200)
  })
})

it("carries the decision about an earlier charge, and passes on the cost, what to know about it and where the resource is now", async () => {
  const answer = {
    status: 200,
    headers: {},
    body: {},
    fetchedAt: "2026-11-22T00:00:00Z",
    fromCache: false,
    credits: { charged: 9, basis: "provider" },
    priceExceeded: 2,
    uncached: "store",
    movedTo: "/things/2"
  } as const
  const decisions: Array<string> = []
  const step = ApiCall.make({
    plugin: "sample",
    description: "Any request.",
    methods: METHODS,
    endpoint: "A path.",
    cost: { unit: "credits", upTo: null, note: "as the endpoint costs" },
    spends: true,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    call: () => Effect.map(UnknownCharge, (decision) => (decisions.push(decision), answer)),
    preview: () => Effect.succeed(free)
  })
  const input = { method: "POST", endpoint: "/things/1", unknown_charge: "not_charged" }
  expect(await Effect.runPromise(step.run(input))).toMatchObject({
    credits: { charged: 9 },
    notice: expect.stringMatching(/could not be saved.*charged 9 credits, and the account's price is 2/),
    moved_to: "/things/2"
  })
  for (const one of [step.run, step.preview]) {
    const error = await Effect.runPromise(
      Effect.flip(Effect.asVoid<unknown, ProviderError, never>(one({ ...input, offset: -1 })))
    )
    expect(error.reason).toMatchObject({ _tag: "Invalid", what: "offset must be 0 or more." })
  }
  expect(decisions).toEqual(["not_charged"])
})

it("previews the request that it would send, to the same one of several addresses", async () => {
  const requests: Array<unknown> = []
  const answer = { status: 200, headers: {}, body: { id: 7 }, fetchedAt: "2026-11-22T00:00:00Z", fromCache: false }
  const step = ApiCall.make({
    plugin: "sample",
    description: "Any request.",
    methods: METHODS,
    endpoint: "A path.",
    targets: { names: ["admin", "data"] },
    cost: { unit: "credits", upTo: null, note: "as the endpoint costs" },
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    call: (...request) => Effect.sync(() => (requests.push(request), answer)),
    preview: (...request) => Effect.sync(() => (requests.push(request), free))
  })
  const request = { method: "POST", endpoint: "/things", body: { a: 1 }, headers: { accept: "text/plain" } }
  const input = { ...request, fields: ["name"], max_kb: 8 }
  expect(await Effect.runPromise(step.run({ ...input, api: "data" }))).toMatchObject({
    left_out: ["fields: nothing is called name"]
  })
  for (const each of [{ ...input, api: "data" }, input, { method: "GET", endpoint: "/things" }]) {
    await Effect.runPromise(Effect.asVoid<unknown, ProviderError, never>(step.preview(each)))
  }
  await Effect.runPromise(step.run(input))
  const sent = { operation: "apiCall", ...request }
  expect(requests).toStrictEqual([
    [sent, "data"],
    [sent, "data"],
    [sent, "admin"],
    [{ operation: "apiCall", method: "GET", endpoint: "/things" }, "admin"],
    [sent, "admin"]
  ])
})

describe("a long answer", () => {
  const rows = Array.from({ length: 3000 }, (_, n) => ({ n, text: "x".repeat(n % 50) }))
  const stepOf = (cost: ToolStep.Cost | null) =>
    ApiCall.make({
      plugin: "sample",
      description: "Any request.",
      methods: METHODS,
      endpoint: "A path.",
      cost,
      hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
      call: () =>
        Effect.succeed({ status: 200, headers: {}, body: rows, fetchedAt: "2026-11-22T00:00:00Z", fromCache: false })
    })
  const run = async (cost: ToolStep.Cost | null, input: unknown) =>
    (await Effect.runPromise(stepOf(cost).run(input))) as {
      readonly body: ReadonlyArray<{ readonly n: number }>
      readonly left_out: ReadonlyArray<string>
      readonly next?: unknown
    }

  it.each([1, 16])("is read to its end in parts of %i KB, each row once", async (max_kb) => {
    const read: Array<number> = []
    let input: unknown = { method: "GET", endpoint: "/rows", max_kb }
    for (let parts = 0; input !== undefined && parts < 1000; parts++) {
      const part = await run(null, input)
      read.push(...part.body.map(({ n }) => n))
      input = part.next
    }
    expect(read).toEqual(rows.map(({ n }) => n))
  })

  it.each([
    ["changes something", null, "POST"],
    ["costs credits", { unit: "credits", upTo: null, note: "as the endpoint costs" }, "GET"]
  ] as const)(
    "of a call that %s says what was left out, and no input that would repeat the call",
    async (_, cost, method) => {
      const { left_out, next } = await run(cost, { method, endpoint: "/rows" })
      expect(left_out).not.toEqual([])
      expect(next).toBeUndefined()
    }
  )
})

describe("a long text", () => {
  const run = async (body: string, input: object = {}) => {
    const step = ApiCall.make({
      plugin: "sample",
      description: "Any request.",
      methods: METHODS,
      endpoint: "A path.",
      cost: null,
      hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
      endFirst: () => true,
      call: () =>
        Effect.succeed({ status: 200, headers: {}, body, fetchedAt: "2026-11-22T00:00:00Z", fromCache: false })
    })
    return (await Effect.runPromise(step.run({ method: "GET", endpoint: "/log", ...input }))) as {
      readonly body: string
      readonly left_out?: ReadonlyArray<string>
      readonly next?: { readonly offset: number }
    }
  }
  const log = Array.from({ length: 1000 }, (_, n) => `${n} ${"é".repeat(50)}\n`).join("")

  it("whose end matters is shown from a line to its end", async () => {
    const { body, left_out, next } = await run(log)
    expect(body).toMatch(/^\d+ é/)
    expect(log.endsWith(`\n${body}`)).toBe(true)
    expect(body.length).toBeGreaterThan(6000)
    const of = `${body.length.toLocaleString("en-US")} of ${log.length.toLocaleString("en-US")}`
    expect(left_out).toEqual([`body: the last ${of} characters, use offset to read from a position`])
    expect(next).toBeUndefined()
    const line = await run(`${"x".repeat(40_000)}\n`)
    expect(line.body).toMatch(/^x{6000,}\n$/)
    expect(await run("short\n")).toMatchObject({ body: "short\n" })
  })

  it("is read from an offset to its end, each character once", async () => {
    const first = await run(log, { offset: 0 })
    expect(first.left_out).toEqual([expect.stringMatching(/^body: characters 1 to [\d,]+ of [\d,]+$/)])
    let { body: text, next } = first
    for (let parts = 0; next !== undefined && parts < 20; parts++) {
      const part = await run(log, next)
      text += part.body
      next = part.next
    }
    expect([text, next]).toEqual([log, undefined])
    expect(await run(log, { offset: log.length + 5 })).toMatchObject({ body: "" })
  })
})
