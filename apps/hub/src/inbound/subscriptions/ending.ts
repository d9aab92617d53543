/**
 * Ends what subscriptions do when their account goes, so that a later account of its name starts no agents of theirs,
 * and when their principal may no longer receive anything.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

import type { Subscription } from "./Subscription.ts"

/**
 * The scope of transactions that change subscriptions: every change writes the one version row. A program that stops in
 * the middle of a change blocks others for half a minute at most.
 */
export const SCOPE = "subscriptions"

/** Why subscriptions ended, as they and their deliveries say it. */
export const ENDS = {
  revoked: "The token that created it was revoked.",
  removed: "Its account was removed.",
  setAside: "Its account was set aside by `inlay doctor --repair`."
} as const

type End = (typeof ENDS)[keyof typeof ENDS]

/** Whether a subscription ended with its token or account, so that only those who manage the hub may enable it. */
export const hasEnded = ({ disabledBecause }: Pick<Subscription, "disabledBecause">): boolean =>
  Object.values<string | undefined>(ENDS).includes(disabledBecause)

/** The same as `hasEnded`, as a condition for a statement. */
export const isEnded = (sql: SqlClient.SqlClient): Fragment => sql.in("disabled_because", Object.values(ENDS))

export type EndedSubscription = Pick<Subscription, "id" | "name">

const end = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, whose: Fragment, why: End, nowMillis: number) {
  const theirs = sql`${whose} AND removed_millis IS NULL`
  const enabledOnes = yield* sql<EndedSubscription>`SELECT id, name FROM subscriptions WHERE ${theirs}
    AND enabled = 1 ORDER BY created_millis, id`
  yield* sql`UPDATE deliveries SET state = 'dead', why = ${why}, next_millis = NULL, done_millis = ${nowMillis}
    WHERE state = 'pending' AND subscription IN (SELECT id FROM subscriptions WHERE ${theirs})`
  // Those that their owner switched off, too: nobody else may switch them on again.
  yield* sql`UPDATE subscriptions SET enabled = 0, disabled_because = ${why} WHERE ${theirs}`
  return enabledOnes.map(({ id, name }): EndedSubscription => ({ id, name }))
})

/**
 * Disables an account's subscriptions and gives up their deliveries. Forgets its polls and hooks, so that what they still
 * report or deliver is not recorded as another account's. Returns the subscriptions that were enabled, oldest first.
 */
export const endOfAccount = (
  { plugin, name }: { readonly plugin: string; readonly name: string },
  why: End
): Effect.Effect<ReadonlyArray<EndedSubscription>, StorageError, SqlClient.SqlClient | Database> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { write } = yield* Database
    const now = yield* Clock.currentTimeMillis
    const theirs = sql`plugin = ${plugin} AND account = ${name}`
    const forgetting = Effect.andThen(sql`DELETE FROM hooks WHERE ${theirs}`, sql`DELETE FROM polls WHERE ${theirs}`)
    const ending = Effect.andThen(forgetting, end(sql, theirs, why, now))
    return yield* storeOperation("subscriptions.end", write(ending, SCOPE))
  })

/** The same for a principal whose token is revoked, as statements for a transaction with `SCOPE`. */
export const endOfPrincipal = (sql: SqlClient.SqlClient, principal: string, nowMillis: number) =>
  end(sql, sql`principal = ${principal}`, ENDS.revoked, nowMillis)
