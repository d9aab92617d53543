/**
 * The price and the subject of each request, by its path. It is the same for typed and hand-written calls, and for a
 * preview, which needs nothing that reads answers.
 */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import type { CallRequest } from "@inlay/core-http/Client"
import { changeAnswer } from "@inlay/core-http/RequestHeaders"
import type { PricedRequest } from "@inlay/core-http/Spend"

import { isSole, keysOfQuestion } from "../identity/lookup-keys.ts"
import { isCheck } from "../wire/check-call.ts"
import { OPERATIONS, paidPath, type PaidCall } from "../wire/paid-path.ts"
import type { Settings } from "./settings.ts"

/** The fields of a body in one order, whatever theirs is: the same request has the same key. */
export const inOrder = (body: Readonly<Record<string, unknown>>): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))

/** A ledger key for the request itself, independent of its headers. */
const fingerprint = ({ method, endpoint, body = {} }: CallRequest): string =>
  `request:${JSON.stringify([method, endpoint, inOrder(body)])}`

/**
 * Whether a request reads a path without a price. It is free without a cap; with one, only the account's free paths are,
 * because the price of other paths is unknown.
 */
const isUnpricedRead = (kind: PaidCall | undefined, { method }: CallRequest): boolean =>
  kind === undefined && method === "GET"

/** Whether a paid call looks up one subject, and of which kind. */
export const lookedUp = (path: string): "person" | "company" | undefined => {
  const kind = paidPath(path)
  return kind === "person" || kind === "company" ? kind : undefined
}

/** Returns the price of a request of an account, or `undefined` if it is free. */
export const pricing = (settings: Settings) => {
  const cacheScope = `${settings.scope}@${BaseAddress.toString(settings.baseAddress)}`
  return (request: CallRequest, path: string): Omit<PricedRequest, "purse"> | undefined => {
    const kind = paidPath(path)
    const isUnpriced = isUnpricedRead(kind, request)
    if (isUnpriced && settings.freePaths.includes(path.toLowerCase())) return undefined
    if (isCheck(kind, request.endpoint, request.body)) return undefined
    const about = lookedUp(path)
    // A query may ask for more than the subject, which a cached answer may lack. Such a request has no keys.
    const subject =
      about === undefined || request.endpoint.includes("?")
        ? []
        : keysOfQuestion(about, request.body ?? {}, settings.profileSites)
    // A header may change the response but not its subject, so an unknown charge blocks the lookup whatever its
    // headers.
    const keys = changeAnswer(request.headers) ? [] : subject
    return {
      provider: "salesdata",
      operation: kind === undefined ? "apiCall" : OPERATIONS[kind],
      scope: settings.scope,
      cacheScope,
      caps: settings.caps,
      keys,
      soleKeys: keys.filter(isSole),
      ledgerKeys: subject.length > 0 ? subject : [fingerprint(request)],
      estimate: kind === undefined ? null : settings.prices[kind],
      priced: kind,
      isFreeWithoutCap: isUnpriced,
      keepMatch: settings.keepMatch,
      keepMiss: settings.keepMiss
    }
  }
}
