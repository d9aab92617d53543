/**
 * Whose money a key spends: a short one-way fingerprint of the key at its provider, the same whatever an account is called
 * and however its base address ends. Ledgers keep it beside each row. Never shown.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { BaseAddress } from "../address/BaseAddress.ts"
import type { Credential } from "../credential/Credential.ts"
import type { TokenSource } from "../credential/TokenSource.ts"

const HEX_DIGITS = 16

const digest = (text: string) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (bytes) =>
      Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0"))
        .join("")
        .slice(0, HEX_DIGITS)
  )

/** Sixteen hexadecimal digits; empty for a token that is renewed, which is another one every time. */
export const of = (credential: Credential | TokenSource, { origin }: BaseAddress): Effect.Effect<string> =>
  "current" in credential
    ? Effect.succeed("")
    : digest([origin, ...credential.secrets.map((secret) => Redacted.value(secret))].join("\n"))
