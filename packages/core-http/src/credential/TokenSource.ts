/**
 * The source of a credential whose token can be renewed. The client asks it before every request, and once more after a
 * 401. Concurrent calls share one renewal.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { ProviderError } from "../errors/ProviderError.ts"
import type { Credential } from "./Credential.ts"

/** A credential that changes over time but is always sent in the same header. */
export interface TokenSource {
  /**
   * The credential to send now. It is renewed first if it is known to have expired, and waits for a renewal in
   * progress.
   */
  readonly current: Effect.Effect<Credential, ProviderError>
  /**
   * Returns another credential after a 401 than the rejected one; `current` returns it from then on. Concurrent callers
   * share one renewal.
   */
  readonly renew: (rejectedCredential: Credential) => Effect.Effect<Credential, ProviderError>
  /** Every secret seen so far in this process, for redaction. Those that expired long ago may be left out. */
  readonly secrets: () => ReadonlyArray<Redacted.Redacted>
  /** The scopes of the last token, if the provider lists them and this process made it. */
  readonly scopes?: () => ReadonlyArray<string>
}

/** A credential, and when it expires. */
export interface Token {
  readonly credential: Credential
  /** Unix time in milliseconds. If absent, the token does not expire. */
  readonly expiresAtMillis?: number
}

/** A token is renewed this long before it expires, because it might otherwise expire on the way to the server. */
const AHEAD_MILLIS = 60_000
/** How many recent tokens to redact. Redaction takes time for each, and older tokens no longer work. */
const MAX_KNOWN = 10

const isSame = (one: Credential, other: Credential) => Redacted.value(one.value) === Redacted.value(other.value)

/**
 * Creates a token source in this process.
 *
 * @param renewal gets another token. It continues after its callers have given up, because it may have used the only
 * refresh token, and the next one is in its answer.
 */
export const make = (
  first: Token,
  renewal: (rejectedCredential: Credential) => Effect.Effect<Token, ProviderError>
): TokenSource => {
  let token = first
  let credentials: ReadonlyArray<Credential> = [first.credential]
  let secrets = first.credential.secrets
  /** Whether the token is known to be rejected. */
  let isRejected = false
  let underWay: Deferred.Deferred<Credential, ProviderError> | undefined

  const take = (newToken: Token) => {
    token = newToken
    isRejected = false
    credentials = [...credentials, newToken.credential].slice(-MAX_KNOWN)
    secrets = credentials.flatMap((credential) => credential.secrets)
    return newToken.credential
  }

  const start = (rejectedCredential: Credential) => {
    const outcome = Deferred.makeUnsafe<Credential, ProviderError>()
    underWay = outcome
    return Effect.suspend(() => renewal(rejectedCredential)).pipe(
      Effect.map(take),
      Effect.onExit((exit) => {
        underWay = undefined
        return Deferred.done(outcome, exit)
      }),
      Effect.forkDetach,
      Effect.as(outcome)
    )
  }

  const another = Effect.suspend(() => {
    const outcome = underWay === undefined ? Effect.uninterruptible(start(token.credential)) : Effect.succeed(underWay)
    return Effect.flatMap(outcome, Deferred.await)
  })

  return {
    current: Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const { credential, expiresAtMillis = Number.POSITIVE_INFINITY } = token
      if (isRejected || now >= expiresAtMillis) return another
      if (now < expiresAtMillis - AHEAD_MILLIS) return Effect.succeed(credential)
      // A token that cannot be renewed is still used until it expires.
      return Effect.orElseSucceed(another, () => credential)
    }),
    renew: (rejectedCredential) =>
      Effect.suspend(() => {
        // The 401 was for an older token, which has been renewed in the meantime.
        if (!isSame(token.credential, rejectedCredential)) return Effect.succeed(token.credential)
        isRejected = true
        return another
      }),
    secrets: () => secrets
  }
}
