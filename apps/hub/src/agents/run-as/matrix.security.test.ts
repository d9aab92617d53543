/**
 * Principals x accounts x tools on the real server: anything outside a grant cannot be listed, found or run, and the
 * error is the same as for something that does not exist.
 */
import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { plugins } from "../../plugins.gen.ts"
import { mayUseAccount, mayUseStep, type Grant } from "../../principals/Principal.ts"
import { withinTools } from "../../principals/reach.ts"
import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { world } from "../../testing/world.ts"

const directory = temporaryDirectories()
const { sandbox, calls, reset } = world()
let codehost: RunningSandbox
let hub: RunningHub

const ACCOUNTS = [
  { plugin: "codehost", name: "home" },
  { plugin: "codehost", name: "work" },
  { plugin: "salesdata", name: "main" }
]

beforeAll(async () => {
  codehost = await startSandbox()
  hub = await startHub(directory())
  const token = await hub.token({ manages: true })
  for (const { plugin, name } of ACCOUNTS) {
    const values =
      plugin === "codehost"
        ? { base_url: codehost.urls.codehost, token: codehost.env["INLAY_CODEHOST_TOKEN"] ?? "" }
        : {
            base_url: sandbox().env["INLAY_SALESDATA_BASE_URL"] ?? "",
            api_key: sandbox().env["INLAY_SALESDATA_API_KEY"] ?? ""
          }
    const { status, text } = await hub.call("POST", "/api/accounts", { token, body: { plugin, name, values } })
    expect([text, status]).toEqual([text, 201])
  }
})
afterAll(async () => {
  await hub.close()
  await codehost.close()
})

const GRANTS: ReadonlyArray<readonly [string, Partial<Grant>]> = [
  ["everything", {}],
  ["one plugin", { plugins: ["codehost"] }],
  ["one account", { accounts: ["codehost/work"] }],
  ["an account of another plugin than the one allowed", { plugins: ["salesdata"], accounts: ["codehost/work"] }],
  ["one tool", { tools: ["codehost_get_repository_info"] }],
  ["no tool", { tools: [] }],
  ["no account", { accounts: [] }],
  ["reading", { readOnly: true }],
  ["reading with one account", { readOnly: true, accounts: ["salesdata/main"] }],
  ["an account that is gone", { accounts: ["codehost/gone"] }]
]
const STEPS = plugins.flatMap((plugin) => plugin.toolSteps.map((step) => ({ plugin, step })))
interface Mcp {
  readonly result?: {
    readonly tools: ReadonlyArray<{
      readonly name: string
      readonly inputSchema: { readonly properties: { readonly account: { readonly enum: ReadonlyArray<string> } } }
    }>
  }
  readonly error?: { readonly code: number; readonly message: string }
}

const NEVER_THERE = "codehost_never_there"

describe.each(GRANTS)("a token for %s", (_, grant) => {
  const principal = withinTools(plugins, {
    id: "token:x",
    kind: "token",
    name: "x",
    grant: { readOnly: false, ...grant }
  })
  let token: string
  beforeAll(async () => {
    token = await hub.token(grant)
    await reset()
  })

  it("lists what it may use, and nothing else", async () => {
    const accounts = await hub.call("GET", "/api/accounts", { token })
    const allowed = ACCOUNTS.filter((account) => mayUseAccount(principal, account))
    expect(accounts.json.accounts.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      allowed.map(({ plugin, name }) => `${plugin}/${name}`)
    )
    const tools = await hub.call("GET", "/api/tools", { token })
    expect(tools.json.tools.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      STEPS.filter(({ plugin, step }) => mayUseStep(principal, plugin, step))
        .map(({ step }) => step.id)
        .toSorted()
    )
    for (const { plugin, accounts: names } of tools.json.tools) {
      expect(allowed.filter((one) => one.plugin === plugin).map(({ name }) => name)).toEqual(
        expect.arrayContaining(names)
      )
    }
  })

  it("finds, previews and runs no tool that it may not use: as if there were none", async () => {
    const never = await hub.call("POST", `/api/tools/${NEVER_THERE}/runs`, { token, body: {} })
    expect(never.status).toBe(404)
    const denied = STEPS.filter(({ plugin, step }) => !mayUseStep(principal, plugin, step))
    const usableIds = STEPS.filter(({ plugin, step }) => mayUseStep(principal, plugin, step)).map(({ step }) => step.id)
    for (const { step } of denied) {
      for (const [method, path] of [
        ["GET", ""],
        ["POST", "/runs"],
        ["POST", "/previews"]
      ] as const) {
        const answer = await hub.call(method, `/api/tools/${step.id}${path}`, {
          token,
          ...(method === "POST" && { body: {} })
        })
        expect([step.id, path, answer.status, answer.json.error.reason]).toEqual([step.id, path, 404, "NotFound"])
        expect(usableIds).toEqual(expect.arrayContaining(answer.json.error.known))
        expect(Object.keys(answer.json.error)).toEqual(Object.keys(never.json.error))
      }
    }
    expect(await calls()).toEqual([])
  })

  it("has the same by MCP: it lists what it may use with its own accounts, and finds nothing else", async () => {
    const mcp = async (method: string, params: object) => {
      const headers = { accept: "application/json, text/event-stream" }
      const body = { jsonrpc: "2.0", id: 1, method, params }
      const { text } = await hub.call("POST", "/mcp", { token, headers, body })
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Mcp
    }
    const { result } = await mcp("tools/list", {})
    const usable = STEPS.filter(
      ({ plugin, step }) =>
        mayUseStep(principal, plugin, step) &&
        ACCOUNTS.some((account) => account.plugin === plugin.id && mayUseAccount(principal, account))
    )
    // A principal without any account sees the tools that it could use.
    const hasAccount = ACCOUNTS.some((account) => mayUseAccount(principal, account))
    const listed = hasAccount ? usable : STEPS.filter(({ plugin, step }) => mayUseStep(principal, plugin, step))
    expect(result?.tools.map(({ name }) => name).toSorted()).toEqual(listed.map(({ step }) => step.id).toSorted())
    for (const { name, inputSchema } of hasAccount ? (result?.tools ?? []) : []) {
      const own = ACCOUNTS.filter(({ plugin }) => name.startsWith(`${plugin}_`))
      const allowed = own.filter((account) => mayUseAccount(principal, account)).map((account) => account.name)
      expect([name, inputSchema.properties.account.enum]).toEqual([name, allowed])
    }
    const denied = STEPS.filter(({ plugin, step }) => !mayUseStep(principal, plugin, step))
    for (const { step } of [...denied.slice(0, 5), ...denied.slice(-5)]) {
      const { error } = await mcp("tools/call", { name: step.id, arguments: {} })
      expect([step.id, error?.code, error?.message]).toEqual([step.id, -32602, expect.stringMatching(/^NotFound: /)])
    }
    expect(await calls()).toEqual([])
  })

  it("uses no account that it may not use: as if there were none", async () => {
    const tool = (plugin: string) =>
      plugin === "codehost"
        ? { id: "codehost_get_repository_info", input: { owner: "acme", repo: "widgets" } }
        : { id: "salesdata_people_search", input: { name: "nobody" } }
    for (const account of ACCOUNTS.filter((one) => !mayUseAccount(principal, one))) {
      const { id, input } = tool(account.plugin)
      for (const path of ["runs", "previews"]) {
        for (const name of [account.name, `${account.plugin}/${account.name}`]) {
          const answer = await hub.call("POST", `/api/tools/${id}/${path}`, { token, body: { input, account: name } })
          expect([id, name, answer.status]).toEqual([id, name, answer.json.error.reason === "Unauthorized" ? 424 : 404])
          const never = await hub.call("POST", `/api/tools/${id}/${path}`, {
            token,
            body: { input, account: "never-there" }
          })
          expect(answer.json.error.known).toEqual(never.json.error.known)
          for (const other of ACCOUNTS.filter((one) => !mayUseAccount(principal, one) && one.name !== account.name)) {
            expect(answer.text).not.toContain(other.name)
          }
        }
      }
    }
  })
})

describe("a token that only reads", () => {
  it("changes nothing, by API Call neither", async () => {
    const token = await hub.token({ readOnly: true })
    const input = { method: "POST", endpoint: "/user/repos", body: { name: "made-by-a-reader" } }
    const { status, json } = await hub.call("POST", "/api/tools/codehost_api_call/runs", {
      token,
      body: { input, account: "work" }
    })
    expect([status, json.error.guard]).toEqual([403, "readOnly"])
    const read = { input: { method: "GET", endpoint: "/rate_limit" }, account: "work" }
    expect((await hub.call("POST", "/api/tools/codehost_api_call/runs", { token, body: read })).status).toBe(200)
  })

  it("sees only its own runs", async () => {
    const token = await hub.token({ readOnly: true })
    const read = { input: { method: "GET", endpoint: "/rate_limit" }, account: "home" }
    expect((await hub.call("GET", "/api/runs", { token })).json.items).toEqual([])
    await hub.call("POST", "/api/tools/codehost_api_call/runs", { token, body: read })
    const own = await hub.call("GET", "/api/runs?limit=1", { token })
    expect(own.json.items).toMatchObject([{ account: "home", outcome: "ok", via: "http" }])
    expect(own.json.next).toBeUndefined()
    expect((await hub.call("GET", "/api/runs?principal=local", { token })).json.items).toEqual([])
    const all = await hub.call("GET", "/api/runs?limit=1", { token: await hub.token({ manages: true }) })
    expect(all.json.items).toHaveLength(1)
    expect(all.json.next).toMatch(/^\d+$/)
  })
})
