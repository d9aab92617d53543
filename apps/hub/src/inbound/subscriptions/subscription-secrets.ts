/** The secrets that sign the deliveries of subscriptions, encrypted in their rows. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { followedBy, type StoredSecret } from "../dispatch/signature.ts"
import { RowSecrets } from "../row-secrets.ts"
import { SCOPE } from "./ending.ts"
import type { SubscriptionRow } from "./Subscription.ts"

type Failure = ProviderError | StorageError
type SealedRow = Pick<SubscriptionRow, "key_id" | "sealed">

export interface SubscriptionSecrets {
  /** What signs the subscription's deliveries. */
  readonly secret: (id: string) => Effect.Effect<StoredSecret | undefined, Failure>
  /**
   * Replaces the secret, unless the subscription is gone or the secret was replaced at the same time ("changed"), or the
   * secret before it is to sign, too, and cannot be read.
   *
   * @param untilMillis until when the secret before it signs, too; undefined if it no longer does
   */
  readonly replaceSecret: (
    id: string,
    next: Redacted.Redacted,
    untilMillis: number | undefined
  ) => Effect.Effect<"replaced" | "changed" | "unreadable", Failure>
  /** The ids of the subscriptions whose secrets are encrypted with a key that this program does not have. */
  readonly keyless: Effect.Effect<ReadonlySet<string>, Failure>
}

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, repeatable } = yield* Database
  const rowSecrets = yield* RowSecrets

  const sealedRow = (id: string) =>
    storeOperation(
      "subscriptions.sealed",
      Effect.map(
        repeatable(
          sql<SealedRow>`SELECT key_id, sealed FROM subscriptions WHERE id = ${id} AND removed_millis IS NULL`
        ),
        ([row]) => row
      )
    )

  const secret: SubscriptionSecrets["secret"] = Effect.fnUntraced(function* (id) {
    const row = yield* sealedRow(id)
    const openSecret = row && (yield* rowSecrets.open(["subscription", id], row))
    if (row === undefined || openSecret !== undefined) return openSecret
    // A key rotation between reading the row and reading the keys makes the two differ for a moment.
    return (yield* sealedRow(id))?.sealed === row.sealed ? undefined : yield* secret(id)
  })

  const replaceSecret: SubscriptionSecrets["replaceSecret"] = Effect.fnUntraced(function* (id, next, untilMillis) {
    const row = yield* sealedRow(id)
    if (row === undefined) return "changed"
    const before = untilMillis === undefined ? next : yield* rowSecrets.open(["subscription", id], row)
    if (before === undefined) return "unreadable"
    const columns = yield* rowSecrets.seal(["subscription", id], followedBy(before, next, untilMillis))
    const rows = yield* storeOperation(
      "subscriptions.secret",
      write(
        sql`UPDATE subscriptions SET ${sql.update(columns)}
          WHERE id = ${id} AND removed_millis IS NULL AND sealed = ${row.sealed} RETURNING id`,
        SCOPE
      )
    )
    return rows.length > 0 ? "replaced" : "changed"
  })

  const keyless = Effect.gen(function* () {
    const ownIds = yield* rowSecrets.keyIds
    const rows = yield* storeOperation(
      "subscriptions.keys",
      repeatable(
        sql<Pick<SubscriptionRow, "id" | "key_id">>`SELECT id, key_id FROM subscriptions WHERE removed_millis IS NULL`
      )
    )
    return new Set(rows.filter(({ key_id }) => !ownIds.has(key_id)).map(({ id }) => id))
  })

  const secrets: SubscriptionSecrets = { secret, replaceSecret, keyless }
  return secrets
})
