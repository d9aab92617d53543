/** Turns statuses, network failures and the refusals of our own guards into the reasons that callers see. */
import * as Duration from "effect/Duration"

import { guardedAddress } from "../address/guarded-address.ts"
import { readRetryAfter } from "../budget/rate-limits.ts"
import {
  factsOf,
  ProviderError,
  provesNothingDone,
  type RateLimited,
  type Reason,
  type Refused
} from "../errors/ProviderError.ts"
import { retry } from "../errors/Remedy.ts"
import { defined } from "../json/object.ts"
import { markCharge } from "../spend/refusals.ts"
import * as ProviderText from "../text/ProviderText.ts"
import type { TransportFailure } from "../transport/Transport.ts"
import type { RawAnswer, RedirectMeaning } from "./options.ts"

const NOTHING_HERE: Reason = {
  _tag: "NotFound",
  what: "The provider has nothing at this address",
  remedy: { to: "checkAddress", of: "endpoint" }
}

/** What a status means if the provider's own words say no more. They are quoted behind `what`. */
const OF_STATUS: Readonly<Record<number, Reason>> = {
  401: { _tag: "Unauthorized", what: "The provider rejected the account's key", remedy: { to: "checkKey" } },
  402: { _tag: "QuotaExhausted", what: "The account's plan is used up", remedy: { to: "buyCredits" } },
  403: {
    _tag: "Forbidden",
    what: "The account's key lacks a right for this call",
    remedy: { to: "ask", whom: "administrator" }
  },
  404: NOTHING_HERE,
  409: { _tag: "Conflict", what: "The provider reports a conflict", remedy: { to: "readAgain" } },
  410: NOTHING_HERE
}

/**
 * Returns the reason that a status means with any provider, for plugins to build on. `detail` is the provider's own
 * text, cleaned.
 */
export const reasonOfStatus = (
  { status, headers, receivedAtMillis }: Omit<RawAnswer, "body">,
  detail = ""
): Reason | undefined => {
  if (status < 400) return undefined
  const quote = ProviderText.quoted(detail)
  const reason = OF_STATUS[status]
  if (reason !== undefined) return { ...reason, what: reason.what + quote }
  // Google answers 499 to a call that was cancelled, wherever that was: https://cloud.google.com/apis/design/errors
  if (status === 408 || status === 499)
    return { _tag: "Unavailable", status, what: "The provider gave up waiting.", remedy: retry() }
  const retryAfterSeconds = readRetryAfter(headers, receivedAtMillis)
  if (status === 429) return rateLimited(retryAfterSeconds)
  if (status < 500) {
    const what = `The provider rejected the request (${status})${quote}`
    return { _tag: "Invalid", what, remedy: { to: "correctInput" }, fields: [] }
  }
  return defined({
    _tag: "Unavailable",
    status,
    what: `The provider failed (${status})${quote}`,
    remedy: { ...retry(retryAfterSeconds), orSee: "statusPage" },
    retryAfterSeconds
  })
}

/**
 * The provider's throttle, however it was reported.
 * @param scope `account` if the wait applies to all of the account's calls
 */
export const rateLimited = (retryAfterSeconds: number | undefined, scope?: "account"): RateLimited =>
  defined({
    _tag: "RateLimited",
    what: "The provider's rate limit is reached.",
    remedy: retry(retryAfterSeconds),
    retryAfterSeconds,
    scope
  })

/** The reason of a call that is held back before it is sent. @param source the cause of the wait, as a clause */
export const heldBack = (waitSeconds: number, source: string): RateLimited => ({
  ...rateLimited(waitSeconds),
  what: `The provider's rate limit is reached: ${source}.`,
  nothing: "sent"
})

/** The reason of a call whose lane has too many calls waiting. */
export const queuedTooLong = (retryAfterSeconds: number): Reason => ({
  _tag: "RateLimited",
  retryAfterSeconds,
  what: "Calls of this kind run one at a time, and too many are waiting.",
  remedy: retry(retryAfterSeconds),
  nothing: "sent"
})

/**
 * Turns the failure to get a token into the call's reason. Whatever happened to the renewal, the call itself was not
 * sent.
 */
export const withoutToken = (reason: Reason): Reason =>
  provesNothingDone(reason)
    ? reason
    : {
        _tag: "Transport",
        sent: false,
        what: reason.what,
        ...(reason.remedy !== undefined && { remedy: reason.remedy })
      }

export const reasonOfFailure = (failure: TransportFailure): Reason => {
  switch (failure.kind) {
    case "redirect":
      return redirectReason(failure.detail, failure.sent)
    case "too-large":
      return { _tag: "Decode", what: `The response is too large: ${failure.detail}.`, remedy: { to: "askForLess" } }
    case "unreadable":
      return {
        _tag: "Decode",
        what: `The response cannot be read: ${failure.detail}.`,
        remedy: { to: "checkAddress", of: "base" }
      }
    case "guarded":
      return guardedAddress
    case "network":
      return {
        _tag: "Transport",
        sent: failure.sent,
        what: failure.sent
          ? `The connection was lost before the full response arrived (${failure.detail}).`
          : `No connection could be made (${failure.detail}).`,
        remedy: { to: "retry", checking: "network" }
      }
  }
}

/**
 * The reason for a status that cannot answer the request: below 200, or "not modified" although the request had no
 * condition.
 */
export const unexpectedStatus = (status: number): Reason => ({
  _tag: "Decode",
  what: `The response status ${status} is not valid for this request; a proxy in front of the provider may have sent it.`,
  remedy: { to: "checkAddress", of: "base" }
})

/** @param meaning what the provider means by the redirect, if not that the base address moved */
export const redirectReason = (target: string, sent: boolean, meaning: RedirectMeaning = {}): Reason => {
  const { what, remedy = { to: "setAddress", of: "base" } } = meaning
  const refusal = `The provider redirected the call to ${target}; a credential is never sent after a redirect.`
  return {
    _tag: "Refused",
    guard: "redirect",
    sent,
    what: what === undefined ? refusal : `${refusal} ${what}`,
    remedy
  }
}

export const keyProblem = (what: string): Reason => ({
  _tag: "Unauthorized",
  sent: false,
  what,
  remedy: { to: "checkKey" },
  nothing: "sent"
})

/** The reason of a client that has no guard for callers' headers. */
export const headersNotSent: Refused = {
  _tag: "Refused",
  guard: "header",
  what: "This client does not accept headers from callers.",
  remedy: { to: "leaveOut", what: "header" },
  nothing: "sent"
}

export const keyInInput: Reason = {
  _tag: "Invalid",
  what: "The input contains the account's own key.",
  remedy: { to: "leaveOut", what: "key" },
  nothing: "sent",
  fields: [{ field: "", message: "contains the account's own key" }]
}

/**
 * The reason of a call that reached its time limit.
 * @param sent whether its request may have been served
 * @param isUnsent whether certainly no request was sent
 */
export const timedOut = (limit: Duration.Duration, sent: boolean, isUnsent = false): Reason => ({
  _tag: "Timeout",
  sent,
  what: `No answer within ${Math.ceil(Duration.toMillis(limit) / 100) / 10} s.`,
  remedy: { to: "retry", orAllow: "moreTime" },
  ...(isUnsent && { nothing: "sent" })
})

/** A host name has at most 253 characters, and a port is added. */
const MAX_HOST_CHARS = 260

/**
 * Returns the host that a `Location` names, or the requested host if it is relative. The account's key must have been
 * removed from it already: a host is written in lower case, in which redaction would not recognise the key.
 */
export const redirectHost = (location: string | undefined, url: URL): string => {
  const host = location !== undefined && URL.canParse(location, url) ? new URL(location, url).host : ""
  return host === "" || host.length > MAX_HOST_CHARS ? "an unreadable address" : host
}

/** The error of a change that may have been made. It must not be repeated before somebody has checked. */
export const mayBeDone = (error: ProviderError, at: string | undefined): ProviderError =>
  new ProviderError({
    ...factsOf(error),
    reason: { ...error.reason, remedy: { to: "lookFirst", ...(at !== undefined && { at }) } },
    outcome: "unknown"
  })

const INTERRUPTED: Reason = {
  _tag: "Transport",
  sent: true,
  what: "The call was interrupted after its request was sent."
}

/**
 * The error of a call that was interrupted from outside.
 * @param changes whether the call was free and changes something
 */
export const interruptedReason = (
  fail: (reason: Reason) => ProviderError,
  changes: boolean,
  at: string | undefined
): ProviderError => (changes ? mayBeDone(fail(INTERRUPTED), at) : markCharge(fail(INTERRUPTED)))
