/** What each request costs, by its path: the same for a typed call and a hand-written one. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import type { CallRequest } from "@inlay/core-http/Client"
import { changeAnswer } from "@inlay/core-http/RequestHeaders"
import type { Quote } from "@inlay/core-http/Spend"

import { companyAnswered, personAnswered } from "../internal/answered.ts"
import { at } from "../internal/json-path.ts"
import { identifierFields, isSole, keysAsked } from "../internal/lookup-keys.ts"
import { paidPath, type Paid } from "../internal/paid-path.ts"
import type { Settings } from "./settings.ts"

/** A lookup that cannot match, so that a key can be checked for free. `.invalid` is reserved (RFC 2606). */
export const CHECK_LOOKUP = { email: "connection-check@inlay.invalid" }

/** A path that cannot exist, to tell "nobody" from "no such path". */
export const NOWHERE = "/no-such-path-connection-check"

const OPERATIONS = { person: "enrichPerson", company: "enrichCompany", search: "searchPeople" } as const

const CHECK_JSON = JSON.stringify(CHECK_LOOKUP)

const isCheck = (kind: Paid | undefined, { endpoint, body }: CallRequest) =>
  (kind === "person" || endpoint === NOWHERE) && JSON.stringify(body) === CHECK_JSON

/** The request itself as a ledger key, whatever its headers and the order of its fields. */
const fingerprint = ({ method, endpoint, body = {} }: CallRequest): string =>
  `request:${JSON.stringify([method, endpoint, Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))])}`

/** The keys of the record in an answer; `undefined` where nobody matches. */
export const keysAnswered = (
  kind: "person" | "company",
  answer: { readonly status: number; readonly body: unknown },
  sites: ReadonlyArray<string>
): ReadonlyArray<string> | undefined =>
  (kind === "person" ? personAnswered(answer, sites) : companyAnswered(answer, sites))?.keys

export const tariff = (settings: Settings) => {
  const cacheScope = `${settings.scope}@${BaseAddress.toString(settings.baseAddress)}`
  return (request: CallRequest, path: string): Quote | undefined => {
    const kind = paidPath(path)
    if ((kind === undefined && request.method === "GET") || isCheck(kind, request)) return undefined
    const about = kind === "person" || kind === "company" ? kind : undefined
    const body = request.body ?? {}
    // A request that asks for more than its subject is one of its own: a kept answer may lack what it asks for.
    const plain =
      about !== undefined &&
      !request.endpoint.includes("?") &&
      Object.keys(body).every((field) => identifierFields[about].includes(field))
    const asked = plain ? keysAsked(about, body, settings.profileSites) : []
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
        const told = settings.creditsField === undefined ? undefined : at(answer.body, settings.creditsField)
        const answered = about === undefined ? [] : keysAnswered(about, answer, settings.profileSites)
        return {
          match: answered !== undefined,
          keys: answered ?? [],
          ...(typeof told === "number" && told >= 0 && { charged: told })
        }
      }
    }
  }
}
