/** Dependents of an account: listed before it is removed, updated when it is renamed; agents listed and revoked. */
import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import { startSandbox as startSalesdata } from "@inlay/salesdata-sandbox"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest"

import { Events } from "../../inbound/events/Events.ts"
import { STARS } from "../../testing/events/hub.ts"
import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { AgentGrants } from "../sign-in/AgentGrants.ts"
import { OAuthRecords } from "../sign-in/OAuthRecords.ts"

const directory = temporaryDirectories()
let codehost: RunningSandbox
let hub: RunningHub
let token: string

beforeAll(async () => {
  codehost = await startSandbox()
  hub = await startHub(directory())
  token = await hub.token({ manages: true })
})
afterAll(async () => {
  await hub.close()
  await codehost.close()
})

const api = (method: string, path: string, body?: unknown) =>
  hub.call(method, path, { token, ...(body !== undefined && { body }) })

/** An agent whose user granted it these accounts. */
const signedIn = (name: string, accounts: ReadonlyArray<string>) =>
  hub.run(
    Effect.gen(function* () {
      const grantId = `grant-of-${name}`
      yield* (yield* OAuthRecords).put("Grant", { id: grantId, payload: {} })
      return yield* (yield* AgentGrants).create({
        name,
        clientId: "https://agent.example/client.json",
        redirectHost: "agent.example",
        grant: { accounts, readOnly: true },
        grantId
      })
    })
  )

const connect = async (name: string) => {
  const { json } = await api("POST", "/api/accounts", {
    plugin: "codehost",
    kind: "token",
    name,
    values: { base_url: codehost.urls.codehost, token: codehost.env["INLAY_CODEHOST_TOKEN"] ?? "" }
  })
  expect(json.id).toBe(`codehost/${name}`)
}

const subscribe = async (name: string, account: string) => {
  const { status, json, text } = await api("POST", "/api/subscriptions", {
    name,
    ...STARS,
    account,
    url: "http://127.0.0.1:9/agent"
  })
  expect([status, text]).toEqual([201, text])
  return json.id as string
}

it("is named before its account is removed, and goes along when that is renamed", async () => {
  await connect("work")
  await connect("other")
  const scribe = await signedIn("Scribe", ["codehost/work"])
  // They are listed by the millisecond in which they signed in.
  await Effect.runPromise(Effect.sleep(2))
  await signedIn("Reader", ["codehost/work", "codehost/other"])
  const subscription = await subscribe("stars", "codehost/work")
  await subscribe("more stars", "codehost/other")
  const listed = async (query: string) => {
    const [list, health] = await Promise.all([
      api("GET", `/api/subscriptions${query}`),
      api("GET", `/api/subscriptions/health${query}`)
    ])
    return [list.json.subscriptions.length, health.json.health.map((one: { subscription: string }) => one.subscription)]
  }
  expect(await listed("?account=codehost/work&trigger=codehost_new_star")).toEqual([1, [subscription]])
  expect(await listed(`?id=${subscription}`)).toEqual([1, [subscription]])
  expect(await listed(`?id=${subscription}&account=codehost/other`)).toEqual([0, []])
  expect(await listed("?account=codehost/none")).toEqual([0, []])
  expect(await listed("?account=codehost/work&trigger=codehost_new_issue")).toEqual([0, []])
  expect(await listed("")).toEqual([2, expect.arrayContaining([subscription])])
  await hub.token({ accounts: ["codehost/work"] })

  expect((await api("PATCH", "/api/accounts/codehost/work", { name: "team" })).json.id).toBe("codehost/team")
  expect((await api("GET", "/api/agents")).json.agents).toMatchObject([
    {
      id: scribe.id,
      name: "Scribe",
      clientId: "https://agent.example/client.json",
      redirectHost: "agent.example",
      grant: { accounts: ["codehost/team"], readOnly: true },
      lastUsedAt: null
    },
    { name: "Reader", grant: { accounts: ["codehost/team", "codehost/other"] } }
  ])
  const { stops } = (await api("GET", "/api/accounts/codehost/team/removal")).json
  expect(stops).toEqual([
    { kind: "subscription", id: subscription, name: "stars", ends: true },
    { kind: "agent", id: scribe.id, name: "Scribe", ends: true },
    { kind: "agent", id: expect.any(String), name: "Reader", ends: false },
    { kind: "token", id: expect.any(String), name: "test", ends: true }
  ])

  expect((await api("DELETE", "/api/accounts/codehost/team")).status).toBe(200)
  expect((await api("GET", "/api/subscriptions")).json.subscriptions).toMatchObject([
    { name: "stars", enabled: false, disabledBecause: "Its account was removed." },
    { name: "more stars", enabled: true }
  ])
  expect((await api("GET", "/api/agents")).json.agents).toMatchObject([
    { name: "Scribe", grant: { accounts: [] } },
    { name: "Reader", grant: { accounts: ["codehost/other"] } }
  ])
})

it("is what was bought: under the account's new name, it is not bought again", async () => {
  const provider = await startSalesdata()
  onTestFinished(provider.close)
  const values = {
    base_url: provider.env["INLAY_SALESDATA_BASE_URL"],
    api_key: provider.env["INLAY_SALESDATA_API_KEY"]
  }
  const connected = await api("POST", "/api/accounts", { plugin: "salesdata", kind: "api_key", name: "main", values })
  expect([connected.status, connected.text]).toEqual([201, connected.text])
  const buy = async () => {
    const input = { profilenet_slug: "deepa-carmody" }
    const { status } = await api("POST", "/api/tools/salesdata_people_enrichment/runs", { input })
    const charges = (await (await fetch(`${provider.control}/charges`)).json()) as { readonly total: number }
    return [status, charges.total]
  }
  const [, price] = await buy()
  expect(price).toBeGreaterThan(0)
  expect((await api("PATCH", "/api/accounts/salesdata/main", { name: "prod" })).json.id).toBe("salesdata/prod")
  expect(await buy()).toEqual([200, price])
})

it("is an agent that is revoked, once", async () => {
  const { id } = await signedIn("Gone", ["codehost/other"])
  const names = async () => (await api("GET", "/api/agents")).json.agents.map(({ name }: { name: string }) => name)
  expect(await names()).toContain("Gone")
  expect((await api("DELETE", `/api/agents/${id}`)).status).toBe(204)
  expect(await names()).not.toContain("Gone")
  expect((await api("DELETE", `/api/agents/${id}`)).status).toBe(404)
})

it("is also a start that an agent still names, an event, and what the account's runs changed, when the account is renamed", async () => {
  await connect("before")
  const subscription = await subscribe("starts", "codehost/before")
  const ref = { plugin: "codehost", account: "before" }
  const event = {
    ...ref,
    id: 1,
    trigger_id: "codehost_new_star",
    event_key: "star",
    at: "",
    data: "{}",
    source: "poll"
  }
  const arrival = { source: "webhook", receivedMillis: 1, places: [] } as const
  const start = { id: "msg_1", subscription, queue: "", event_id: 1, state: "delivered", created_millis: 0 }
  await hub.run(
    SqlClient.SqlClient.use((sql) =>
      Effect.all([
        sql`INSERT INTO events ${sql.insert({ ...event, received_millis: 0 })}`,
        sql`INSERT INTO deliveries ${sql.insert(start)}`,
        sql`INSERT INTO own_changes ${sql.insert({ ...ref, record: "issue 1", at_millis: 0 })}`
      ])
    )
  )
  const ofAgent = await hub.token({ accounts: ["codehost/before"] })
  const run = async (account: string) => {
    const { status, text } = await hub.call("POST", "/api/tools/codehost_get_repository_info/runs", {
      token: ofAgent,
      headers: { "inlay-event": "msg_1" },
      body: { account, input: { owner: "acme", repo: "widgets" } }
    })
    return status === 200 ? "ran" : text
  }
  expect(await run("before")).toBe("ran")
  expect((await api("PATCH", "/api/accounts/codehost/before", { name: "after" })).status).toBe(200)
  expect(await run("after")).toBe("ran")
  expect(await hub.run(SqlClient.SqlClient.use((sql) => sql`SELECT account FROM own_changes`))).toEqual([
    { account: "after" }
  ])
  const reportedAgain = Effect.flatMap(Events, ({ record }) =>
    record({ plugin: "codehost", account: "after" }, event.trigger_id, { key: "star", at: "", data: {} }, arrival)
  )
  expect(await hub.run(reportedAgain)).toMatchObject({ id: 1 })
  const feed = async () => (await api("GET", "/api/events?cursor=0")).json.events
  expect(await feed()).toMatchObject([{ account: "codehost/after" }])
  expect((await api("DELETE", "/api/accounts/codehost/after")).status).toBe(200)
})
