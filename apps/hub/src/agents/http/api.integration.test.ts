/** The HTTP API on a real server, real SQLite and the simulated sales data provider. */
import { startSandbox as startCodehost } from "@inlay/codehost-sandbox"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { withVariables } from "../../testing/variables.ts"
import { world } from "../../testing/world.ts"

const { env, calls, reset } = world()
const variables = withVariables()
let hub: RunningHub
let token: string

beforeAll(async () => {
  const environment = env()
  variables(environment)
  hub = await startHub(environment["INLAY_DATA"] ?? "")
  token = await hub.token()
})
afterAll(() => hub.close())

/** The parts of an operation of an OpenAPI document that are read here. */
interface Operation {
  readonly summary?: string
  readonly security?: ReadonlyArray<unknown>
  readonly responses: Readonly<Record<string, unknown>>
}

const PERSON = { profilenet_slug: "deepa-carmody" }

describe("the HTTP API", () => {
  it("says of itself what it takes, as OpenAPI", async () => {
    const { status, json } = await hub.call("GET", "/openapi.json", { token })
    expect(status).toBe(200)
    expect(json.openapi).toMatch(/^3\.1/)
    expect(Object.keys(json.paths)).toEqual(
      expect.arrayContaining([
        "/api/accounts",
        "/api/plugins",
        "/api/tools",
        "/api/tools/{id}/runs",
        "/api/runs",
        "/api/tokens"
      ])
    )
    expect(json.security).toEqual([{ token: [] }])
  })

  it("says of each operation what it does, and whether it needs a token", async () => {
    const { json } = await hub.call("GET", "/openapi.json", { token })
    const operations = Object.entries<Record<string, Operation>>(json.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation }))
    )
    expect(operations.map(({ path }) => path)).toContain("/api/events")
    for (const { path, method, summary, security, responses } of operations) {
      const { status } = await hub.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, "x"))
      expect([method, path, status === 401]).toEqual([method, path, security === undefined])
      expect([method, path, summary]).toEqual([method, path, expect.stringMatching(/^[A-Z].{9,}[a-z]$/)])
      expect(Object.keys(responses)).toContain("421")
    }
  })

  it("lists accounts without a secret, and tools with the accounts that they may use", async () => {
    const accounts = await hub.call("GET", "/api/accounts", { token })
    expect(accounts.json.accounts).toMatchObject([{ id: "salesdata/env", source: "environment", ok: true }])
    expect(accounts.json.accounts[0].settings).toBeUndefined()
    const account = await hub.call("GET", "/api/accounts/salesdata/env", { token })
    expect([account.status, account.json]).toEqual([200, accounts.json.accounts[0]])
    const none = await hub.call("GET", "/api/accounts/salesdata/envv", { token })
    expect([none.status, none.json.error.known]).toEqual([404, ["salesdata/env"]])
    const hidden = await hub.call("GET", "/api/accounts/salesdata/env", { token: await hub.token({ accounts: [] }) })
    expect([hidden.status, hidden.json.error.known]).toEqual([404, []])
    const tools = await hub.call("GET", "/api/tools?query=people", { token })
    expect(tools.json.tools[0]).toMatchObject({ id: "salesdata_people_enrichment", accounts: ["env"] })
    const one = await hub.call("GET", "/api/tools/salesdata_people_enrichment", { token })
    expect(one.json.inputSchema.properties.profilenet_slug).toBeDefined()
  })

  it("offers a tool with no account that cannot be opened, nor one that only reads if the tool writes", async () => {
    const codehost = await startCodehost()
    onTestFinished(codehost.close)
    const manager = await hub.token({ manages: true })
    for (const [name, more] of Object.entries({ work: {}, reading: { read_only: "true" }, broken: {} })) {
      const values = { base_url: codehost.urls.codehost, token: codehost.env["INLAY_CODEHOST_TOKEN"], ...more }
      const body = { plugin: "codehost", kind: "token", name, values }
      expect((await hub.call("POST", "/api/accounts", { token: manager, body })).status).toBe(201)
      onTestFinished(async () => void (await hub.call("DELETE", `/api/accounts/codehost/${name}`, { token: manager })))
    }
    await hub.run(Effect.flatMap(SqlClient, (sql) => sql`UPDATE accounts SET settings = '{}' WHERE name = 'broken'`))
    const accountsOf = async (tool: string) => (await hub.call("GET", `/api/tools/${tool}`, { token })).json.accounts
    expect(await accountsOf("codehost_get_repository_info")).toEqual(["reading", "work"])
    expect(await accountsOf("codehost_create_issue")).toEqual(["work"])
  })

  it("previews without a call, runs, and keeps who did by what way", async () => {
    await reset()
    const preview = await hub.call("POST", "/api/tools/salesdata_people_enrichment/previews", {
      token,
      body: { input: PERSON }
    })
    expect(preview.json).toMatchObject({ isFree: false, estimate: 2, cached: null, refusal: null })
    expect(await calls()).toHaveLength(0)
    const run = await hub.call("POST", "/api/tools/salesdata_people_enrichment/runs", {
      token,
      body: { input: PERSON }
    })
    expect(run.status).toBe(200)
    expect(run.json.output).toMatchObject({ match: true, record: { name: "Deepa Carmody" } })
    const runs = await hub.call("GET", "/api/runs", { token })
    expect(runs.json.items[0]).toMatchObject({
      tool: "salesdata_people_enrichment",
      account: "env",
      via: "http",
      outcome: "ok",
      charged: 2,
      principalName: "test"
    })
    expect(JSON.stringify(runs.json)).not.toContain("deepa")
  })

  it("keeps the name of a token that was revoked with its runs", async () => {
    const manager = await hub.token({ manages: true })
    const { json } = await hub.call("POST", "/api/tokens", { token: manager, body: { name: "short-lived" } })
    const body = { input: PERSON }
    await hub.call("POST", "/api/tools/salesdata_people_enrichment/runs", { token: json.text, body })
    expect((await hub.call("DELETE", `/api/tokens/${json.id}`, { token: manager })).status).toBe(204)
    const { items } = (await hub.call("GET", "/api/runs?limit=1", { token: manager })).json
    expect(items).toMatchObject([{ principal: `token:${json.id}`, principalName: "short-lived" }])
  })

  it("gives what was used by day, with a value for each, and what providers leave", async () => {
    const { status, json } = await hub.call("GET", "/api/usage?days=7", { token })
    expect([status, json.days.length]).toEqual([200, 7])
    expect(json.accounts).toMatchObject([{ account: "salesdata/env", credits: [0, 0, 0, 0, 0, 0, 2] }])
    expect(json.accounts[0].runs.at(-1)).toBeGreaterThanOrEqual(1)
    for (const { account, name, remaining } of json.limits)
      expect([account, name, typeof remaining]).toEqual(["salesdata/env", "Requests", "number"])
    expect((await hub.call("GET", "/api/usage?days=0", { token })).status).toBe(400)
    expect((await hub.call("GET", "/api/usage", { token: await hub.token() })).json.accounts).toEqual([])
  })

  it("asks again for a saved answer if it is told to, at the price of the preview", async () => {
    await reset()
    const post = (way: "previews" | "runs", more: object = {}) =>
      hub.call("POST", `/api/tools/salesdata_people_enrichment/${way}`, { token, body: { input: PERSON, ...more } })
    const { json: preview } = await post("previews")
    expect([preview.cached.match, preview.estimate]).toEqual([true, 2])
    expect((await post("runs")).json.output.fromCache).toBe(true)
    expect(await calls()).toHaveLength(0)
    const { json } = await post("runs", { refresh: true })
    expect(json.output).toMatchObject({ match: true, fromCache: false, credits: { charged: 2 } })
    expect((await post("runs")).json.output.fromCache).toBe(true)
    expect(await calls()).toHaveLength(1)
    expect((await post("runs", { refresh: "yes" })).status).toBe(400)
  })

  it("buys nothing if only a saved answer is asked for", async () => {
    await reset()
    const saved = (input: object) =>
      hub.call("POST", "/api/tools/salesdata_people_enrichment/runs", { token, body: { input, maxCredits: 0 } })
    expect((await saved(PERSON)).json.output.fromCache).toBe(true)
    const { status, json } = await saved({ email: "nobody.here@unknown.example" })
    expect([status, json.error]).toMatchObject([409, { reason: "Refused", guard: "price", nothing: "sent" }])
    expect(await calls()).toHaveLength(0)
  })

  it("buys nothing that costs more than its caller agreed to", async () => {
    await reset()
    const upTo = (maxCredits: unknown) =>
      hub.call("POST", "/api/tools/salesdata_people_enrichment/runs", {
        token,
        body: { input: { email: "nobody.here@unknown.example" }, maxCredits }
      })
    const { status, json } = await upTo(1)
    expect([status, json.error.guard, json.error.fix]).toEqual([409, "price", expect.stringContaining("`maxCredits`")])
    expect([(await upTo(-1)).status, (await upTo("2")).status]).toEqual([400, 400])
    expect(await calls()).toHaveLength(0)
    expect((await upTo(2)).status).toBe(200)
    expect(await calls()).toHaveLength(1)
  })

  it("refuses a wrong input with every wrong field, before anything is sent", async () => {
    await reset()
    const { status, json } = await hub.call("POST", "/api/tools/salesdata_people_enrichment/runs", {
      token,
      body: { input: { profilenet_slug: true, nonsense: 1 } }
    })
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ reason: "Invalid" })
    expect(json.error.fields.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(["profilenet_slug", "nonsense"])
    )
    expect(await calls()).toHaveLength(0)
  })

  it("refuses a filter of runs that cannot match any, with what it may be", async () => {
    for (const [filter, field, known] of [
      ["via=bogus", "via", "console"],
      ["outcome=OK", "outcome", "Interrupted"],
      ["plugin=salesdat", "plugin", "salesdata"]
    ] as const) {
      const { status, json } = await hub.call("GET", `/api/runs?${filter}`, { token })
      expect([filter, status]).toEqual([filter, 400])
      expect(json.error.fields).toEqual([{ field: `query ${field}`, message: expect.stringContaining(known) }])
    }
    const others = await hub.call("GET", "/api/runs?plugin=codehost&account=salesdata/env", { token })
    expect([others.status, others.json.error?.fields?.[0]?.field]).toEqual([400, "account"])
    const several = "via=http&outcome=ok&plugin=salesdata&account=salesdata/env"
    expect((await hub.call("GET", `/api/runs?${several}`, { token })).json.items[0]).toMatchObject({ via: "http" })
    // A plugin that the caller may not use does not exist for it.
    const other = await hub.token({ plugins: ["codehost"] })
    const hidden = await hub.call("GET", "/api/runs?plugin=salesdata", { token: other })
    expect([hidden.status, hidden.text.includes("codehost")]).toEqual([400, true])
  })

  it("says once what is wrong with a field", async () => {
    const { status, json } = await hub.call("GET", "/api/runs?limit=abc&nonsense=1", { token })
    expect(status).toBe(400)
    expect(json.error.fields).toEqual([
      { field: "query nonsense", message: expect.any(String) },
      { field: "query limit", message: "must be an integer from 1 to 200" }
    ])
    const managing = await hub.token({ manages: true })
    const wrong = { name: "x", expiresInDays: "soon" }
    const { json: body } = await hub.call("POST", "/api/tokens", { token: managing, body: wrong })
    expect(body.error.fields).toEqual([{ field: "expiresInDays", message: "must be a number" }])
    const { json: low } = await hub.call("POST", "/api/tokens", {
      token: managing,
      body: { name: "x", expiresInDays: -1 }
    })
    expect(low.error.fields.map(({ field }: { field: string }) => field)).toEqual(["expiresInDays"])
  })

  it("suggests the nearest name for an unknown tool or account", async () => {
    const tool = await hub.call("POST", "/api/tools/salesdata_people_enrichmant/runs", { token, body: {} })
    expect(tool.status).toBe(404)
    expect(tool.json.error).toMatchObject({
      reason: "NotFound",
      known: expect.arrayContaining(["salesdata_people_enrichment"])
    })
    const account = await hub.call("POST", "/api/tools/salesdata_people_enrichment/runs", {
      token,
      body: { input: PERSON, account: "envv" }
    })
    expect(account.status).toBe(404)
    expect(account.json.error.known).toEqual(["env"])
  })

  it("creates, lists and revokes tokens only for managers", async () => {
    expect((await hub.call("GET", "/api/tokens", { token })).status).toBe(403)
    const managing = await hub.token({ manages: true })
    const created = await hub.call("POST", "/api/tokens", {
      token: managing,
      body: { name: "ci", grant: { readOnly: true }, expiresInDays: 1 }
    })
    expect(created.status).toBe(201)
    const { id, text } = created.json
    expect((await hub.call("GET", "/api/session", { token: text })).json).toMatchObject({
      principal: { id: `token:${id}`, kind: "token", name: "ci" },
      grant: { readOnly: true }
    })
    const listed = await hub.call("GET", "/api/tokens", { token: managing })
    expect(listed.json.tokens.find((one: { id: string }) => one.id === id).lastUsedAt).not.toBeNull()
    expect(listed.text).not.toContain(text)
    expect((await hub.call("DELETE", `/api/tokens/${id}`, { token: managing })).status).toBe(204)
    const after = await hub.call("GET", "/api/session", { token: text })
    expect(after.status).toBe(401)
    expect(after.headers.get("www-authenticate")).toContain("invalid_token")
  })
})
