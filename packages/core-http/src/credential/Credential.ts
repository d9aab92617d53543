/**
 * What proves an account to its provider: one header. It is attached last, by the client, and only to requests for the
 * account's own origin; it is never part of a tool's input, an error or a log.
 */
import * as Redacted from "effect/Redacted"

import { isForNobody } from "../address/header-rules.ts"

/** A header that proves the account. */
export interface Credential {
  /** Lower-case header name. */
  readonly header: string
  /** The header's whole value. */
  readonly value: Redacted.Redacted
  /** Every secret that the value is made of, for redaction. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** `authorization: Bearer <key>`. Blanks around a pasted key are dropped. */
export const bearer = (key: Redacted.Redacted): Credential => {
  const bare = Redacted.value(key).trim()
  return {
    header: "authorization",
    value: Redacted.make(bare === "" ? "" : `Bearer ${bare}`),
    secrets: [Redacted.make(bare)]
  }
}

/** A key in a header of the provider's choice; `authorization` gets the Bearer scheme, any other the bare key. */
export const inHeader = (header: string, key: Redacted.Redacted): Credential => {
  const name = header.trim().toLowerCase()
  if (name === "authorization") return bearer(key)
  const bare = Redacted.make(Redacted.value(key).trim())
  return { header: name, value: bare, secrets: [bare] }
}

/** Headers that the client writes itself, and the one in which a server looks for a browser's session. */
const NOT_FOR_KEYS = /^(accept|content-type|cookie|user-agent|range|prefer|if-.*)$/

/** Whether a header, in any case, can carry a key: it is one, and in it a key changes neither where a request goes nor how it is read. */
export const isKeyHeader = (header: string): boolean => {
  const name = header.trim().toLowerCase()
  return /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && !NOT_FOR_KEYS.test(name) && !isForNobody(name)
}

/** Why a credential cannot be sent at all; `undefined` when it can. */
export const problem = (credential: Credential): string | undefined => {
  const value = Redacted.value(credential.value)
  if (value === "") return "The account has no key."
  if (!/^[\t\x20-\x7E\x80-\xFF]*$/.test(value)) {
    return "The account's key holds a character that no header can carry, such as a line break."
  }
  return isKeyHeader(credential.header) ? undefined : "The account's key header is not a header that can carry a key."
}
