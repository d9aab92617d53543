/**
 * Codes that pair browser extensions: short-lived, for one use, and stored as a hash with the grant of the browser.
 * Wrong codes are counted for the whole hub, regardless of sender and server. After too many, no code is accepted for a
 * while.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import type { Grant } from "../../principals/Principal.ts"
import * as TokenText from "../../principals/token-text.ts"
import { grantOf, grantText } from "./grant-text.ts"
import { newId } from "./HubTokens.ts"
import * as CodeText from "./pairing-code.ts"

export const CODE_LIFE = Duration.minutes(10)
/** The number of wrong codes that are allowed within the window. */
export const MAX_GUESSES = 10
const GUESS_WINDOW = Duration.minutes(10)
/** How long used and expired codes are remembered, so that the error can say so. */
const REMEMBERED = Duration.days(1)

export interface NewCode {
  readonly grant: Grant
  /** The lifetime of the browser's token in days. If undefined, the token is valid until revoked. */
  readonly tokenDays: number | undefined
}

interface StoredCode extends NewCode {
  /** The id of the browser's token, which does not exist before the code is used. */
  readonly tokenId: string
}

interface IssuedCode {
  readonly code: Redacted.Redacted
  readonly tokenId: string
  /** A Unix time. */
  readonly expiresMillis: number
}

/** The result of redeeming a code, with what was stored for it. `wrong` counts as a guess. */
export type Redemption<A> =
  | { readonly state: "taken"; readonly stored: A }
  | { readonly state: "wrong" }
  | { readonly state: "used" }
  | { readonly state: "ended" }
  | { readonly state: "revoked" }
  | { readonly state: "tooMany"; readonly retryAfterSeconds: number }

interface CodeRecord {
  readonly allowed: string
  readonly token_days: number | null
  readonly token_id: string | null
  readonly expires_millis: number
  readonly used_millis: number | null
  /** When the token that made the code was revoked. */
  readonly revoked_millis: number | null
}

export class PairingCodes extends Context.Service<
  PairingCodes,
  {
    /** @param madeBy the id of the principal that makes the code. If its token is revoked, the code ends. */
    readonly create: (code: NewCode, madeBy: string) => Effect.Effect<IssuedCode, StorageError>
    /**
     * Redeems a code.
     * @param store stores what the code is for, in the same transaction: an account that it names may be renamed or
     * removed at any time, which changes codes and what was stored
     */
    readonly redeem: <A>(
      text: string,
      store: (code: StoredCode) => Effect.Effect<A, StorageError>
    ) => Effect.Effect<Redemption<A>, StorageError>
  }
>()("@inlay/hub/PairingCodes") {}

/** On PostgreSQL, serialises reading and changing codes, and counting guesses. */
export const SCOPE = "pairing"

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write }]) => {
  /** Seconds until codes are accepted again; `undefined` if they are accepted now. */
  const waitOf = Effect.fnUntraced(function* (now: number) {
    const windowMillis = Duration.toMillis(GUESS_WINDOW)
    // If the clock was set back, there are guesses in the future: these count too.
    const guesses = yield* sql<{ readonly at_millis: number }>`SELECT at_millis FROM pairing_guesses
      WHERE at_millis > ${now - windowMillis} ORDER BY at_millis DESC LIMIT ${MAX_GUESSES}`
    const oldest = guesses.at(-1)
    if (oldest === undefined || guesses.length < MAX_GUESSES) return undefined
    const waitMillis = Math.min(windowMillis, oldest.at_millis + windowMillis - now)
    return Math.max(1, Math.ceil(waitMillis / 1000))
  })

  const guess = Effect.fnUntraced(function* (now: number) {
    yield* sql`DELETE FROM pairing_guesses WHERE at_millis <= ${now - Duration.toMillis(GUESS_WINDOW)}`
    yield* sql`INSERT INTO pairing_guesses ${sql.insert({ at_millis: now })}`
  })

  return PairingCodes.of({
    create: Effect.fnUntraced(function* ({ grant, tokenDays }: NewCode, madeBy: string) {
      const now = yield* Clock.currentTimeMillis
      const code = CodeText.make()
      const tokenId = newId()
      const expiresMillis = now + Duration.toMillis(CODE_LIFE)
      yield* storeOperation(
        "pairing.create",
        write(
          Effect.andThen(
            sql`DELETE FROM pairing_codes WHERE expires_millis <= ${now - Duration.toMillis(REMEMBERED)}`,
            sql`INSERT INTO pairing_codes ${sql.insert({
              hash: TokenText.hashOf(code),
              allowed: grantText(grant),
              token_days: tokenDays ?? null,
              token_id: tokenId,
              made_by: madeBy,
              expires_millis: expiresMillis
            })}`
          ),
          SCOPE
        )
      )
      return { code: Redacted.make(code), tokenId, expiresMillis }
    }),
    redeem: Effect.fnUntraced(function* <A>(text: string, store: (code: StoredCode) => Effect.Effect<A, StorageError>) {
      const now = yield* Clock.currentTimeMillis
      const code = CodeText.read(text)
      const redeeming = Effect.gen(function* (): Effect.fn.Return<Redemption<A>, StorageError | SqlError> {
        const retryAfterSeconds = yield* waitOf(now)
        if (retryAfterSeconds !== undefined) return { state: "tooMany", retryAfterSeconds }
        const hash = TokenText.hashOf(code ?? "")
        const [record] = yield* sql<CodeRecord>`SELECT allowed, token_days, token_id, expires_millis, used_millis,
          (SELECT revoked_millis FROM hub_tokens WHERE kind || ':' || id = made_by) AS revoked_millis
          FROM pairing_codes WHERE hash = ${hash}`
        if (record === undefined) {
          yield* guess(now)
          return { state: "wrong" }
        }
        if (record.used_millis !== null) return { state: "used" }
        if (record.expires_millis <= now) return { state: "ended" }
        if (record.revoked_millis !== null) return { state: "revoked" }
        yield* sql`UPDATE pairing_codes SET used_millis = ${now} WHERE hash = ${hash}`
        const stored = yield* store({
          grant: grantOf(record.allowed),
          tokenDays: record.token_days ?? undefined,
          tokenId: record.token_id ?? newId()
        })
        return { state: "taken", stored }
      })
      return yield* storeOperation("pairing.redeem", write(redeeming, SCOPE))
    })
  })
})

export const layer = Layer.effect(PairingCodes, make)
