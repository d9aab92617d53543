/**
 * The authorization server's keys: for its cookies and forms, and the signing key that its metadata has to list. The
 * vault seals them. Keys that cannot be opened are replaced: only sign-ins in progress depend on them, and agents'
 * tokens do not.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto"

import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { OAUTH_KEYS } from "../../accounts/vault/other-secrets.ts"
import { RowSecrets, type SealedColumns } from "../../inbound/row-secrets.ts"

export interface SigningKeys {
  /** The private key as a JSON Web Key. */
  readonly jwk: Readonly<Record<string, unknown>>
  /** The key that signs cookies and forms. */
  readonly secret: string
}

const makeKeys = (): SigningKeys => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  return {
    jwk: { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" },
    secret: randomBytes(32).toString("base64url")
  }
}

/** The keys of the data directory, created on the first sign-in. Servers on one database share them. */
export const signingKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write } = yield* Database
  const { seal, open } = yield* RowSecrets
  const read = storeOperation("oauth.keys", sql<SealedColumns>`SELECT key_id, sealed FROM oauth_keys WHERE id = 1`)
  const keysOf = Effect.fnUntraced(function* (row: SealedColumns) {
    const text = yield* open(OAUTH_KEYS, row)
    return text && (JSON.parse(Redacted.value(text)) as SigningKeys)
  })
  const [row] = yield* read
  const existing = row && (yield* keysOf(row))
  if (existing !== undefined) return existing
  const newKeys = makeKeys()
  const sealedKeys = yield* seal(OAUTH_KEYS, Redacted.make(JSON.stringify(newKeys)))
  const insert = sql`INSERT INTO oauth_keys ${sql.insert({ id: 1, ...sealedKeys })}`
  const replace = sql`ON CONFLICT (id) DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed
    WHERE oauth_keys.sealed = ${row?.sealed ?? ""}`
  // If another process was faster, its keys are used.
  yield* storeOperation("oauth.keys", write(sql`${insert} ${replace}`))
  const [storedRow] = yield* read
  return (storedRow && (yield* keysOf(storedRow))) ?? newKeys
})
