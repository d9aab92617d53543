/** Parses an account's base address: https, or http on loopback only, without user info, query or fragment. */
import * as Result from "effect/Result"

import type { Refused } from "../errors/ProviderError.ts"

/** A base address that was parsed and found safe. */
export interface BaseAddress {
  /** Scheme, host and port, as `URL.origin` writes them. */
  readonly origin: string
  /** Path prefix without a trailing slash; `""` when there is none. */
  readonly path: string
}

const refusal = (what: string): Refused => ({
  _tag: "Refused",
  guard: "baseAddress",
  what,
  remedy: { to: "writeAddress" },
  nothing: "sent"
})

/** Returns whether a URL's `hostname` is this machine, judged by the name alone. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Printable ASCII without the backslash. Checked first, because the Unicode pattern is slow on its first use. */
const PLAIN = /^[!-[\]-~]+$/
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNSAFE = /[\u0000-\u0020\u007F-\u00A0\\]|\p{Default_Ignorable_Code_Point}/u

/**
 * Parses a base address. A trailing slash is dropped.
 *
 * @example
 * ```ts
 * import { BaseAddress } from "@inlay/core-http"
 * import { Result } from "effect"
 *
 * const address = BaseAddress.parse("https://api.acme.example/v1/")
 * console.log(BaseAddress.toString(Result.getOrThrow(address))) // => https://api.acme.example/v1
 * const plain = BaseAddress.parse("http://api.acme.example/v1") // would send the key unencrypted
 * console.log(Result.isFailure(plain)) // => true
 * ```
 */
export const parse = (text: string): Result.Result<BaseAddress, Refused> => {
  const address = text.trim()
  if (address === "") return Result.fail(refusal("The base address is empty."))
  // A URL parser repairs many of the mistakes below, and the repaired URL may name another host than the text appears
  // to.
  if (!PLAIN.test(address) && UNSAFE.test(address)) {
    return Result.fail(refusal("The base address contains a space, a backslash, or a control or invisible character."))
  }
  if (!URL.canParse(address)) return Result.fail(refusal("The base address is not a URL."))
  const url = new URL(address)
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return Result.fail(refusal(`The base address uses ${url.protocol.slice(0, -1)}, not https.`))
  }
  if (!/^https?:\/\/[^/]/i.test(address)) return Result.fail(refusal("The base address is not a URL."))
  if (url.username !== "" || url.password !== "") {
    return Result.fail(refusal("The base address contains a user name or password; enter the key in its own setting."))
  }
  if (url.search !== "" || url.hash !== "") return Result.fail(refusal("The base address has a query or a fragment."))
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return Result.fail(
      refusal(`The base address uses plain http for ${url.hostname}, which would expose the key on the network.`)
    )
  }
  return Result.succeed({ origin: url.origin, path: url.pathname.replace(/\/+$/, "") })
}

/** The address as text, without a trailing slash. */
export const toString = (base: BaseAddress): string => base.origin + base.path
