/**
 * What proves an account to its provider: one header. It is attached last, by the client, and only to requests for the
 * account's own origin; it is never part of a tool's input, an error or a log.
 */
import * as Redacted from "effect/Redacted"

export interface Credential {
  /** Lower-case header name. */
  readonly header: string
  /** The header's whole value. */
  readonly value: Redacted.Redacted<string>
  /** Every secret that the value is made of, for redaction. */
  readonly secrets: ReadonlyArray<Redacted.Redacted<string>>
}

/** `authorization: Bearer <key>`. */
export const bearer = (key: Redacted.Redacted<string>): Credential => ({
  header: "authorization",
  value: Redacted.make(`Bearer ${Redacted.value(key)}`),
  secrets: [key]
})

/** A key in a header of the provider's choice; `authorization` gets the Bearer scheme, any other the bare key. */
export const inHeader = (header: string, key: Redacted.Redacted<string>): Credential => {
  const name = header.toLowerCase()
  return name === "authorization" ? bearer(key) : { header: name, value: key, secrets: [key] }
}
