/**
 * Listeners that follow events without a subscription. The hub collects the events of a listener for as long as the
 * listener keeps renewing its watch.
 */
import { createHash } from "node:crypto"

import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import type { Subscription } from "./Subscription.ts"

/** Why events are collected: for a subscription or a listener. */
export type WatchedTarget = Pick<Subscription, "plugin" | "account" | "trigger" | "target" | "place" | "pollsOnly">

/** How long a watch lasts without renewal. */
const LIFE = Duration.minutes(3)

export class Watches extends Context.Service<
  Watches,
  {
    /** Starts or renews a watch. Returns whether it is new. */
    readonly keep: (target: WatchedTarget, principal: string) => Effect.Effect<boolean, StorageError>
    /** The targets of active watches. */
    readonly list: Effect.Effect<ReadonlyArray<WatchedTarget>, StorageError>
  }
>()("@inlay/hub/Watches") {}

interface Row {
  readonly plugin: string
  readonly account: string
  readonly trigger_id: string
  readonly target: string
  readonly place: string
  readonly polls_only: number
}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write, repeatable }]) =>
  Watches.of({
    keep: Effect.fnUntraced(function* ({ plugin, account, trigger, target, place, pollsOnly }, principal) {
      const now = yield* Clock.currentTimeMillis
      const columns = { plugin, account, trigger_id: trigger, target: JSON.stringify(target), place }
      const row: Row = { ...columns, polls_only: pollsOnly ? 1 : 0 }
      const id = createHash("sha256")
        .update(JSON.stringify([principal, plugin, account, trigger, row.target]))
        .digest("hex")
      const ends = now + Duration.toMillis(LIFE)
      const keeping = Effect.gen(function* () {
        yield* sql`DELETE FROM watches WHERE ends_millis <= ${now}`
        const before = yield* sql`SELECT id FROM watches WHERE id = ${id}`
        yield* sql`INSERT INTO watches ${sql.insert({ id, ...row, ends_millis: ends })}
          ON CONFLICT (id) DO UPDATE SET ends_millis = excluded.ends_millis, polls_only = excluded.polls_only`
        return before.length === 0
      })
      return yield* storeOperation("watches.keep", write(keeping, "watches"))
    }),
    list: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      storeOperation(
        "watches.list",
        Effect.map(
          repeatable(
            sql<Row>`SELECT plugin, account, trigger_id, target, place, polls_only FROM watches WHERE ends_millis > ${now} ORDER BY id`
          ),
          (rows) =>
            rows.map(({ plugin, account, trigger_id, target, place, polls_only }) => ({
              plugin,
              account,
              trigger: trigger_id,
              target: JSON.parse(target) as unknown,
              place,
              pollsOnly: polls_only === 1
            }))
        )
      )
    )
  })
)

export const layer: Layer.Layer<Watches, never, SqlClient.SqlClient | Database> = Layer.effect(Watches, make)
