/** Ends what an account's subscriptions do when the account goes, so that a later account of its name starts none. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { SCOPE } from "./Subscriptions.ts"

export interface EndedSubscription {
  readonly id: string
  readonly name: string
}

/**
 * Disables the account's subscriptions and gives up their deliveries. Returns those that were enabled, oldest first.
 * @param why as the subscriptions and deliveries say it
 */
export const endSubscriptions = (
  { plugin, name }: { readonly plugin: string; readonly name: string },
  why: string
): Effect.Effect<ReadonlyArray<EndedSubscription>, StorageError, SqlClient.SqlClient | Database> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { write } = yield* Database
    const now = yield* Clock.currentTimeMillis
    const ofAccount = sql`plugin = ${plugin} AND account = ${name} AND removed_millis IS NULL`
    const ending = Effect.gen(function* () {
      const enabledOnes = yield* sql<EndedSubscription>`SELECT id, name FROM subscriptions WHERE ${ofAccount}
        AND enabled = 1 ORDER BY created_millis, id`
      yield* sql`UPDATE deliveries SET state = 'dead', why = ${why}, next_millis = NULL, done_millis = ${now}
        WHERE state = 'pending' AND subscription IN (SELECT id FROM subscriptions WHERE ${ofAccount})`
      yield* sql`UPDATE subscriptions SET enabled = 0, disabled_because = ${why} WHERE ${ofAccount}`
      return enabledOnes.map(({ id, name: subscriptionName }) => ({ id, name: subscriptionName }))
    })
    return yield* stored("subscriptions.end", write(ending, SCOPE))
  })
