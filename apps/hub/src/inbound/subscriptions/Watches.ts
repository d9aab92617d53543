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
/**
 * The most watches of one principal at one account. All polls of an account share its request limit, so more of them
 * would slow down those of everybody else.
 */
export const MAX_WATCHES = 100

export class Watches extends Context.Service<
  Watches,
  {
    /** Starts or renews a watch. `tooMany`: nothing was stored, because the principal has `MAX_WATCHES` at the account. */
    readonly keep: (
      target: WatchedTarget,
      principal: string
    ) => Effect.Effect<"new" | "renewed" | "tooMany", StorageError>
    /** Whether a principal has an active watch of a target. */
    readonly isKept: (target: WatchedTarget, principal: string) => Effect.Effect<boolean, StorageError>
    /** The targets of active watches. */
    readonly list: Effect.Effect<ReadonlyArray<WatchedTarget>, StorageError>
  }
>()("@inlay/hub/Watches") {}

type Row = Omit<WatchedTarget, "target" | "pollsOnly"> & { readonly target: string; readonly pollsOnly: number }

const hashOf = (parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/** A watch's id begins with the hash of its principal and account, so that these can be counted. */
const OWNER_CHARS = 32

const idOf = ({ plugin, account, trigger, target }: WatchedTarget, principal: string) => {
  const owner = hashOf([principal, plugin, account]).slice(0, OWNER_CHARS)
  return { owner, id: owner + hashOf([trigger, JSON.stringify(target)]) }
}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write, repeatable }]) =>
  Watches.of({
    keep: Effect.fnUntraced(function* (watched, principal) {
      const { plugin, account, trigger, target, place, pollsOnly } = watched
      const now = yield* Clock.currentTimeMillis
      const columns = { plugin, account, trigger_id: trigger, target: JSON.stringify(target), place }
      const row = { ...columns, polls_only: pollsOnly ? 1 : 0 }
      const { owner, id } = idOf(watched, principal)
      const ends = now + Duration.toMillis(LIFE)
      const keeping = Effect.gen(function* () {
        yield* sql`DELETE FROM watches WHERE ends_millis <= ${now}`
        const before = yield* sql<{ readonly id: string }>`SELECT id FROM watches
          WHERE substr(id, 1, ${OWNER_CHARS}) = ${owner}`
        const isNew = before.every((one) => one.id !== id)
        if (isNew && before.length >= MAX_WATCHES) return "tooMany" as const
        yield* sql`INSERT INTO watches ${sql.insert({ id, ...row, ends_millis: ends })}
          ON CONFLICT (id) DO UPDATE SET ends_millis = excluded.ends_millis, polls_only = excluded.polls_only`
        return isNew ? ("new" as const) : ("renewed" as const)
      })
      return yield* storeOperation("watches.keep", write(keeping, "watches"))
    }),
    isKept: Effect.fnUntraced(function* (watched, principal) {
      const now = yield* Clock.currentTimeMillis
      const { id } = idOf(watched, principal)
      const rows = yield* storeOperation(
        "watches.isKept",
        repeatable(sql`SELECT id FROM watches WHERE id = ${id} AND ends_millis > ${now}`)
      )
      return rows.length > 0
    }),
    list: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      storeOperation(
        "watches.list",
        Effect.map(
          repeatable(
            sql<Row>`SELECT plugin, account, trigger_id AS "trigger", target, place, polls_only AS "pollsOnly" FROM watches
              WHERE ends_millis > ${now} ORDER BY id`
          ),
          (rows) =>
            rows.map(({ target, pollsOnly, ...row }) => ({
              ...row,
              target: JSON.parse(target) as unknown,
              pollsOnly: pollsOnly === 1
            }))
        )
      )
    )
  })
)

export const layer: Layer.Layer<Watches, never, SqlClient.SqlClient | Database> = Layer.effect(Watches, make)
