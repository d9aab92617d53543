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

/** `authorization: Bearer <key>`. Whitespace around a pasted key is dropped. */
export const bearer = (key: Redacted.Redacted): Credential => {
  const bare = Redacted.value(key).trim()
  return {
    header: "authorization",
    value: Redacted.make(bare === "" ? "" : `Bearer ${bare}`),
    secrets: [Redacted.make(bare)]
  }
}

/** For a service that wants no key: nothing is sent. */
export const none: Credential = { header: "", value: Redacted.make(""), secrets: [] }

/**
 * A key in a header of the provider's choice. `authorization` gets the Bearer scheme, any other header the bare key.
 * @param scheme the word before the key, or `""` for the bare key
 */
export const inHeader = (header: string, key: Redacted.Redacted, scheme?: string): Credential => {
  const name = header.trim().toLowerCase()
  if (name === "authorization" && scheme === undefined) return bearer(key)
  const bare = Redacted.value(key).trim()
  const value = bare === "" || scheme === undefined || scheme === "" ? bare : `${scheme} ${bare}`
  return { header: name, value: Redacted.make(value), secrets: [Redacted.make(bare)] }
}

/** Headers that the client writes itself, and the header in which a server looks for a browser's session. */
const NOT_FOR_KEYS = /^(accept|content-type|cookie|user-agent|range|prefer|if-.*)$/

/**
 * Returns whether a header name, in any case, is valid and may carry a key, which excludes headers that change where a
 * request goes or how it is read.
 */
export const isKeyHeader = (header: string): boolean => {
  const name = header.trim().toLowerCase()
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
