/**
 * What somebody listens to just now, without a subscription: the hub asks for its events as long as the listener says that it
 * is still there.
 */
import { createHash } from "node:crypto"

import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import type { Subscription } from "./Subscription.ts"

/** What events are asked for by: a subscription, or a listener. */
export type WatchedTarget = Pick<Subscription, "plugin" | "account" | "trigger" | "target" | "place">

/** How long a listener that is not heard of counts as there. */
const LIFE = Duration.minutes(3)

export class Watches extends Context.Service<
  Watches,
  {
    /** From now on, or for longer; whether it is new. */
    readonly keep: (target: WatchedTarget, principal: string) => Effect.Effect<boolean, StorageError>
    /** Of listeners that are there. */
    readonly list: Effect.Effect<ReadonlyArray<WatchedTarget>, StorageError>
  }
>()("@inlay/hub/Watches") {}

interface Row {
  readonly plugin: string
  readonly account: string
  readonly trigger_id: string
  readonly target: string
  readonly place: string
}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write, repeatable }]) =>
  Watches.of({
    keep: Effect.fnUntraced(function* ({ plugin, account, trigger, target, place }, principal) {
      const now = yield* Clock.currentTimeMillis
      const row: Row = { plugin, account, trigger_id: trigger, target: JSON.stringify(target), place }
      const id = createHash("sha256")
        .update(JSON.stringify([principal, plugin, account, trigger, row.target]))
        .digest("hex")
      const ends = now + Duration.toMillis(LIFE)
      const keeping = Effect.gen(function* () {
        yield* sql`DELETE FROM watches WHERE ends_millis <= ${now}`
        const before = yield* sql`SELECT id FROM watches WHERE id = ${id}`
        yield* sql`INSERT INTO watches ${sql.insert({ id, ...row, ends_millis: ends })}
          ON CONFLICT (id) DO UPDATE SET ends_millis = excluded.ends_millis`
        return before.length === 0
      })
      return yield* stored("watches.keep", write(keeping, "watches"))
    }),
    list: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      stored(
        "watches.list",
        Effect.map(
          repeatable(
            sql<Row>`SELECT plugin, account, trigger_id, target, place FROM watches WHERE ends_millis > ${now} ORDER BY id`
          ),
          (rows) =>
            rows.map(({ plugin, account, trigger_id, target, place }) => ({
              plugin,
              account,
              trigger: trigger_id,
              target: JSON.parse(target) as unknown,
              place
            }))
        )
      )
    )
  })
)

export const layer: Layer.Layer<Watches, never, SqlClient.SqlClient | Database> = Layer.effect(Watches, make)
