/** A newer program migrates the tables while this one runs: events, starts and settings keep working. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { latest } from "@inlay/sql-stores/migrations"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"

import { backends, type Backend } from "../../testing/backends.ts"
import { hubForTest } from "../../testing/events/hub.ts"

const SOON = { timeout: 20_000 }

const { all } = backends()

const TABLES: Readonly<Record<Backend["name"], string>> = {
  SQLite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  PostgreSQL: "SELECT tablename AS name FROM pg_catalog.pg_tables WHERE schemaname = current_schema()"
}

/** A migration like those in `migrations.ts`, which only add to tables. */
const bringUp = (backend: Backend["name"]) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql.unsafe<{ readonly name: string }>(TABLES[backend])
    for (const { name } of tables) {
      if (name === "inlay_tables") continue
      yield* sql.unsafe(`ALTER TABLE ${name} ADD COLUMN added_later TEXT`).unprepared
    }
    yield* backend === "SQLite"
      ? sql.unsafe(`PRAGMA user_version = ${latest + 1}`)
      : sql`UPDATE inlay_tables SET version = ${latest + 1}`
    return tables.length
  })

describe.each(all)("on $name", ({ name, place }) => {
  it("a server goes on when another version of the program has added columns to every table", async () => {
    const hub = await hubForTest(await place())
    const token = await hub.token({ manages: true })
    await hub.subscribe("codehost_new_star")
    const { subscription } = await hub.subscribe("codehost_new_issue")
    const hook = await hub.hook("repos/acme/widgets")
    let second = 0
    const eventStarts = async () => {
      const before = hub.agent.all.length
      second += 1
      const at = new Date(Date.UTC(2026, 5, 1, 0, 0, second)).toISOString().replace(".000", "")
      expect((await hook.deliver("star", { ...star.body, starred_at: at })).status).toBe(202)
      await expect.poll(() => hub.agent.all.length, SOON).toBe(before + 1)
    }
    /** Makes ordinary requests, which must give the same statuses as before. */
    const doAll = async () => {
      await eventStarts()
      const statuses = [
        await hub.api("GET", "/api/subscriptions"),
        await hub.api("GET", "/api/subscriptions/health"),
        await hub.api("GET", "/api/hooks"),
        await hub.api("GET", "/api/deliveries"),
        await hub.call("GET", "/api/events?cursor=0", { token, headers: { accept: "application/json" } }),
        await hub.api("GET", "/api/accounts"),
        await hub.api("PATCH", `/api/subscriptions/${subscription.id}`, { enabled: false }),
        await hub.api("PATCH", `/api/subscriptions/${subscription.id}`, { enabled: true })
      ].map(({ status }) => status)
      await eventStarts()
      return statuses
    }
    const before = await doAll()
    expect(before.filter((status) => status >= 300)).toEqual([])
    expect(await hub.run(bringUp(name))).toBeGreaterThan(20)
    // Hooks are read again after two seconds.
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect(await doAll()).toEqual(before)
  })
})
