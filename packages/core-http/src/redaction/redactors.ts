/** The redactors of an account, made anew when it has other secrets than before. */
import * as Redacted from "effect/Redacted"

import * as Redaction from "./Redaction.ts"

/** Shorter keys are left in answers: they would stand in ordinary words, and a real one is longer. */
const MIN_ECHO_CHARS = 8

export interface Redactors {
  /** For what we say ourselves. */
  readonly ours: Redaction.Redactor
  /** For what the provider answers. */
  readonly echoes: Redaction.Redactor
}

const of = (secrets: ReadonlyArray<Redacted.Redacted>): Redactors => ({
  ours: Redaction.make(secrets),
  echoes: Redaction.make(secrets.filter((secret) => Redacted.value(secret).length >= MIN_ECHO_CHARS))
})

export const redactorsOf = (secrets: () => ReadonlyArray<Redacted.Redacted>): (() => Redactors) => {
  let currentSecrets = secrets()
  let redactors = of(currentSecrets)
  return () => {
    const now = secrets()
    // Most often the very same list; else one that is longer by the newest.
    if (
      now !== currentSecrets &&
      (now.length !== currentSecrets.length || now.some((secret, n) => secret !== currentSecrets[n]))
    ) {
      redactors = of(now)
    }
    currentSecrets = now
    return redactors
  }
}
