/**
 * The authorization server's records (codes, tokens, grants, sessions), and account sign-ins in progress. A record is
 * stored under the hash of its id and sealed with a key derived from that id, so access to the database is not enough
 * to use a token or read a record.
 */
import { createHash } from "node:crypto"

import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { wholeMillis } from "@inlay/sql-stores/rows"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Statement } from "effect/sql/Statement"

import * as Vault from "../../accounts/vault/cipher.ts"

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
    readonly removeGrant: (grantHash: string) => Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/OAuthRecords") {}

const placeOf = (kind: string) => ["oauth record", kind]

const keyOf = (kind: string, id: string): Vault.Key =>
  Vault.keyOf(createHash("sha256").update(`key\0${kind}\0${id}`).digest())

/** The hash that a record is stored under. */
const hashOf = (kind: string, id: string): string => createHash("sha256").update(`id\0${kind}\0${id}`).digest("hex")

export const grantHashOf = (grantId: string): string => hashOf("Grant", grantId)

const seal = (kind: string, id: string, payload: Payload): string =>
  Buffer.from(Vault.seal(keyOf(kind, id), placeOf(kind), JSON.stringify(payload)).bytes).toString("base64")

/** Opens a record. Returns `undefined` if it was tampered with. */
const open = (kind: string, id: string, sealed: string): Payload | undefined => {
  const key = keyOf(kind, id)
  const result = Vault.open([key], placeOf(kind), { keyId: key.id, bytes: Buffer.from(sealed, "base64") })
  return "plain" in result ? (JSON.parse(result.plain) as Payload) : undefined
}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write, repeatable }]) => {
  /** Expired records are deleted on writes, so no separate clean-up is needed. */
  const removeEnded = (nowMillis: number) => sql`DELETE FROM oauth_records WHERE expires_millis < ${nowMillis}`

  const insert = (kind: string, { id, payload, grantId, expiresMillis }: NewRecord) =>
    sql`INSERT INTO oauth_records ${sql.insert({
      id_hash: hashOf(kind, id),
      kind,
      sealed: seal(kind, id, payload),
      grant_hash: grantId === undefined ? null : grantHashOf(grantId),
      expires_millis: wholeMillis(expiresMillis ?? null)
    })} ON CONFLICT (id_hash) DO UPDATE
      SET sealed = excluded.sealed, grant_hash = excluded.grant_hash, expires_millis = excluded.expires_millis`

  const change = (operation: string, statement: Statement<unknown>) =>
    storeOperation(`oauth.${operation}`, Effect.asVoid(write(statement)))

  return OAuthRecords.of({
    put: Effect.fnUntraced(function* (kind, record) {
      const now = yield* Clock.currentTimeMillis
      const { id, uid, expiresMillis } = record
      yield* storeOperation("oauth.put", write(Effect.andThen(removeEnded(now), insert(kind, record))))
      if (uid !== undefined) yield* change("put", insert(`${kind} uid`, { id: uid, payload: { id }, expiresMillis }))
    }),
    find: Effect.fnUntraced(function* (kind, id) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* storeOperation(
        "oauth.find",
        repeatable(
          sql<Row>`SELECT sealed, grant_hash, consumed_millis FROM oauth_records
            WHERE id_hash = ${hashOf(kind, id)} AND (expires_millis IS NULL OR expires_millis > ${now})`
        )
      )
      const payload = row && open(kind, id, row.sealed)
      if (row === undefined || payload === undefined) return undefined
      return {
        payload,
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
            WHERE id_hash = ${hashOf(kind, id)} AND consumed_millis IS NULL RETURNING id_hash`
        )
      )
      return rows.length > 0
    }),
    extend: (kind, id, expiresMillis) =>
      change(
        "extend",
        sql`UPDATE oauth_records SET expires_millis = ${expiresMillis}
          WHERE id_hash = ${hashOf(kind, id)} AND expires_millis < ${expiresMillis}`
      ),
    keepLatest: (kind, count, expiringByMillis) => {
      const theirs = sql`kind = ${kind} AND expires_millis <= ${expiringByMillis}`
      const latest = sql`SELECT id_hash FROM oauth_records WHERE ${theirs} ORDER BY expires_millis DESC LIMIT ${count}`
      return change("keepLatest", sql`DELETE FROM oauth_records WHERE ${theirs} AND id_hash NOT IN (${latest})`)
    },
    remove: (kind, id) => change("remove", sql`DELETE FROM oauth_records WHERE id_hash = ${hashOf(kind, id)}`),
    removeGrant: (grantHash) =>
      change("removeGrant", sql`DELETE FROM oauth_records WHERE grant_hash = ${grantHash} OR id_hash = ${grantHash}`)
  })
})

export const layer = Layer.effect(OAuthRecords, make)
