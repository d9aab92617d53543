/** What an authorization server grants, read strictly from its token endpoint's answer (RFC 6749, section 5.1). */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Reason } from "../errors/ProviderError.ts"

/** A token, until when it serves, and what renews it. */
export interface Grant {
  readonly accessToken: Redacted.Redacted
  /** Unix time in milliseconds; absent: it does not run out. */
  readonly expiresAtMillis?: number
  /** Takes the place of the one before: many providers let each be used once. */
  readonly refreshToken?: Redacted.Redacted
  /** Unix time in milliseconds. */
  readonly refreshExpiresAtMillis?: number
  /** The rights that were granted, where the provider says. */
  readonly scopes: ReadonlyArray<string>
}

/** No token lives longer; past the dates that there are, a figure would break whoever shows it. */
const LONGEST_LIFE_SECONDS = 10 * 366 * 86_400

/** What a header can carry: RFC 6750, section 2.1, allows fewer characters still. */
const TOKEN = /^[\x21-\x7E]{1,8192}$/

type Fields = Readonly<Record<string, unknown>>

const refuse = (what: string): Result.Result<never, Reason> =>
  Result.fail({
    _tag: "Decode",
    what: `The token endpoint's answer is no grant: ${what}.`,
    remedy: { to: "checkAddress", of: "signIn", unchanged: "serviceChanged" }
  })

/** A lifetime in seconds: a number, or the digits of one. `undefined` where none is given, `null` where it is neither. */
const secondsOf = (value: unknown): number | null | undefined => {
  if (value === undefined || value === null || value === "") return undefined
  const seconds = typeof value === "string" && /^\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  return typeof seconds === "number" && !Number.isNaN(seconds)
    ? Math.min(Math.max(0, seconds), LONGEST_LIFE_SECONDS)
    : null
}

/** Scopes stand between blanks; some services write commas or a list. */
const scopesOf = (value: unknown): ReadonlyArray<string> | undefined => {
  if (value === undefined || value === null) return []
  const parts: ReadonlyArray<unknown> = Array.isArray(value) ? value : typeof value === "string" ? [value] : [value]
  return parts.every((part) => typeof part === "string")
    ? parts.flatMap((part) => part.split(/[\s,]+/)).filter((scope) => scope !== "")
    : undefined
}

/** A grant from an answer's fields, or what is wrong with it. No field's value is repeated. */
export const read = (fields: Fields, receivedAtMillis: number): Result.Result<Grant, Reason> => {
  const { access_token, refresh_token, token_type } = fields
  if (typeof access_token !== "string" || !TOKEN.test(access_token)) return refuse("it holds no access_token")
  if (token_type !== undefined && (typeof token_type !== "string" || token_type.toLowerCase() !== "bearer")) {
    return refuse("its token_type is not Bearer, the only one that is sent")
  }
  const hasRefreshToken = refresh_token !== undefined && refresh_token !== null && refresh_token !== ""
  if (hasRefreshToken && (typeof refresh_token !== "string" || !TOKEN.test(refresh_token))) {
    return refuse("its refresh_token is no token")
  }
  const life = secondsOf(fields["expires_in"])
  const refreshLife = secondsOf(fields["refresh_token_expires_in"])
  if (life === null || refreshLife === null) return refuse("its lifetime is no number of seconds")
  const scopes = scopesOf(fields["scope"])
  if (scopes === undefined) return refuse("its scope is no text")
  return Result.succeed({
    accessToken: Redacted.make(access_token),
    ...(life !== undefined && { expiresAtMillis: receivedAtMillis + 1000 * life }),
    ...(hasRefreshToken && { refreshToken: Redacted.make(refresh_token) }),
    ...(refreshLife !== undefined && { refreshExpiresAtMillis: receivedAtMillis + 1000 * refreshLife }),
    scopes
  })
}
