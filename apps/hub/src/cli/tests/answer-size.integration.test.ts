/**
 * Whatever the size of a service's response, an agent receives at most 16 KB by default, and never more than 200 KB.
 */
import { startSandbox as startCodeHost, type RunningSandbox as CodeHost } from "@inlay/codehost-sandbox"
import { startSandbox as startSalesData, type RunningSandbox as SalesData } from "@inlay/salesdata-sandbox"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, expect, it } from "vitest"

import { main, environment } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const DEFAULT_BYTES = 16_384
const MAX_BYTES = 200_000
const WIDGETS = { owner: "acme", repo: "widgets" }
const REPO = "/repos/acme/widgets"

let codehost: CodeHost
let salesdata: SalesData
let client: Client
let asksForMore: ReadonlySet<string>
const directory = temporaryDirectories()

/** Calls the service directly, to create large content. */
const service = async (method: string, path: string, body: object): Promise<{ readonly number: number }> => {
  const response = await fetch(`${codehost.env["INLAY_CODEHOST_BASE_URL"]}${path}`, {
    method,
    headers: { authorization: `Bearer ${codehost.env["INLAY_CODEHOST_TOKEN"]}` },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { number: number }
}

const file = (path: string, content: string) =>
  service("PUT", `${REPO}/contents/${path}`, { message: "Add", content: Buffer.from(content).toString("base64") })

beforeAll(async () => {
  codehost = await startCodeHost()
  salesdata = await startSalesData()
  await file("large.txt", "a line of text\n".repeat(70_000))
  await file("wide.txt", "\u0001é".repeat(50_000))
  for (let n = 0; n < 250; n++) await file(`many/file-with-a-rather-long-name-${n}.txt`, `${n}`)
  for (let n = 0; n < 12; n++) {
    await service("POST", `${REPO}/issues`, { title: `Large ${n}`, body: "Words of an issue. ".repeat(3_400) })
  }
  client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, "mcp"],
      env: environment({ ...codehost.env, ...salesdata.env, INLAY_DATA: directory() })
    })
  )
  const { tools } = await client.listTools()
  asksForMore = new Set(
    tools.filter(({ inputSchema }) => inputSchema.properties?.["max_kb"] !== undefined).map(({ name }) => name)
  )
}, 60_000)
afterAll(async () => {
  await client.close()
  await Promise.all([codehost.close(), salesdata.close()])
})

const call = async (name: string, input: object) => {
  const { content, isError, structuredContent } = CallToolResultSchema.parse(
    await client.callTool({ name, arguments: { ...input } })
  )
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("")
  expect([isError ?? false, JSON.parse(text)]).toEqual([false, structuredContent])
  return Buffer.byteLength(text)
}

const apiCall = (endpoint: string) => ["codehost_api_call", { method: "GET", endpoint }] as const

it.each([
  ["codehost_get_repository_content", { ...WIDGETS, path: "large.txt" }],
  ["codehost_get_repository_content", { ...WIDGETS, path: "wide.txt" }],
  ["codehost_get_repository_content", { ...WIDGETS, path: "many" }],
  ["codehost_search_issues_and_pull_requests", { q: "repo:acme/widgets is:issue", limit: 100 }],
  ["codehost_list_commits", WIDGETS],
  ["codehost_get_commit", { ...WIDGETS, ref: "main" }],
  apiCall(`${REPO}/issues?per_page=100`),
  apiCall(`${REPO}/contents/many`),
  apiCall(`${REPO}/contents/large.txt`),
  ["salesdata_people_search", { company: "estuary" }],
  ["salesdata_people_search", { location: "NSW" }],
  ["salesdata_api_call", { method: "POST", endpoint: "/search/people", body: { location: "NSW", limit: 100 } }]
] as const)("%s %j", async (step, input) => {
  expect(await call(step, input)).toBeLessThanOrEqual(DEFAULT_BYTES)
  if (asksForMore.has(step)) expect(await call(step, { ...input, max_kb: 195 })).toBeLessThanOrEqual(MAX_BYTES)
})

it("a person's whole answer", async () => {
  for (const step of ["salesdata_people_enrichment", "salesdata_company_enrichment"]) {
    for (const input of salesdata.examples[step]?.match ?? []) {
      expect(await call(step, input as object)).toBeLessThanOrEqual(DEFAULT_BYTES)
    }
  }
})
