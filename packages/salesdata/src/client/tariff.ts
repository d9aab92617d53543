/** What each request costs, by its path: the same for a typed call and a hand-written one. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import type { CallRequest } from "@inlay/core-http/Client"
import { readCredits } from "@inlay/core-http/Credits"
import { changeAnswer } from "@inlay/core-http/RequestHeaders"
import type { Quote } from "@inlay/core-http/Spend"

import { isOwn, isSole, keysOfQuestion } from "../identity/lookup-keys.ts"
import { isCheck } from "../wire/check-call.ts"
import { keysOfAnswer } from "../wire/judges.ts"
import { paidPath, type PaidCall } from "../wire/paid-path.ts"
import { at } from "../wire/reading/json-path.ts"
import type { Settings } from "./settings.ts"

/** The names of the paid operations, in errors and ledger rows. */
export const OPERATIONS = { person: "enrichPerson", company: "enrichCompany", search: "searchPeople" } as const

/** The request itself as a ledger key, whatever its headers and the order of its fields. */
const fingerprint = ({ method, endpoint, body = {} }: CallRequest): string =>
  `request:${JSON.stringify([method, endpoint, Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))])}`

/** Without a cap, reading any other path counts as free. Under one, only the account's free paths do: the price of the others is not known. */
const isFree = ({ caps, freePaths }: Settings, kind: PaidCall | undefined, { method }: CallRequest, path: string) =>
  kind === undefined &&
  method === "GET" &&
  ((caps.day === undefined && caps.run === undefined) || freePaths.includes(path.toLowerCase()))

export const tariff = (settings: Settings) => {
  const cacheScope = `${settings.scope}@${BaseAddress.toString(settings.baseAddress)}`
  return (request: CallRequest, path: string): Omit<Quote, "purse"> | undefined => {
    const kind = paidPath(path)
    if (isFree(settings, kind, request, path) || isCheck(kind, request)) return undefined
    const about = kind === "person" || kind === "company" ? kind : undefined
    const body = request.body ?? {}
    // A query may ask for more than the subject: a cached answer may lack that, so such a request has no keys.
    const subject =
      about === undefined || request.endpoint.includes("?") ? [] : keysOfQuestion(about, body, settings.profileSites)
    // A header may change the answer, but not whom it is about: a lost charge blocks the lookup whatever its headers.
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
        // What a search without a result costs is for the price to say, but an address that holds nothing sells nothing.
        const isNothing = kind === "search" && (answer.status === 404 || answer.status === 204)
        return {
          match: recordKeys !== undefined && !isNothing,
          keys: own,
          soleKeys: own.filter(isSole),
          ...(charged !== undefined && { charged })
        }
      }
    }
  }
}
