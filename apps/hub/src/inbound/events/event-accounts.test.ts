/** Under which name events are stored while accounts are connected, renamed and removed, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import { makeChance } from "../../testing/spending/plan.ts"
import { PRESENT_NAME, rename, storedName } from "./event-accounts.ts"

const { all } = backends()

const NAMES = ["work", "team", "home", "lab"]
const PLUGIN = "codehost"

describe.each(all)("$name: events", ({ stores }) => {
  it.live("stay with their account, whatever it is called, and with no other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const chance = makeChance(7)
      const anyName = () => NAMES[chance.below(NAMES.length)] ?? "work"
      /** By present name, the key of the one event of each account. */
      const keys = new Map<string, string>()
      for (let step = 0; step < 200; step++) {
        const name = anyName()
        const key = keys.get(name)
        if (key === undefined) {
          keys.set(name, String(step))
          const account = yield* storedName(sql, { plugin: PLUGIN, account: name })
          const event = { plugin: PLUGIN, account, trigger_id: "t", event_key: String(step), at: "", data: "{}" }
          yield* sql`INSERT INTO events ${sql.insert({ ...event, source: "poll", received_millis: 0 })}`
        } else {
          const newName = anyName()
          keys.delete(name)
          // Otherwise the account is removed.
          if (newName !== name && !keys.has(newName)) {
            yield* rename(sql, { plugin: PLUGIN, account: name }, newName)
            keys.set(newName, key)
          }
        }
        for (const [account, own] of keys) {
          const stored = yield* storedName(sql, { plugin: PLUGIN, account })
          const rows = yield* sql<{ readonly account: string; readonly name: string }>`SELECT account,
            ${sql.literal(PRESENT_NAME)} AS name FROM events WHERE event_key = ${own}`
          assert.deepStrictEqual(rows, [{ account: stored, name: account }])
        }
        // Those of a removed account, too, unless a new one was connected under its name.
        const shown = yield* sql<{ readonly stored: string; readonly account: string }>`SELECT account AS stored,
          ${sql.literal(PRESENT_NAME)} AS account FROM events`
        for (const { stored, account } of shown.filter((event) => keys.has(event.account))) {
          assert.strictEqual(stored, yield* storedName(sql, { plugin: PLUGIN, account }))
        }
      }
    }).pipe(Effect.provide(stores()))
  )
})
