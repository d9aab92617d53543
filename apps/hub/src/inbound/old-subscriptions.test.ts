/** Subscriptions that were removed long ago go, on both databases, except one for each target. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import { removeOldSubscriptions } from "./clean-up.ts"

const { all } = backends()
const DAY = 86_400_000

const row = (id: string, target: string, removedMillis: number | null) => ({
  id,
  name: "",
  trigger_id: "star",
  plugin: "codehost",
  account: "main",
  target,
  place: target,
  filters: "{}",
  url: "https://agent.example",
  queue: id,
  key_id: "",
  sealed: "",
  in_order: 0,
  own_changes: 0,
  enabled: 0,
  principal: "token:1",
  created_millis: 0,
  removed_millis: removedMillis
})

describe.each(all)("removed subscriptions on $name", ({ stores }) => {
  it.live("of an agent that subscribes anew for each session do not add up", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const now = yield* Clock.currentTimeMillis
      const old = now - 40 * DAY
      yield* sql`INSERT INTO subscriptions ${sql.insert([
        row("old", "widgets", old),
        ...Array.from({ length: 1_199 }, (_, n) => row(`old ${n}`, "widgets", old + n)),
        row("lately", "widgets", now - DAY),
        row("current", "widgets", null),
        // The only trace of a target, whose webhook may have been left behind at the service.
        row("first of gadgets", "gadgets", old),
        row("last of gadgets", "gadgets", old + 1),
        row("same time", "gadgets", old + 1),
        row("delivering", "widgets", old),
        row("old of gears", "gears", old),
        row("in use", "gears", null)
      ])}`.unprepared
      yield* sql`INSERT INTO deliveries ${sql.insert({
        id: "d",
        subscription: "delivering",
        queue: "q",
        event_id: 1,
        state: "dead",
        created_millis: old
      })}`
      expect(yield* removeOldSubscriptions).toBe(1_203)
      const rows = yield* sql<{ readonly id: string }>`SELECT id FROM subscriptions ORDER BY id`
      expect(rows.map(({ id }) => id)).toEqual(["current", "delivering", "in use", "lately", "same time"])
      expect(yield* removeOldSubscriptions).toBe(0)
    }).pipe(Effect.scoped, Effect.provide(stores()))
  )
})
