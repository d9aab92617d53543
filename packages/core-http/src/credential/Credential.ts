/**
 * An account's credential: one header. The client attaches it last, and only to requests for the account's own origin.
 * It is never part of a tool's input, an error or a log.
 */
import * as Redacted from "effect/Redacted"

import { isForNobody } from "../address/header-rules.ts"

/** A header that authenticates the account. */
export interface Credential {
  /** Lower-case header name. */
  readonly header: string
  /** The header's whole value. */
  readonly value: Redacted.Redacted
  /** Every secret that the value contains, for redaction. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** `<header>: <scheme> <key>`, or the bare key if the scheme is empty. Whitespace around a pasted key is dropped. */
export const inScheme = (header: string, scheme: string, key: Redacted.Redacted): Credential => {
  const bare = Redacted.value(key).trim()
  return {
    header: header.trim().toLowerCase(),
    value: Redacted.make(bare === "" ? "" : `${scheme} ${bare}`.trimStart()),
    secrets: [Redacted.make(bare)]
  }
}

/** `authorization: Bearer <key>`. */
export const bearer = (key: Redacted.Redacted): Credential => inScheme("authorization", "Bearer", key)

/**
 * A key in a header of the provider's choice. `authorization` gets the Bearer scheme, any other header the bare key.
 */
export const inHeader = (header: string, key: Redacted.Redacted): Credential =>
  header.trim().toLowerCase() === "authorization" ? bearer(key) : inScheme(header, "", key)

/** For a service that wants no key: nothing is sent. */
export const none: Credential = { header: "", value: Redacted.make(""), secrets: [] }

/** Headers that the client writes itself, and the header in which a server looks for a browser's session. */
const NOT_FOR_KEYS = /^(accept|content-type|cookie|user-agent|range|prefer|if-.*)$/

/**
 * Returns whether a header name, in any case, is valid and may carry a key, which excludes headers that change where a
 * request goes or how it is read.
 */
export const isKeyHeader = (header: string): boolean => {
  const name = header.trim().toLowerCase()
  // Almost every account's header. The patterns take a while on their first use.
  if (name === "authorization") return true
  return /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && !NOT_FOR_KEYS.test(name) && !isForNobody(name)
}

/** Returns why a credential cannot be sent at all, or `undefined` if it can. */
export const problem = (credential: Credential): string | undefined => {
  if (credential === none) return undefined
  const value = Redacted.value(credential.value)
  if (value === "") return "The account has no key."
  if (!/^[\t\x20-\x7E\x80-\xFF]*$/.test(value)) {
    return "The account's key contains a character that is not allowed in a header, such as a line break."
  }
  return isKeyHeader(credential.header) ? undefined : "The account's key header cannot carry a key."
}
