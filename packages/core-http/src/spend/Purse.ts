/**
 * Identifies the money that a key spends: a short one-way fingerprint of the key and the provider's origin. It does not
 * depend on the account's name or on the path of its base address. Ledgers store it with each row. It is never shown.
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

/**
 * Returns sixteen hexadecimal digits, or an empty string for a token that is renewed, since its value changes every
 * time.
 */
export const of = (credential: Credential | TokenSource, { origin }: BaseAddress): Effect.Effect<string> =>
  "current" in credential
    ? Effect.succeed("")
    : digest([origin, ...credential.secrets.map((secret) => Redacted.value(secret))].join("\n"))
