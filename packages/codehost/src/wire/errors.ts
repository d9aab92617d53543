/** Maps the service's statuses and bodies to reasons. This is the only place that does so, and every row has a test. */
import { reasonOfStatus, type CallRequest, type RawAnswer, type RedirectMeaning } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import { quote } from "@inlay/core-http/ProviderText"

import { conflict, emptyRepository } from "./reasons/conflicts.ts"
import { refusal } from "./reasons/refusals.ts"
import { hiddenFromPublic, isSignOn, lackedScope, missingRight, roleIn } from "./reasons/rights.ts"
import { after } from "./reasons/service-words.ts"
import { problemWords, unprocessable } from "./reasons/unprocessable.ts"
import { waitOf } from "./reasons/waits.ts"

/** Returns what the service means by a redirect, or `undefined` if the redirect is undocumented. */
export const redirectMeaning = (status: number, isSameHost: boolean): RedirectMeaning | undefined => {
  if (isSameHost && [301, 307, 308].includes(status)) {
    return { what: "The resource was renamed or moved and has a new name or number.", remedy: { to: "checkNames" } }
  }
  return !isSameHost && status === 302
    ? {
        what: "It is a download link, which is not followed, or the sign-in page of a proxy in front of the service.",
        remedy: { to: "checkAddress", of: "endpoint" }
      }
    : undefined
}

/** The path of a request, such as `/repos/acme/widgets`. One that is no plain path is quoted. */
const pathText = (path: string): string => (/^[\w./@+~-]{1,200}$/.test(path) ? path : quote(path))

/** The base address may be the website's. */
const NOT_THE_API = { to: "checkAddress", of: "base" } as const

/** Returns the reason of a 404. The service also sends a 404 for resources that a token may not see or change. */
const nothingThere = ({ headers }: RawAnswer, path: string, method: CallRequest["method"], words: string): Reason => {
  if (/^this repository is empty/i.test(words)) return { _tag: "NotFound", ...emptyRepository(words) }
  const isBare = /^(not found\.?)?$/i.test(words)
  const needs = isBare ? lackedScope(headers, path, method) : undefined
  const mayBePrivate = isBare && hiddenFromPublic.isPossible(headers, path)
  if (method !== "GET" && mayBePrivate && (needs === undefined || needs === hiddenFromPublic.reason.needs)) {
    return hiddenFromPublic.reason
  }
  if (needs !== undefined && method !== "GET") {
    return {
      _tag: "Forbidden",
      what: `The account's token may not do this: it lacks ${needs}.`,
      remedy: { to: "grant", needs },
      needs
    }
  }
  const lacks = needs ?? (mayBePrivate ? hiddenFromPublic.reason.needs : undefined)
  return {
    _tag: "NotFound",
    what: `Nothing was found at ${pathText(path)}, or the account's token may not see it${isBare ? "." : after(words)}`,
    // Every token may ask for its owner.
    remedy: path === "/user" ? NOT_THE_API : { to: "checkNames", ...(lacks !== undefined && { hidden: lacks }) }
  }
}

/** Returns the reason of a 403: the token or its owner lacks a right. */
const missingRightReason = ({ headers }: RawAnswer, words: string): Reason => {
  const { needs, remedy } = missingRight(headers)
  const role = roleIn(words)
  if (needs === undefined && role !== undefined) {
    return {
      _tag: "Forbidden",
      what: `The token's owner lacks ${role}${after(words)}`,
      remedy: { to: "ask", whom: "administrator", needs: role },
      needs: role
    }
  }
  return {
    _tag: "Forbidden",
    what: isSignOn(headers)
      ? `The organization requires the token to be authorized for its single sign-on${after(words)}`
      : `The account's token lacks a right for this call${after(words)}`,
    remedy,
    ...(needs !== undefined && { needs })
  }
}

/**
 * Returns the reason of a 409 or 422 whose message has the fixed form of a conflict or of a missing commit. Such
 * messages quote names, in which the words of a refusal may stand.
 */
const plainReason = (status: number, body: unknown): Reason | undefined => {
  if (status !== 409 && status !== 422) return undefined
  const reason = status === 409 ? conflict(problemWords(body)) : unprocessable(body)
  const isPlain = reason._tag === "Conflict" ? reason.because !== undefined : reason._tag === "NotFound"
  return isPlain ? reason : undefined
}

/** Statuses whose message may name a state, a rule or a limit; see `reasons/refusals.ts`. */
const SAYS_WHY = new Set([400, 402, 403, 405, 406, 409, 410, 413, 422, 451])

/** Returns why a REST response is a failure, or `undefined` if it is not one. The path is relative to the base address. */
export const failureOf = (answer: RawAnswer, path: string, method: CallRequest["method"]): Reason | undefined => {
  const { status, body, headers } = answer
  if (status < 400) return undefined
  const wait = waitOf(answer)
  if (wait !== undefined) return wait
  const plain = plainReason(status, body)
  if (plain !== undefined) return plain
  const explanation = SAYS_WHY.has(status) && !isSignOn(headers) ? refusal(status, body) : undefined
  if (explanation !== undefined) return explanation
  const words = problemWords(body)
  switch (status) {
    case 401:
      return {
        _tag: "Unauthorized",
        what: `The service rejected the account's token, which may have expired or been revoked${after(words)}`,
        remedy: { to: "renewKey" }
      }
    case 403:
      return missingRightReason(answer, words)
    case 404:
      return nothingThere(answer, path, method, words)
    case 405: {
      const reported = conflict(words)
      if (reported.because === "overtaken") return reported
      return {
        _tag: "Conflict",
        what: `The state of the resource does not allow this${after(words)}`,
        because: "state",
        remedy: { to: "changeState" }
      }
    }
    case 406:
      // An enterprise server's website does not answer in JSON. Its API is below it, at /api/v3.
      if (words === "") {
        return { _tag: "Invalid", what: "No API answered at this address (406).", remedy: NOT_THE_API, fields: [] }
      }
      break
    case 409:
      return conflict(words)
    case 410:
      return {
        _tag: "NotFound",
        what: `The resource is gone or turned off${after(words)}`,
        remedy: { to: "checkNames" }
      }
    case 422:
      return unprocessable(body)
  }
  return reasonOfStatus(answer, words)
}
