/**
 * The authorization server's keys: for its cookies and forms, and the signing key that its metadata has to list. The
 * vault seals them. Keys that cannot be opened are replaced: only sign-ins in progress depend on them, and agents'
 * tokens do not.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto"

import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import * as Vault from "../../accounts/vault/cipher.ts"
import * as Opening from "../../accounts/vault/opening.ts"
import { OAUTH_KEYS, placeOf } from "../../accounts/vault/other-secrets.ts"
import type * as SecretKey from "../../accounts/vault/secret-key.ts"
import { AccountRows } from "../../storage/AccountRows.ts"

export interface SigningKeys {
  /** The private key as a JSON Web Key. */
  readonly jwk: Readonly<Record<string, unknown>>
  /** The key that signs cookies and forms. */
  readonly secret: string
}

interface Row {
  readonly key_id: string
  readonly sealed: string
}

const makeKeys = (): SigningKeys => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  return {
    jwk: { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" },
    secret: randomBytes(32).toString("base64url")
  }
}

const open = (keys: SecretKey.Keys, place: ReadonlyArray<string>, row: Row): SigningKeys | undefined => {
  const result = Vault.open(keys.keys, place, { keyId: row.key_id, bytes: Buffer.from(row.sealed, "base64") })
  return "plain" in result ? (JSON.parse(result.plain) as SigningKeys) : undefined
}

export type Needs = SqlClient.SqlClient | Database | AccountRows

/** The keys of the data directory, created on the first sign-in. Servers on one database share them. */
export const signingKeys = Effect.fnUntraced(function* (
  keySources: SecretKey.KeySources
): Effect.fn.Return<SigningKeys, StorageError | ProviderError, Needs> {
  const sql = yield* SqlClient.SqlClient
  const { write } = yield* Database
  const rows = yield* AccountRows
  const { name } = yield* rows.directory
  const place = placeOf(name, OAUTH_KEYS)
  const keys = yield* Opening.sealingKeys(keySources, rows)
  const read = storeOperation("oauth.keys", sql<Row>`SELECT key_id, sealed FROM oauth_keys WHERE id = 1`)
  const [row] = yield* read
  const existing = row && open(keys, place, row)
  if (existing !== undefined) return existing
  const newKeys = makeKeys()
  const { keyId, bytes } = Vault.seal(keys.keys[0], place, JSON.stringify(newKeys))
  const insert = sql`INSERT INTO oauth_keys ${sql.insert({
    id: 1,
    key_id: keyId,
    sealed: Buffer.from(bytes).toString("base64")
  })}`
  const replace = sql`ON CONFLICT (id) DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed
    WHERE oauth_keys.sealed = ${row?.sealed ?? ""}`
  // If another process was faster, its keys are used.
  yield* storeOperation("oauth.keys", write(sql`${insert} ${replace}`))
  const [storedRow] = yield* read
  return (storedRow && open(keys, place, storedRow)) ?? newKeys
})
