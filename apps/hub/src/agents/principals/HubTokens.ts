/** Hub tokens. A token's text is shown once and stored as a hash, with its grant, until it expires or is revoked. */
import { createHmac } from "node:crypto"

import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { grantOf, grantText } from "./grant-text.ts"
import type { Grant, Principal } from "./Principal.ts"
import * as TokenText from "./token-text.ts"

/** The holder of a token: a program or agent, or a paired browser extension. */
export type TokenKind = "token" | "extension"

export interface HubToken {
  readonly id: string
  readonly kind: TokenKind
  /** The name that its owner gave it. */
  readonly name: string
  readonly grant: Grant
  /** Unix times in milliseconds. */
  readonly createdMillis: number
  readonly expiresMillis: number | undefined
  /** Accurate to the minute; absent if the token was never used. */
  readonly lastUsedMillis: number | undefined
}

export interface NewToken extends Pick<HubToken, "name" | "grant" | "expiresMillis"> {
  /** Defaults to `token`. */
  readonly kind?: TokenKind
}

/** The id of a token's principal in the audit trail. */
export const principalOf = ({ id, kind }: Pick<HubToken, "id" | "kind">): string => `${kind}:${id}`

interface TokenRecord {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly allowed: string
  readonly created_millis: number
  readonly expires_millis: number | null
  readonly last_used_millis: number | null
}

export class HubTokens extends Context.Service<
  HubTokens,
  {
    /** Creates a token. Its text cannot be retrieved again. */
    readonly create: (
      token: NewToken
    ) => Effect.Effect<{ readonly token: HubToken; readonly text: Redacted.Redacted }, StorageError>
    /** Tokens that are not revoked, oldest first, including expired ones. */
    readonly list: Effect.Effect<ReadonlyArray<HubToken>, StorageError>
    /** Revokes a token from the next request on. Returns false if there is no such token. */
    readonly revoke: (id: string) => Effect.Effect<boolean, StorageError>
    /** Updates grants that name an account to its new name. */
    readonly renameAccount: (before: string, after: string) => Effect.Effect<void, StorageError>
    /**
     * Finds the principal of a token's text and records its use. Returns `undefined` if the token is invalid, expired
     * or revoked.
     */
    readonly find: (text: string) => Effect.Effect<Principal | undefined, StorageError>
    /**
     * Proves that the hub knows a token: returns the HMAC-SHA-256 of the nonce, keyed with the hexadecimal SHA-256 of
     * the token, in hexadecimal digits. With it, a paired extension verifies the hub before it sends its token. Returns
     * `undefined` for a token that is expired, revoked or not an extension's.
     */
    readonly proof: (id: string, nonce: string) => Effect.Effect<string | undefined, StorageError>
  }
>()("@inlay/hub/HubTokens") {}

/** The precision of the stored last use, so that a busy token does not cause a write on every call. */
const LAST_USE_MILLIS = 60_000

const tokenOf = (record: TokenRecord): HubToken => ({
  id: record.id,
  kind: record.kind === "extension" ? "extension" : "token",
  name: record.name,
  grant: grantOf(record.allowed),
  createdMillis: record.created_millis,
  expiresMillis: record.expires_millis ?? undefined,
  lastUsedMillis: record.last_used_millis ?? undefined
})

const COLUMNS = "id, kind, name, allowed, created_millis, expires_millis, last_used_millis"

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write, repeatable }]) => {
  const noteUse = (id: string, nowMillis: number) =>
    repeatable(
      write(
        sql`UPDATE hub_tokens SET last_used_millis = ${nowMillis}
          WHERE id = ${id} AND (last_used_millis IS NULL OR last_used_millis <= ${nowMillis - LAST_USE_MILLIS})`
      )
    )

  const list = Effect.map(
    sql<TokenRecord>`SELECT ${sql.literal(COLUMNS)} FROM hub_tokens
      WHERE revoked_millis IS NULL ORDER BY created_millis, id`,
    (records) => records.map(tokenOf)
  )

  const rename = Effect.fnUntraced(function* (before: string, after: string) {
    for (const { id, grant } of yield* list) {
      if (grant.accounts?.includes(before) !== true) continue
      const accounts = grant.accounts.map((account) => (account === before ? after : account))
      yield* sql`UPDATE hub_tokens SET allowed = ${grantText({ ...grant, accounts })} WHERE id = ${id}`
    }
  })

  return HubTokens.of({
    create: Effect.fnUntraced(function* ({ name, grant, expiresMillis, kind = "token" }: NewToken) {
      const text = TokenText.make()
      const token: HubToken = {
        id: crypto.randomUUID().slice(0, 8),
        kind,
        name,
        grant,
        createdMillis: yield* Clock.currentTimeMillis,
        expiresMillis,
        lastUsedMillis: undefined
      }
      yield* stored(
        "tokens.create",
        write(
          sql`INSERT INTO hub_tokens ${sql.insert({
            id: token.id,
            kind,
            name,
            hash: TokenText.hashOf(text),
            allowed: grantText(grant),
            created_millis: token.createdMillis,
            expires_millis: expiresMillis ?? null
          })}`
        )
      )
      return { token, text: Redacted.make(text) }
    }),
    list: stored("tokens.list", repeatable(list)),
    renameAccount: (before, after) => stored("tokens.rename", repeatable(write(rename(before, after), "hub tokens"))),
    revoke: (id) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        stored(
          "tokens.revoke",
          Effect.map(
            write(
              sql`UPDATE hub_tokens SET revoked_millis = ${now} WHERE id = ${id} AND revoked_millis IS NULL RETURNING id`
            ),
            (rows) => rows.length > 0
          )
        )
      ),
    find: Effect.fnUntraced(function* (text: string) {
      if (!TokenText.isToken(text)) return undefined
      const now = yield* Clock.currentTimeMillis
      const [record] = yield* stored(
        "tokens.find",
        repeatable(
          sql<TokenRecord>`SELECT ${sql.literal(COLUMNS)} FROM hub_tokens WHERE hash = ${TokenText.hashOf(text)}
            AND revoked_millis IS NULL AND (expires_millis IS NULL OR expires_millis > ${now})`
        )
      )
      if (record === undefined) return undefined
      const token = tokenOf(record)
      const { id, kind, name, grant, lastUsedMillis } = token
      if (lastUsedMillis === undefined || now - lastUsedMillis >= LAST_USE_MILLIS) {
        yield* stored("tokens.find", noteUse(id, now))
      }
      const principal: Principal = { id: principalOf(token), kind, name, grant }
      return principal
    }),
    proof: Effect.fnUntraced(function* (id: string, nonce: string) {
      const now = yield* Clock.currentTimeMillis
      const [record] = yield* stored(
        "tokens.proof",
        repeatable(
          sql<{ readonly hash: string }>`SELECT hash FROM hub_tokens WHERE id = ${id} AND kind = 'extension'
            AND revoked_millis IS NULL AND (expires_millis IS NULL OR expires_millis > ${now})`
        )
      )
      return record && createHmac("sha256", record.hash).update(nonce).digest("hex")
    })
  })
})

export const layer: Layer.Layer<HubTokens, never, SqlClient.SqlClient | Database> = Layer.effect(HubTokens, make)
