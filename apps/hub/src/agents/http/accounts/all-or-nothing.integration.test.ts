/** What belongs to an account changes with it: if the database refuses a part, nothing is changed. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { plugin as codehost } from "@inlay/codehost"
import { startSandbox } from "@inlay/codehost-sandbox"
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { setAside } from "../../../accounts/removing.ts"
import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { SCOPE } from "../../../inbound/subscriptions/ending.ts"
import { backends, type Backend } from "../../../testing/backends.ts"
import { STARS } from "../../../testing/events/hub.ts"
import { startHub } from "../../../testing/hub-server.ts"

const { all } = backends()
const [, onPostgres] = all

/** From now on, the database refuses one kind of change of one table. */
const refusing = (change: "UPDATE" | "DELETE", table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { dialect } = yield* Database
    const on = sql.literal(`CREATE TRIGGER refusal BEFORE ${change} ON ${table}`)
    if (dialect === "sqlite") {
      return yield* sql`${on} BEGIN SELECT RAISE(ABORT, 'refused'); END`.unprepared
    }
    yield* sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RAISE EXCEPTION ''refused''; END'`.unprepared
    return yield* sql`${on} FOR EACH ROW EXECUTE FUNCTION refuse()`.unprepared
  })

/** A hub with the account `work`, and a token and a subscription of it. */
const hubAtWork = async ({ place }: Backend, plugin: Plugin = codehost) => {
  const service = await startSandbox()
  onTestFinished(service.close)
  const { directory, url } = await place()
  const hub = await startHub(directory, { url, plugins: [plugin] })
  onTestFinished(hub.close)
  const token = await hub.token({ manages: true })
  const api = (method: string, path: string, body?: unknown) =>
    hub.call(method, path, { token, ...(body !== undefined && { body }) })
  const values = { base_url: service.urls.codehost, token: service.env["INLAY_CODEHOST_TOKEN"] }
  const connect = (name: string) => api("POST", "/api/accounts", { plugin: "codehost", kind: "token", name, values })
  await connect("work")
  await api("POST", "/api/tokens", { name: "agent", grant: { readOnly: false, accounts: ["codehost/work"] } })
  const { status, text } = await api("POST", "/api/subscriptions", {
    ...STARS,
    account: "codehost/work",
    url: "http://127.0.0.1:9/agent"
  })
  expect([status, text]).toEqual([201, text])
  const names = async () => {
    const accounts = (await api("GET", "/api/accounts")).json.accounts as ReadonlyArray<{ readonly id: string }>
    const tokens = (await api("GET", "/api/tokens")).json.tokens as ReadonlyArray<{
      readonly name: string
      readonly grant: { readonly accounts?: ReadonlyArray<string> }
    }>
    return {
      accounts: accounts.map(({ id }) => id),
      agent: tokens.find(({ name }) => name === "agent")?.grant.accounts,
      subscriptions: (await api("GET", "/api/subscriptions")).json.subscriptions
    }
  }
  return { hub, api, connect, names }
}

describe.each(all)("on $name, an account", (backend) => {
  it("is renamed with the pairing codes that name it", async () => {
    const { hub, api } = await hubAtWork(backend)
    const grant = { readOnly: true, accounts: ["codehost/work"] }
    const { code } = (await api("POST", "/api/pairing-codes", { grant })).json
    expect((await api("PATCH", "/api/accounts/codehost/work", { name: "team" })).status).toBe(200)
    const paired = await hub.call("POST", "/api/pairings", { body: { code, browser: "Firefox" } })
    expect(paired.json.grant).toEqual({ readOnly: true, accounts: ["codehost/team"] })
  })

  it("is renamed with its tokens and subscriptions, or not at all", async () => {
    const { hub, api, names } = await hubAtWork(backend)
    const before = await names()
    expect(before).toMatchObject({ accounts: ["codehost/work"], agent: ["codehost/work"] })
    await hub.run(refusing("UPDATE", "subscriptions"))
    expect((await api("PATCH", "/api/accounts/codehost/work", { name: "team" })).status).toBe(503)
    expect(await names()).toEqual(before)
  })

  it("is not removed if it was changed while the service was asked to revoke it", async () => {
    const [asking, answer] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
    const revoke = () => Effect.andThen(asking.open, answer.await).pipe(Effect.as({ revoked: true as const }))
    const accountKinds = codehost.accountKinds.map((kind) => ({ ...kind, revoke }))
    const { api, names } = await hubAtWork(backend, { ...codehost, accountKinds })
    const removing = api("DELETE", "/api/accounts/codehost/work")
    await Effect.runPromise(asking.await)
    expect((await api("PATCH", "/api/accounts/codehost/work", { values: { read_only: "true" } })).status).toBe(200)
    const before = await names()
    await Effect.runPromise(answer.open)
    const { status, text } = await removing
    expect(status).toBe(409)
    // The service was asked to revoke it, and its webhooks were removed.
    expect(text).not.toMatch(/nothing/i)
    expect(await names()).toEqual(before)
    expect(before).toMatchObject({ accounts: ["codehost/work"], subscriptions: [{ enabled: true }] })
  })

  it("is set aside with the end of its subscriptions, or not at all", async () => {
    const { hub, names } = await hubAtWork(backend)
    const before = await names()
    await hub.run(refusing("DELETE", "accounts"))
    const aside = Effect.flatMap(
      StoredAccounts.use((accounts) => accounts.names),
      ([account]) => (account === undefined ? Effect.die("there is no account") : Effect.flip(setAside(account)))
    )
    expect(await hub.run(aside)).toMatchObject({ _tag: "StorageError" })
    expect(await names()).toEqual(before)
  })

  it("keeps its subscriptions if it has replaced a damaged one that is about to be set aside", async () => {
    const { hub, names } = await hubAtWork(backend)
    const before = await names()
    const damaged = { id: "replaced", plugin: "codehost", name: "work", kind: "token" }
    expect(await hub.run(setAside(damaged))).toBe(undefined)
    expect(await names()).toEqual(before)
  })

  it("is removed from the tokens and pairing codes that name it: a later account of its name is not theirs", async () => {
    const { hub, api, connect, names } = await hubAtWork(backend)
    await connect("other")
    const both = { readOnly: true, accounts: ["codehost/work", "codehost/other"] }
    const { code } = (await api("POST", "/api/pairing-codes", { grant: both })).json
    const { text } = (await api("POST", "/api/tokens", { name: "both", grant: both })).json
    expect((await api("DELETE", "/api/accounts/codehost/work")).status).toBe(200)
    await connect("work")
    expect(await names()).toMatchObject({ accounts: ["codehost/other", "codehost/work"], agent: [] })
    const seen = async (by: string) => (await hub.call("GET", "/api/accounts", { token: by })).json.accounts
    expect(await seen(text)).toMatchObject([{ id: "codehost/other" }])
    const paired = await hub.call("POST", "/api/pairings", { body: { code, browser: "Firefox" } })
    expect(await seen(paired.json.token)).toMatchObject([{ id: "codehost/other" }])
    // Nor is one that is renamed to it.
    expect((await api("DELETE", "/api/accounts/codehost/work")).status).toBe(200)
    expect((await api("PATCH", "/api/accounts/codehost/other", { name: "work" })).status).toBe(200)
    expect(await names()).toMatchObject({ accounts: ["codehost/work"], agent: [] })
    expect(await seen(text)).toMatchObject([{ id: "codehost/work" }])
  })

  it.each(["accounts", "hub_tokens"])("is removed with all that it ends, or not at all: %s", async (table) => {
    const { hub, api, names } = await hubAtWork(backend)
    const before = await names()
    await hub.run(refusing(table === "accounts" ? "DELETE" : "UPDATE", table))
    expect((await api("DELETE", "/api/accounts/codehost/work")).status).toBe(503)
    expect(await names()).toEqual(before)
  })
})

/** Completes once so many transactions of the database wait for locks. */
const waiting = (count: number) =>
  SqlClient.SqlClient.use((sql) =>
    sql<{ readonly count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(
      Effect.repeat({ schedule: Schedule.spaced("10 millis"), until: ([row]) => (row?.count ?? 0) >= count })
    )
  )

describe("on PostgreSQL, an account", () => {
  it("is renamed with the token of a browser that is being paired", async () => {
    const { hub, api } = await hubAtWork(onPostgres)
    const grant = { readOnly: true, accounts: ["codehost/work"] }
    const { code } = (await api("POST", "/api/pairing-codes", { grant })).json
    const [locked, released] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
    /** No token can be stored until it is released. */
    const lock = SqlClient.SqlClient.use((sql) =>
      sql.withTransaction(
        Effect.all([sql`LOCK TABLE hub_tokens IN SHARE MODE`, locked.open, released.await], { discard: true })
      )
    )
    const done = hub.run(lock)
    await Effect.runPromise(locked.await)
    const pairing = hub.call("POST", "/api/pairings", { body: { code, browser: "Firefox" } })
    await hub.run(waiting(1))
    const renaming = api("PATCH", "/api/accounts/codehost/work", { name: "team" })
    // Until it waits in the database, or in this process.
    await hub.run(Effect.timeoutOption(waiting(2), "500 millis"))
    await Effect.runPromise(released.open)
    expect([(await renaming).status, (await pairing).status]).toEqual([200, 201])
    await done
    const tokens = (await api("GET", "/api/tokens")).json.tokens as ReadonlyArray<{ readonly grant: object }>
    expect(tokens.at(-1)).toMatchObject({ name: "Firefox", grant: { accounts: ["codehost/team"] } })
  })

  it("is renamed while a token that names it is revoked", async () => {
    const { hub, api, names } = await hubAtWork(onPostgres)
    const renaming = Latch.makeUnsafe()
    /** As a revocation does it. */
    const revoking = Database.use(({ write }) =>
      SqlClient.SqlClient.use((sql) =>
        write(
          Effect.gen(function* () {
            yield* renaming.open
            yield* Effect.sleep("500 millis")
            yield* sql`UPDATE hub_tokens SET revoked_millis = 1 WHERE name = 'agent'`
          }),
          SCOPE
        )
      )
    )
    const revoked = hub.run(revoking)
    await Effect.runPromise(renaming.await)
    expect((await api("PATCH", "/api/accounts/codehost/work", { name: "team" })).status).toBe(200)
    await revoked
    expect(await names()).toMatchObject({ accounts: ["codehost/team"], agent: undefined })
  })

  it("is removed although the database ends the first try because of another transaction", async () => {
    const { hub, api, names } = await hubAtWork(onPostgres)
    const hasBegun = Latch.makeUnsafe()
    /** Locks its subscriptions, and then, once its removal waits for that, what the removal has locked. */
    const other = SqlClient.SqlClient.use((sql) =>
      sql.withTransaction(
        Effect.gen(function* () {
          // The removal notices first that neither can go on.
          yield* sql`SET LOCAL deadlock_timeout = '30s'`
          yield* sql`SELECT id FROM subscriptions WHERE account = 'work' FOR UPDATE`
          yield* hasBegun.open
          yield* waiting(1)
          yield* sql`SELECT id FROM accounts WHERE name = 'work' FOR UPDATE`
        })
      )
    )
    const done = hub.run(other)
    await Effect.runPromise(hasBegun.await)
    expect((await api("DELETE", "/api/accounts/codehost/work")).status).toBe(200)
    await done
    expect(await names()).toMatchObject({ accounts: [], subscriptions: [{ enabled: false }] })
  })
})
