/** The redactors of an account, rebuilt when its secrets change. */
import * as Redacted from "effect/Redacted"

import * as Redaction from "./Redaction.ts"

/** Shorter keys are not redacted in answers, because they would match ordinary words, and real keys are longer. */
const MIN_ECHO_CHARS = 8

export interface Redactors {
  /** For texts that we write ourselves. */
  readonly ours: Redaction.Redactor
  /** For the provider's answers. */
  readonly echoes: Redaction.Redactor
}

const of = (secrets: ReadonlyArray<Redacted.Redacted>): Redactors => {
  const ours = Redaction.make(secrets)
  const longSecrets = secrets.filter((secret) => Redacted.value(secret).length >= MIN_ECHO_CHARS)
  return { ours, echoes: longSecrets.length === secrets.length ? ours : Redaction.make(longSecrets) }
}

export const redactorsOf = (secrets: () => ReadonlyArray<Redacted.Redacted>): (() => Redactors) => {
  let currentSecrets = secrets()
  let redactors = of(currentSecrets)
  return () => {
    const now = secrets()
    // Usually the list is the same object. Otherwise it is the same list plus the newest secret.
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
