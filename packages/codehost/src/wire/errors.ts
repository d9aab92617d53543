/** Maps the service's statuses and bodies to reasons. This is the only place that does so, and every row has a test. */
import { reasonOfStatus, type CallRequest, type RawAnswer, type RedirectMeaning } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import { quote } from "@inlay/core-http/ProviderText"

import { conflict, emptyRepository } from "./reasons/conflicts.ts"
import { refusal } from "./reasons/refusals.ts"
import { hiddenFromPublic, isSignOn, lackedScope, missingRight, roleIn, type MissingRight } from "./reasons/rights.ts"
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
  if (method !== "GET") {
    if (mayBePrivate && (needs === undefined || needs === hiddenFromPublic.reason.needs)) return hiddenFromPublic.reason
    if (needs !== undefined) {
      return {
        _tag: "Forbidden",
        what: `The account's token may not do this: it lacks ${needs}.`,
        remedy: { to: "grant", needs },
        needs
      }
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
  if (isSignOn(headers)) {
    return {
      _tag: "Forbidden",
      what: `The organization requires the token to be authorized for its single sign-on${after(words)}`,
      // The token of a sign-in is in no list of its owner's settings: https://github.com/cli/cli/issues/2661
      remedy: /OAuth/.test(words) ? { to: "signInAgain" } : { to: "changeSetting", of: "the token" },
      needs: "single sign-on"
    }
  }
  const right = missingRight(headers)
  const role = right.needs === undefined ? roleIn(words) : undefined
  const { needs, remedy }: MissingRight =
    role === undefined ? right : { needs: role, remedy: { to: "ask", whom: "administrator", needs: role } }
  const lack =
    role === undefined ? "The account's token lacks a right for this call" : `The token's owner lacks ${role}`
  return { _tag: "Forbidden", what: lack + after(words), remedy, ...(needs !== undefined && { needs }) }
}

/** Returns why a REST response is a failure, or `undefined` if it is not one. The path is relative to the base address. */
export const failureOf = (answer: RawAnswer, path: string, method: CallRequest["method"]): Reason | undefined => {
  const { status, body } = answer
  if (status < 400) return undefined
  const wait = waitOf(answer)
  if (wait !== undefined) return wait
  const words = problemWords(body)
  const rejection = status === 409 ? conflict(words) : status === 422 ? unprocessable(body) : undefined
  // Messages of these forms quote names, in which the words of a refusal may stand.
  if (rejection?._tag === "NotFound" || (rejection?._tag === "Conflict" && rejection.because !== undefined)) {
    return rejection
  }
  // After a 408, 499 or 5xx, a change may have been made, whatever the words are.
  const mayExplain = ![401, 404, 408].includes(status) && status < 499
  const reason = (mayExplain && refusal(status, body)) || rejection
  if (reason !== undefined) return reason
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
    case 410:
      return {
        _tag: "NotFound",
        what: `The resource is gone or turned off${after(words)}`,
        remedy: /disabled/i.test(words) ? { to: "changeSetting", of: "the repository" } : { to: "checkNames" }
      }
  }
  return reasonOfStatus(answer, words)
}
