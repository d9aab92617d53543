/**
 * The authorization server's records (codes, tokens, grants, sessions), and account sign-ins in progress. A record is
 * stored under the hash of its id and sealed with a key derived from that id, so access to the database is not enough
 * to use a token or read a record.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { wholeMillis } from "@inlay/sql-stores/rows"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import * as RecordSeal from "./record-seal.ts"

export type Payload = Readonly<Record<string, unknown>>

export interface OAuthRecord {
  readonly payload: Payload
  /** The hash of the id of the grant that the record belongs to. */
  readonly grantHash: string | undefined
  /** Unix time in milliseconds when the record was used; absent if it was not used yet. */
  readonly consumedMillis: number | undefined
}

interface Row {
  readonly sealed: string
  readonly grant_hash: string | null
  readonly consumed_millis: number | null
}

export interface NewRecord {
  readonly id: string
  readonly payload: Payload
  readonly grantId?: string | undefined
  readonly uid?: string | undefined
  /** Unix time in milliseconds; absent if the record does not expire. */
  readonly expiresMillis?: number | undefined
}

export class OAuthRecords extends Context.Service<
  OAuthRecords,
  {
    readonly put: (kind: string, record: NewRecord) => Effect.Effect<void, StorageError>
    /** Returns `undefined` if there is no such record, or it has expired. */
    readonly find: (kind: string, id: string) => Effect.Effect<OAuthRecord | undefined, StorageError>
    /** Marks a record as used. Returns false if it was used before: of concurrent calls, only one succeeds. */
    readonly consume: (kind: string, id: string) => Effect.Effect<boolean, StorageError>
    /** Lets a record live at least until a time. */
    readonly extend: (kind: string, id: string, expiresMillis: number) => Effect.Effect<void, StorageError>
    /** Of the records that expire by a time, removes all but those that expire last. */
    readonly keepLatest: (kind: string, count: number, expiringByMillis: number) => Effect.Effect<void, StorageError>
    readonly remove: (kind: string, id: string) => Effect.Effect<void, StorageError>
    /** Removes a grant with all of its records. */
    readonly removeGrant: (grantHash: string) => Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/OAuthRecords") {}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write, repeatable }]) => {
  /** Expired records are deleted on writes, so no separate clean-up is needed. */
  const removeEnded = (nowMillis: number) => sql`DELETE FROM oauth_records WHERE expires_millis < ${nowMillis}`

  return OAuthRecords.of({
    put: Effect.fnUntraced(function* (kind, { id, payload, grantId, uid, expiresMillis }) {
      const now = yield* Clock.currentTimeMillis
      const expires_millis = wholeMillis(expiresMillis ?? null)
      const row = {
        id_hash: RecordSeal.hashOf(kind, id),
        kind,
        sealed: RecordSeal.seal(kind, id, JSON.stringify(payload)),
        grant_hash: grantId === undefined ? null : RecordSeal.hashOf("Grant", grantId),
        expires_millis
      }
      yield* storeOperation(
        "oauth.put",
        write(
          Effect.andThen(
            removeEnded(now),
            sql`INSERT INTO oauth_records ${sql.insert(row)}
              ON CONFLICT (id_hash) DO UPDATE SET sealed = excluded.sealed, grant_hash = excluded.grant_hash,
                expires_millis = excluded.expires_millis`
          )
        )
      )
      if (uid === undefined) return
      yield* storeOperation(
        "oauth.put",
        write(
          sql`INSERT INTO oauth_records ${sql.insert({
            id_hash: RecordSeal.hashOf(`${kind} uid`, uid),
            kind: `${kind} uid`,
            sealed: RecordSeal.seal(`${kind} uid`, uid, JSON.stringify({ id })),
            grant_hash: null,
            expires_millis
          })} ON CONFLICT (id_hash) DO UPDATE SET sealed = excluded.sealed, expires_millis = excluded.expires_millis`
        )
      )
    }),
    find: Effect.fnUntraced(function* (kind, id) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* storeOperation(
        "oauth.find",
        repeatable(
          sql<Row>`SELECT sealed, grant_hash, consumed_millis FROM oauth_records
            WHERE id_hash = ${RecordSeal.hashOf(kind, id)} AND (expires_millis IS NULL OR expires_millis > ${now})`
        )
      )
      const text = row && RecordSeal.open(kind, id, row.sealed)
      if (row === undefined || text === undefined) return undefined
      return {
        payload: JSON.parse(text) as Payload,
        grantHash: row.grant_hash ?? undefined,
        consumedMillis: row.consumed_millis ?? undefined
      }
    }),
    consume: Effect.fnUntraced(function* (kind, id) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* storeOperation(
        "oauth.consume",
        write(
          sql`UPDATE oauth_records SET consumed_millis = ${now}
            WHERE id_hash = ${RecordSeal.hashOf(kind, id)} AND consumed_millis IS NULL RETURNING id_hash`
        )
      )
      return rows.length > 0
    }),
    extend: (kind, id, expiresMillis) =>
      Effect.asVoid(
        storeOperation(
          "oauth.extend",
          write(
            sql`UPDATE oauth_records SET expires_millis = ${expiresMillis}
              WHERE id_hash = ${RecordSeal.hashOf(kind, id)} AND expires_millis < ${expiresMillis}`
          )
        )
      ),
    keepLatest: (kind, count, expiringByMillis) => {
      const theirs = sql`kind = ${kind} AND expires_millis <= ${expiringByMillis}`
      const latest = sql`SELECT id_hash FROM oauth_records WHERE ${theirs} ORDER BY expires_millis DESC LIMIT ${count}`
      return Effect.asVoid(
        storeOperation(
          "oauth.keepLatest",
          write(sql`DELETE FROM oauth_records WHERE ${theirs} AND id_hash NOT IN (${latest})`)
        )
      )
    },
    remove: (kind, id) =>
      Effect.asVoid(
        storeOperation(
          "oauth.remove",
          write(sql`DELETE FROM oauth_records WHERE id_hash = ${RecordSeal.hashOf(kind, id)}`)
        )
      ),
    removeGrant: (grantHash) =>
      Effect.asVoid(
        storeOperation(
          "oauth.removeGrant",
          write(sql`DELETE FROM oauth_records WHERE grant_hash = ${grantHash} OR id_hash = ${grantHash}`)
        )
      )
  })
})

export const layer = Layer.effect(OAuthRecords, make)
