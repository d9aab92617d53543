/**
 * Which accounts are being removed. Between the removal of an account's webhooks and its end, its provider is asked to
 * revoke it, and no server sets its webhooks up again meanwhile. Kept as leases, so that other programs see it.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { accountIdOf, type AccountRef } from "../events/event-accounts.ts"

/** A removal whose program was killed holds up an account's webhooks no longer than this. */
const LIFE = Duration.minutes(5)
const RENEWAL = Duration.minutes(1)

const PREFIX = "removal "

/** Whether a lease is on a removal, as a condition for a statement. */
export const isRemoval = (sql: SqlClient.SqlClient) => sql`substr(name, 1, ${PREFIX.length}) = ${PREFIX}`

const nameOf = (ref: AccountRef): string => `${PREFIX}${accountIdOf(ref)}`

/** Runs the removal of an account. */
export const whileRemoving = <A, E, R>(ref: AccountRef, removal: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { write } = yield* Database
    const holder = crypto.randomUUID()
    const take = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const row = { name: nameOf(ref), holder, ends_millis: now + Duration.toMillis(LIFE) }
      return write(sql`INSERT INTO leases ${sql.insert(row)}
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_millis = excluded.ends_millis`)
    })
    const renewals = Effect.forever(Effect.andThen(Effect.sleep(RENEWAL), Effect.ignore(take)))
    const end = write(sql`DELETE FROM leases WHERE name = ${nameOf(ref)} AND holder = ${holder}`)
    return yield* Effect.acquireUseRelease(
      storeOperation("removals.begin", take),
      () => Effect.raceFirst(removal, renewals),
      () => Effect.ignore(end)
    )
  })

/** The accounts that are being removed, as a condition. */
export const removalsUnderWay: Effect.Effect<(ref: AccountRef) => boolean, StorageError, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    const rows = yield* sql<{ readonly name: string }>`SELECT name FROM leases
    WHERE ${isRemoval(sql)} AND ends_millis BETWEEN ${now} AND ${now + 2 * Duration.toMillis(LIFE)}`
    const names = new Set(rows.map(({ name }) => name))
    return (ref: AccountRef) => names.has(nameOf(ref))
  }).pipe((reading) => storeOperation("removals.list", reading))
