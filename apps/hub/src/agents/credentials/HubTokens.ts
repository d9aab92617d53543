/** Hub tokens. A token's text is shown once and stored as a hash, with its grant, until it expires or is revoked. */
import { createHmac } from "node:crypto"

import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { wholeMillis } from "@inlay/sql-stores/rows"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { endOfPrincipal, SCOPE } from "../../inbound/subscriptions/ending.ts"
import { iso } from "../../iso.ts"
import type { Grant, Principal } from "../../principals/Principal.ts"
import * as TokenText from "../../principals/token-text.ts"
import { grantOf, grantText } from "./grant-text.ts"
import { usesIn } from "./last-use.ts"

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
  /** An id that `newId` returned. Defaults to a new one. */
  readonly id?: string
}

/** When a token that is made now stops working after these days. Without them, it is valid until revoked. */
export const expiryAfter = (days: number | undefined, nowMillis: number): number | undefined =>
  days === undefined ? undefined : nowMillis + Duration.toMillis(Duration.days(days))

export const newId = (): string => crypto.randomUUID().slice(0, 8)

/** The id of a token's principal in the audit trail. */
const principalOf = ({ id, kind }: Pick<HubToken, "id" | "kind">): string => `${kind}:${id}`

export const tokenIdOf = ({ id }: Pick<Principal, "id">): string => id.slice(id.indexOf(":") + 1)

interface TokenRecord {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly allowed: string
  readonly created_millis: number
  readonly expires_millis: number | null
  readonly last_used_millis: number | null
}

/** A token as the API and the command line show it. */
export const tokenView = ({ id, kind, name, grant, createdMillis, expiresMillis, lastUsedMillis }: HubToken) => ({
  id,
  kind,
  name,
  grant,
  createdAt: new Date(createdMillis).toISOString(),
  expiresAt: iso(expiresMillis),
  lastUsedAt: iso(lastUsedMillis)
})

export class HubTokens extends Context.Service<
  HubTokens,
  {
    /**
     * Creates a token. Its text cannot be retrieved again.
     *
     * @param stillAllowed statements that fail if the token that makes this one was revoked meanwhile. Run in the
     * transaction that stores it, so that whoever revokes a token sees all that it made
     */
    readonly create: <E = never>(
      token: NewToken,
      stillAllowed?: Effect.Effect<void, E>
    ) => Effect.Effect<{ readonly token: HubToken; readonly text: Redacted.Redacted }, StorageError | E>
    /** Tokens that are not revoked, oldest first, including expired ones. */
    readonly list: Effect.Effect<ReadonlyArray<HubToken>, StorageError>
    /** The names of tokens, revoked ones included, by the ids of their principals. Leaves out what is not a token. */
    readonly names: (principals: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>, StorageError>
    /**
     * Revokes a token from the next request on, and switches off the subscriptions that it created. Returns how many
     * these were, or `undefined` if there is no such token.
     */
    readonly revoke: (id: string) => Effect.Effect<number | undefined, StorageError>
    /**
     * Revokes a browser's token at its own request. Its subscriptions stay on: a browser that is paired again ends its
     * earlier pairing so.
     */
    readonly unpair: (id: string) => Effect.Effect<void, StorageError>
    /**
     * Finds the principal of a token's text and records its use. Returns `undefined` if the token is invalid, expired
     * or revoked.
     */
    readonly find: (text: string) => Effect.Effect<Principal | undefined, StorageError>
    /** The principal of a token, as `find` returns it. Asking does not count as a use. */
    readonly principal: (id: string) => Effect.Effect<Principal | undefined, StorageError>
    /**
     * Proves that the hub knows a token: returns the HMAC-SHA-256 of the nonce, a space and the address, keyed with the
     * hexadecimal SHA-256 of the token, in hexadecimal digits. With it, a paired extension verifies the hub before it
     * sends its token. Returns `undefined` for a token that is expired, revoked or not an extension's.
     *
     * @param address one of the hub's own: a proof for another would serve whoever asks on from there
     */
    readonly proof: (id: string, nonce: string, address: string) => Effect.Effect<string | undefined, StorageError>
  }
>()("@inlay/hub/HubTokens") {}

const kindOf = ({ kind }: Pick<TokenRecord, "kind">): TokenKind => (kind === "extension" ? "extension" : "token")

const tokenOf = (record: TokenRecord): HubToken => ({
  id: record.id,
  kind: kindOf(record),
  name: record.name,
  grant: grantOf(record.allowed),
  createdMillis: record.created_millis,
  expiresMillis: record.expires_millis ?? undefined,
  lastUsedMillis: record.last_used_millis ?? undefined
})

const asPrincipal = ({ id, kind, name, grant }: HubToken): Principal => ({
  id: principalOf({ id, kind }),
  kind,
  name,
  grant
})

const COLUMNS = "id, kind, name, allowed, created_millis, expires_millis, last_used_millis"

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, database]) => {
  const { write, repeatable } = database
  const noteUse = usesIn("hub_tokens", sql, database)

  const list = Effect.map(
    sql<TokenRecord>`SELECT ${sql.literal(COLUMNS)} FROM hub_tokens
      WHERE revoked_millis IS NULL ORDER BY created_millis, id`,
    (records) => records.map(tokenOf)
  )

  const names = Effect.fnUntraced(function* (principals: ReadonlyArray<string>) {
    const ids = principals.map((id) => tokenIdOf({ id }))
    const records = yield* sql<
      Pick<TokenRecord, "id" | "kind" | "name">
    >`SELECT id, kind, name FROM hub_tokens WHERE ${sql.in("id", ids)}`
    return new Map(records.map(({ id, kind, name }) => [principalOf({ id, kind: kindOf({ kind }) }), name]))
  })

  const isValidAt = (now: number) => sql`revoked_millis IS NULL AND (expires_millis IS NULL OR expires_millis > ${now})`

  const valid = Effect.fnUntraced(function* (operation: string, column: "hash" | "id", value: string) {
    const now = yield* Clock.currentTimeMillis
    const [record] = yield* storeOperation(
      operation,
      repeatable(
        sql<TokenRecord>`SELECT ${sql.literal(COLUMNS)} FROM hub_tokens WHERE ${sql(column)} = ${value}
          AND ${isValidAt(now)}`
      )
    )
    return record && tokenOf(record)
  })

  const revoke = (id: string, nowMillis: number) =>
    Effect.map(
      sql<
        Pick<TokenRecord, "kind">
      >`UPDATE hub_tokens SET revoked_millis = ${nowMillis} WHERE id = ${id} AND revoked_millis IS NULL RETURNING kind`,
      ([record]) => record && principalOf({ id, kind: kindOf(record) })
    )

  return HubTokens.of({
    create: Effect.fnUntraced(function* <E = never>(
      { name, grant, expiresMillis, kind = "token", id = newId() }: NewToken,
      stillAllowed?: Effect.Effect<void, E>
    ) {
      const text = TokenText.make()
      const token: HubToken = {
        id,
        kind,
        name,
        grant,
        createdMillis: yield* Clock.currentTimeMillis,
        expiresMillis,
        lastUsedMillis: undefined
      }
      const insert = sql`INSERT INTO hub_tokens ${sql.insert({
        id,
        kind,
        name,
        hash: TokenText.hashOf(text),
        allowed: grantText(grant),
        created_millis: token.createdMillis,
        expires_millis: wholeMillis(expiresMillis ?? null)
      })}`
      // With the scope of revocations.
      const storing = stillAllowed === undefined ? write(insert) : write(Effect.andThen(stillAllowed, insert), SCOPE)
      yield* storeOperation("tokens.create", storing)
      return { token, text: Redacted.make(text) }
    }),
    list: storeOperation("tokens.list", repeatable(list)),
    names: (principals) => storeOperation("tokens.names", repeatable(names(principals))),
    revoke: Effect.fnUntraced(function* (id: string) {
      const now = yield* Clock.currentTimeMillis
      const revoking = Effect.flatMap(revoke(id, now), (principal) =>
        principal === undefined
          ? Effect.undefined
          : Effect.map(endOfPrincipal(sql, principal, now), ({ length }) => length)
      )
      return yield* storeOperation("tokens.revoke", write(revoking, SCOPE))
    }),
    unpair: Effect.fnUntraced(function* (id: string) {
      const now = yield* Clock.currentTimeMillis
      yield* storeOperation("tokens.unpair", write(revoke(id, now)))
    }),
    find: Effect.fnUntraced(function* (text: string) {
      if (!TokenText.isToken(text)) return undefined
      const token = yield* valid("tokens.find", "hash", TokenText.hashOf(text))
      if (token === undefined) return undefined
      yield* noteUse("tokens.use", token.id, token.lastUsedMillis, yield* Clock.currentTimeMillis)
      return asPrincipal(token)
    }),
    principal: (id) => Effect.map(valid("tokens.principal", "id", id), (token) => token && asPrincipal(token)),
    proof: Effect.fnUntraced(function* (id: string, nonce: string, address: string) {
      const now = yield* Clock.currentTimeMillis
      const [record] = yield* storeOperation(
        "tokens.proof",
        repeatable(
          sql<{ readonly hash: string }>`SELECT hash FROM hub_tokens WHERE id = ${id} AND kind = 'extension'
            AND ${isValidAt(now)}`
        )
      )
      return record && createHmac("sha256", record.hash).update(`${nonce} ${address}`).digest("hex")
    })
  })
})

export const layer = Layer.effect(HubTokens, make)
