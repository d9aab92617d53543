/**
 * Binds a browser sign-in to the program that started it, with `state` and PKCE's verifier and challenge (RFC 7636).
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { base64url } from "./base64url.ts"

const BYTES = 32

/** 256 random bits, 43 characters. */
const secret = (): string => base64url(crypto.getRandomValues(new Uint8Array(BYTES)))

/** One sign-in's secrets. Each is used once. */
export interface Binding {
  /** Returned with the answer. An answer without it was started by somebody else. */
  readonly state: string
  /** Proves to the token endpoint that this program requested the code. */
  readonly verifier: Redacted.Redacted
  /** The verifier's SHA-256, method `S256`. */
  readonly challenge: string
}

/** Computes the challenge of a verifier. */
export const challengeOf = (verifier: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
    (hash) => base64url(new Uint8Array(hash))
  )

/** Makes new secrets for one sign-in. */
export const make: Effect.Effect<Binding> = Effect.suspend(() => {
  const verifier = secret()
  return Effect.map(challengeOf(verifier), (challenge) => ({
    state: secret(),
    verifier: Redacted.make(verifier),
    challenge
  }))
})
