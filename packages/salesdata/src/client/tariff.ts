/** The price of each request, by its path. It is the same for typed and hand-written calls. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import type { CallRequest } from "@inlay/core-http/Client"
import { readCredits } from "@inlay/core-http/Credits"
import { changeAnswer } from "@inlay/core-http/RequestHeaders"
import type { Quote } from "@inlay/core-http/Spend"

import { isOwn, isSole, keysOfQuestion } from "../identity/lookup-keys.ts"
import { areDifferent } from "../identity/names.ts"
import { isCheck } from "../wire/check-call.ts"
import { keysOfAnswer, nameOfAnswer } from "../wire/judges.ts"
import type { ProviderAnswer } from "../wire/judgment.ts"
import { OPERATIONS, paidPath, type PaidCall } from "../wire/paid-path.ts"
import { at } from "../wire/reading/json-path.ts"
import type { Settings } from "./settings.ts"

/** A ledger key for the request itself, independent of its headers and the order of its fields. */
const fingerprint = ({ method, endpoint, body = {} }: CallRequest): string =>
  `request:${JSON.stringify([method, endpoint, Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))])}`

/**
 * Whether a request is free. Without a cap, every GET of a path without a price is. With a cap, only the account's free
 * paths are, because the price of other paths is unknown.
 */
const isFree = ({ caps, freePaths }: Settings, kind: PaidCall | undefined, { method }: CallRequest, path: string) =>
  kind === undefined &&
  method === "GET" &&
  ((caps.day === undefined && caps.run === undefined) || freePaths.includes(path.toLowerCase()))

export const tariff = (settings: Settings) => {
  const cacheScope = `${settings.scope}@${BaseAddress.toString(settings.baseAddress)}`
  return (request: CallRequest, path: string): Omit<Quote, "purse"> | undefined => {
    const kind = paidPath(path)
    if (isFree(settings, kind, request, path) || isCheck(kind, request.endpoint, request.body)) return undefined
    const about = kind === "person" || kind === "company" ? kind : undefined
    const body = request.body ?? {}
    // A query may ask for more than the subject, which a cached answer may lack. Such a request has no keys.
    const subject =
      about === undefined || request.endpoint.includes("?") ? [] : keysOfQuestion(about, body, settings.profileSites)
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
      keepMatch: settings.keepMatch,
      keepMiss: settings.keepMiss,
      read: (answer) => {
        const charged =
          settings.creditsField === undefined ? undefined : readCredits(at(answer.body, settings.creditsField))
        const recordKeys = about === undefined ? [] : keysOfAnswer(about, answer, settings.profileSites, body)
        const own = recordKeys?.filter(isOwn) ?? []
        // An empty search result may have a price, but a path that does not exist charges nothing.
        const isNothing = kind === "search" && (answer.status === 404 || answer.status === 204)
        return {
          match: recordKeys !== undefined && !isNothing,
          keys: own,
          soleKeys: own.filter(isSole),
          ...(about !== undefined && {
            isOther: (earlier: ProviderAnswer) =>
              areDifferent(nameOfAnswer(about, answer), nameOfAnswer(about, earlier))
          }),
          ...(charged !== undefined && { charged })
        }
      }
    }
  }
}
