/** Parses the answer of a token endpoint strictly (RFC 6749, section 5.1). */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Reason } from "../errors/ProviderError.ts"

/** A token, its expiry, and what renews it. */
export interface Grant {
  readonly accessToken: Redacted.Redacted
  /** Unix time in milliseconds. If absent, the token does not expire. */
  readonly expiresAtMillis?: number
  /** Replaces the previous refresh token, since many providers let each be used only once. */
  readonly refreshToken?: Redacted.Redacted
  /** Unix time in milliseconds. */
  readonly refreshExpiresAtMillis?: number
  /** The scopes that were granted, if the provider lists them. */
  readonly scopes: ReadonlyArray<string>
}

/** No token lives longer. A figure past the range of `Date` would break code that shows it. */
const LONGEST_LIFE_SECONDS = 10 * 366 * 86_400

/** Characters that a header can carry. RFC 6750, section 2.1, allows even fewer. */
const TOKEN = /^[\x21-\x7E]{1,8192}$/

type Fields = Readonly<Record<string, unknown>>

const refuse = (what: string): Result.Result<never, Reason> =>
  Result.fail({
    _tag: "Decode",
    what: `The token endpoint's response is not a valid grant: ${what}.`,
    remedy: { to: "checkAddress", of: "signIn", unchanged: "serviceChanged" }
  })

/**
 * Parses a lifetime in seconds, given as a number or its digits. Returns `undefined` if there is none, and `null` if it
 * is malformed.
 */
const secondsOf = (value: unknown): number | null | undefined => {
  if (value === undefined || value === null || value === "") return undefined
  const seconds = typeof value === "string" && /^\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  return typeof seconds === "number" && !Number.isNaN(seconds)
    ? Math.min(Math.max(0, seconds), LONGEST_LIFE_SECONDS)
    : null
}

/** Parses scopes, which are separated by spaces. Some services use commas or a list. */
const scopesOf = (value: unknown): ReadonlyArray<string> | undefined => {
  if (value === undefined || value === null) return []
  const parts: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  return parts.every((part) => typeof part === "string")
    ? parts.flatMap((part) => part.split(/[\s,]+/)).filter((scope) => scope !== "")
    : undefined
}

/** Parses a grant from an answer's fields, or says what is wrong with it without repeating any field's value. */
export const read = (fields: Fields, receivedAtMillis: number): Result.Result<Grant, Reason> => {
  const { access_token, refresh_token, token_type } = fields
  if (typeof access_token !== "string" || !TOKEN.test(access_token)) return refuse("it has no access_token")
  if (token_type !== undefined && (typeof token_type !== "string" || token_type.toLowerCase() !== "bearer")) {
    return refuse("its token_type is not Bearer, the only supported type")
  }
  const hasRefreshToken = refresh_token !== undefined && refresh_token !== null && refresh_token !== ""
  if (hasRefreshToken && (typeof refresh_token !== "string" || !TOKEN.test(refresh_token))) {
    return refuse("its refresh_token is not a valid token")
  }
  const life = secondsOf(fields["expires_in"])
  const refreshLife = secondsOf(fields["refresh_token_expires_in"])
  if (life === null || refreshLife === null) return refuse("its lifetime is not a valid number of seconds")
  const scopes = scopesOf(fields["scope"])
  if (scopes === undefined) return refuse("its scope is not a string")
  return Result.succeed({
    accessToken: Redacted.make(access_token),
    ...(life !== undefined && { expiresAtMillis: receivedAtMillis + 1000 * life }),
    ...(hasRefreshToken && { refreshToken: Redacted.make(refresh_token) }),
    ...(refreshLife !== undefined && { refreshExpiresAtMillis: receivedAtMillis + 1000 * refreshLife }),
    scopes
  })
}
