/** What each request costs, by its path: the same for a typed call and a hand-written one. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import type { CallRequest } from "@inlay/core-http/Client"
import { readCredits } from "@inlay/core-http/Credits"
import { changeAnswer } from "@inlay/core-http/RequestHeaders"
import type { Quote } from "@inlay/core-http/Spend"

import { companyKeys, judgeCompany, judgePerson, personKeys } from "../internal/answered.ts"
import { isCheck } from "../internal/check-call.ts"
import { at } from "../internal/json-path.ts"
import type { Answered } from "../internal/judgment.ts"
import { isOwn, isSole, keysAsked } from "../internal/lookup-keys.ts"
import { paidPath, type Paid } from "../internal/paid-path.ts"
import type { Settings } from "./settings.ts"

/** By which ledger rows name what was paid for. */
export const OPERATIONS = { person: "enrichPerson", company: "enrichCompany", search: "searchPeople" } as const

/** The request itself as a ledger key, whatever its headers and the order of its fields. */
const fingerprint = ({ method, endpoint, body = {} }: CallRequest): string =>
  `request:${JSON.stringify([method, endpoint, Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))])}`

/** Under a cap, a path that nobody calls free may cost anything: nothing is known of its price. */
const isFree = ({ caps, freePaths }: Settings, kind: Paid | undefined, { method }: CallRequest, path: string) =>
  kind === undefined &&
  method === "GET" &&
  ((caps.day === undefined && caps.run === undefined) || freePaths.includes(path.toLowerCase()))

/** The keys of the record in an answer; `undefined` where it is no match. */
export const keysAnswered = (
  kind: "person" | "company",
  answer: Answered,
  sites: ReadonlyArray<string>,
  asked?: CallRequest["body"]
): ReadonlyArray<string> | undefined => {
  if (kind === "person") {
    const judgment = judgePerson(answer, asked)
    return judgment._tag === "Match" ? personKeys(judgment.reading.value, sites) : undefined
  }
  const judgment = judgeCompany(answer, asked)
  return judgment._tag === "Match" ? companyKeys(judgment.reading.value, sites) : undefined
}

export const tariff = (settings: Settings) => {
  const cacheScope = `${settings.scope}@${BaseAddress.toString(settings.baseAddress)}`
  return (request: CallRequest, path: string): Omit<Quote, "purse"> | undefined => {
    const kind = paidPath(path)
    if (isFree(settings, kind, request, path) || isCheck(kind, request)) return undefined
    const about = kind === "person" || kind === "company" ? kind : undefined
    const body = request.body ?? {}
    // A request that asks for more than its subject is one of its own: a kept answer may lack what it asks for.
    const asked =
      about === undefined || request.endpoint.includes("?") ? [] : keysAsked(about, body, settings.profileSites)
    // A header may change the answer, but not whom it is about: a lost charge blocks the lookup whatever its headers.
    const keys = changeAnswer(request.headers) ? [] : asked
    return {
      provider: "salesdata",
      operation: kind === undefined ? "apiCall" : OPERATIONS[kind],
      scope: settings.scope,
      cacheScope,
      caps: settings.caps,
      keys,
      soleKeys: keys.filter(isSole),
      ledgerKeys: asked.length > 0 ? asked : [fingerprint(request)],
      estimate: kind === undefined ? null : settings.prices[kind],
      keepMatch: settings.keepMatch,
      keepMiss: settings.keepMiss,
      read: (answer) => {
        const told =
          settings.creditsField === undefined ? undefined : readCredits(at(answer.body, settings.creditsField))
        const keysFound = about === undefined ? [] : keysAnswered(about, answer, settings.profileSites, body)
        const own = keysFound?.filter(isOwn) ?? []
        // What a search without a result costs is for the price to say, but an address that holds nothing sells nothing.
        const isNothing = kind === "search" && (answer.status === 404 || answer.status === 204)
        return {
          match: keysFound !== undefined && !isNothing,
          keys: own,
          soleKeys: own.filter(isSole),
          ...(told !== undefined && { charged: told })
        }
      }
    }
  }
}
