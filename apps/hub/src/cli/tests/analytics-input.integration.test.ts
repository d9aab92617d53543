/**
 * Invalid input for analytics from programs (the client), agents (MCP) and users (the command): all are refused in the
 * same way, and nothing is sent.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { startSandbox, type Call, type RunningSandbox } from "@inlay/analytics-sandbox"
import { createAnalytics, ProviderError, type Analytics } from "@inlay/analytics/promise"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { inlayJson, main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let running: RunningSandbox | undefined
let agent: Client
let analytics: Analytics
let data = ""
const sandbox = () => running ?? expect.fail("the sandbox has not started")

beforeAll(async () => {
  running = await startSandbox()
  data = directory()
  agent = new Client({ name: "test", version: "1.0.0" })
  const env = environment({ ...running.env, INLAY_DATA: data })
  await agent.connect(new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env }))
})
afterAll(() => agent.close())
afterAll(() => running?.close())

/** The operations that the service received. */
const operations = async (): Promise<ReadonlyArray<string | null>> => {
  const { calls } = (await (await fetch(`${sandbox().control}/calls`)).json()) as {
    readonly calls: ReadonlyArray<Call>
  }
  return calls.map(({ operation }) => operation)
}

beforeEach(async () => {
  await fetch(`${sandbox().control}/reset`, { method: "POST", body: "{}" })
  // Metadata is cached for a day. A new client makes each test request it again.
  analytics = createAnalytics({
    token: sandbox().env.INLAY_ANALYTICS_ACCESS_TOKEN,
    dataBaseUrl: sandbox().urls.analyticsData,
    adminBaseUrl: sandbox().urls.analyticsAdmin
  })
})

interface Refusal {
  readonly reason: string
  readonly message: string
}

const byClient = (call: Promise<unknown>): Promise<Refusal> =>
  call.then(
    (value) => expect.fail(`it was taken: ${JSON.stringify(value)}`),
    (error: unknown) =>
      error instanceof ProviderError
        ? { reason: error.reason._tag, message: error.message }
        : expect.fail(String(error))
  )

const byAgent = async (name: string, input: Readonly<Record<string, unknown>>): Promise<Refusal> => {
  const result = CallToolResultSchema.parse(await agent.callTool({ name, arguments: input }, CallToolResultSchema))
  const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("")
  expect([text, result.isError]).toEqual([text, true])
  return { reason: /^(\w+):/.exec(text)?.[1] ?? text, message: text }
}

const byCommand = async (step: string, input: Readonly<Record<string, unknown>>): Promise<Refusal> => {
  const args = ["run", step, "--input", JSON.stringify(input), "--data", data]
  const { code, json } = await inlayJson<ErrorDocument>(args, { env: sandbox().env })
  expect(code).toBe(1)
  return json.error
}

const SHOP = "properties/320101"
const report = { property: SHOP, metrics: ["sessions"] }
const place = {
  parent: "accounts/110001",
  displayName: "Outlet",
  timeZone: "Australia/Hobart",
  currencyCode: "AUD"
} as const
const some = (count: number) => Array.from({ length: count }, (_, at) => `metric${at}`)

interface Row {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly words: RegExp
  /** The operations that the service receives nevertheless. */
  readonly sent: ReadonlyArray<string>
}

const row = (name: string, input: Row["input"], words: RegExp, ...sent: Row["sent"]): Row => ({
  name,
  input,
  words,
  sent
})

const reports: ReadonlyArray<Row> = [
  row("properties/abc", { ...report, property: "properties/abc" }, /property must be properties\/1234/),
  row("UA-1", { ...report, property: "UA-1" }, /previous generation/),
  row("a start after its end", { ...report, range: "2026-02-01..2026-01-01" }, /starts after it ends/),
  row("30dayAgo", { ...report, range: "30dayAgo..today" }, /write 30daysAgo/),
  row("11 metrics", { ...report, metrics: some(11) }, /at most 10 metrics/),
  row("10 dimensions", { ...report, dimensions: some(10) }, /at most 9 dimensions/),
  row("5 ranges", { ...report, range: "today,today,today,today,today" }, /at most 4/),
  row("limit 250,001", { ...report, limit: 250_001 }, /from 1 to 250000/),
  row("a filter that cannot be read", { ...report, filter: "sessions >" }, /character 11/),
  // The property's metadata says what a name is. Nothing else is requested.
  row(
    "a filter on neither",
    { ...report, filter: 'contry == "Fiji"' },
    /names contry, .*perhaps country/,
    "getMetadata"
  ),
  row(
    "a filter on a dimension or a metric",
    { ...report, dimensions: ["country"], filter: 'country == "Fiji" or sessions > 1' },
    /only joins them with and/
  )
]

const properties: ReadonlyArray<Row> = [
  row("AUDD", { ...place, currencyCode: "AUDD" }, /currencyCode must be a currency code of ISO 4217, such as AUD/),
  row("Sydney", { ...place, timeZone: "Sydney" }, /timeZone must be a time zone .*Australia\/Sydney/),
  row("no account", { ...place, parent: "properties/1" }, /parent must be accounts\/12/)
]

const expectAlike = (refusals: ReadonlyArray<Refusal>, reason: string, words: RegExp): void => {
  for (const refusal of refusals) {
    expect([refusal.message, refusal.reason]).toEqual([expect.stringMatching(words), reason])
    expect(refusal.message).toMatch(/Nothing was sent|nothing was sent/)
  }
}

describe("wrong input is refused by client, agent and command, in the same words, before anything is sent", () => {
  it.each(reports)("a report: $name", async ({ input, words, sent }) => {
    const step = "analytics_run_reports"
    const refusals = [
      await byClient(analytics.reports.run(input as Parameters<Analytics["reports"]["run"]>[0])),
      await byAgent(step, input),
      await byCommand(step, input)
    ]
    expectAlike(refusals, "Invalid", words)
    expect(new Set(await operations())).toEqual(new Set(sent))
  })

  it.each(properties)("a property: $name", async ({ input, words }) => {
    const step = "analytics_create_properties"
    const refusals = [
      await byClient(analytics.properties.create(input as Parameters<Analytics["properties"]["create"]>[0])),
      await byAgent(step, input),
      await byCommand(step, input)
    ]
    expectAlike(refusals, "Invalid", words)
    expect(await operations()).toEqual([])
  })

  it.each([
    "https://evil.example/v1beta/accountSummaries",
    "//evil.example/v1beta",
    "../admin/v1beta/accountSummaries"
  ])("an endpoint: %s", async (endpoint) => {
    const input = { method: "GET", endpoint } as const
    const refusals = [
      await byClient(analytics.call({ operation: "apiCall", ...input })),
      await byAgent("analytics_api_call", input),
      await byCommand("analytics_api_call", input)
    ]
    expect(refusals.map(({ reason }) => reason)).toEqual(["Refused", "Refused", "Refused"])
    expect(await operations()).toEqual([])
  })
})

it("a name that the property does not have leads to those that were meant", async () => {
  for (const [metric, words] of [
    ["Sessions", /perhaps sessions/],
    ["sesions", /perhaps sessions/]
  ] as const) {
    const input = { ...report, metrics: [metric] }
    for (const refusal of [
      await byClient(analytics.reports.run(input)),
      await byAgent("analytics_run_reports", input),
      await byCommand("analytics_run_reports", input)
    ]) {
      expect([refusal.message, refusal.reason]).toEqual([expect.stringMatching(words), "Invalid"])
      expect(refusal.message.match(/\bsessions\b/g)).toHaveLength(1)
    }
  }
})

it("an event that was never collected is not marked", async () => {
  const input = { property: SHOP, eventName: "never_seen" }
  const step = "analytics_create_key_events"
  for (const refusal of [await byAgent(step, input), await byCommand(step, input)]) {
    expect([refusal.message, refusal.reason]).toEqual([
      expect.stringMatching(/not collected by this property/),
      "Invalid"
    ])
  }
  expect(new Set(await operations())).toEqual(new Set(["runReport", "runRealtimeReport"]))
})

it("a bare number is a property, and an endpoint may begin with a slash", async () => {
  const run = async (step: string, input: object) => {
    const args = ["run", step, "--input", JSON.stringify(input), "--data", data]
    return (await inlayJson(args, { env: sandbox().env })).code
  }
  expect(await run("analytics_run_reports", { ...report, property: "320101" })).toBe(0)
  expect(await run("analytics_api_call", { method: "GET", endpoint: `/v1beta/${SHOP}` })).toBe(0)
})

describe("a key file that is no service account's", () => {
  const KEY = "canary-of-the-key-file"
  const ofUser = JSON.stringify({ type: "authorized_user", refresh_token: KEY })
  it.each([
    ["another kind of credential", ofUser, /service_account/],
    ["that, in UTF-16 as Windows PowerShell writes it", Buffer.from(`\uFEFF${ofUser}`, "utf16le"), /service_account/],
    ["no JSON", KEY, /JSON/],
    [
      "a key that is none",
      JSON.stringify({ type: "service_account", client_email: "a@b.example", private_key: KEY }),
      /./
    ]
  ])("%s is refused, unsent and unstored", async (_, text, words) => {
    const at = directory()
    const file = join(directory(), "key.json")
    writeFileSync(file, text)
    const args = ["connect", "analytics", "--kind", "service_account", "--set", `key_file=${file}`, "--data", at]
    const { code, json, stdout, stderr } = await inlayJson<ErrorDocument>(args, { env: addresses() })
    expect([code, json.error.reason]).toEqual([1, "Invalid"])
    expect(json.error.message).toMatch(words)
    expect(json.error.message).toMatch(/Nothing was stored/)
    expect(stdout + stderr).not.toContain(KEY)
    expect(await operations()).toEqual([])
  })

  it.each([
    ["of the home directory, which few shells replace here", () => "~/key.json"],
    ["with the quotation marks of Windows' “Copy as path”", (home: string) => `"${join(home, "key.json")}"`]
  ])("is found by a path %s", async (_, path) => {
    const home = directory()
    writeFileSync(join(home, "key.json"), KEY)
    const args = ["connect", "analytics", "--kind", "service_account", "--set", `key_file=${path(home)}`]
    const { json } = await inlayJson<ErrorDocument>(args, { env: { ...addresses(), HOME: home } })
    expect(json.error.message).toMatch(/not valid JSON/)
    const variable = { ...addresses(), HOME: home, GOOGLE_APPLICATION_CREDENTIALS: path(home) }
    expect(JSON.stringify(await inlayJson(["accounts"], { env: variable }))).not.toMatch(/cannot be read/)
  })

  const addresses = () => {
    const { INLAY_ANALYTICS_ACCESS_TOKEN: _, ...rest } = sandbox().env
    return rest
  }
})
