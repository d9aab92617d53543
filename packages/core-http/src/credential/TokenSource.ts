/**
 * Where the credential of an account comes from whose token can be renewed. Its client asks before every request, and once
 * more after a 401; calls that ask at once share one renewal.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { ProviderError } from "../errors/ProviderError.ts"
import type { Credential } from "./Credential.ts"

/** A credential that changes over time; always sent in the same header. */
export interface TokenSource {
  /** The credential to send now; renewed ahead when it is known to have run out, awaited while one is being renewed. */
  readonly current: Effect.Effect<Credential, ProviderError>
  /**
   * After a 401: another credential than the rejected one, which `current` gives from then on. One renewal for all that ask
   * at once.
   */
  readonly renew: (rejectedCredential: Credential) => Effect.Effect<Credential, ProviderError>
  /** Every secret seen so far in this process, for redaction; what ran out long ago may be left out. */
  readonly secrets: () => ReadonlyArray<Redacted.Redacted>
}

/** A credential, and until when it serves. */
export interface Token {
  readonly credential: Credential
  /** Unix time in milliseconds; absent: it does not run out. */
  readonly expiresAtMillis?: number
}

/** So long before it runs out a token is renewed, or it might do so on its way. */
const AHEAD_MILLIS = 60_000
/** Tokens whose secrets are known: redaction takes time for each, and old ones open nothing. */
const MAX_KNOWN = 10

const isSame = (one: Credential, other: Credential) => Redacted.value(one.value) === Redacted.value(other.value)

/**
 * A source in this process.
 *
 * @param renewal gives another token. It goes on when those who asked for it have given up: it may have used up the one
 * refresh token that there is, and the next one is in its answer.
 */
export const make = (
  first: Token,
  renewal: (rejectedCredential: Credential) => Effect.Effect<Token, ProviderError>
): TokenSource => {
  let token = first
  let credentials: ReadonlyArray<Credential> = [first.credential]
  let secrets = first.credential.secrets
  /** Whether the token is known to open nothing any more. */
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
      // Until it has run out, a token that cannot be renewed still serves.
      return Effect.orElseSucceed(another, () => credential)
    }),
    renew: (rejectedCredential) =>
      Effect.suspend(() => {
        // Answered for an older token: somebody renewed it meanwhile.
        if (!isSame(token.credential, rejectedCredential)) return Effect.succeed(token.credential)
        isRejected = true
        return another
      }),
    secrets: () => secrets
  }
}
