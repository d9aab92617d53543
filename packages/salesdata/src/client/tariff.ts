/** What each request costs, by its path: the same for a typed call and a hand-written one. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import type { CallRequest } from "@inlay/core-http/Client"
import type { Quote } from "@inlay/core-http/Spend"

import { at } from "../internal/json-path.ts"
import { identifierFields, isSole, keysAsked, keysOfCompany, keysOfPerson } from "../internal/lookup-keys.ts"
import { isNoMatch } from "../internal/no-match.ts"
import { paidPath, type Paid } from "../internal/paid-path.ts"
import { readCompany } from "../schema/Company.ts"
import { readPerson } from "../schema/Person.ts"
import type { Settings } from "./settings.ts"

/** A lookup that cannot match, so that a key can be checked for free. `.invalid` is reserved (RFC 2606). */
export const CHECK_LOOKUP = { email: "connection-check@inlay.invalid" }

/** A path that cannot exist, to tell "nobody" from "no such path". */
export const NOWHERE = "/no-such-path-connection-check"

const OPERATIONS = { person: "enrichPerson", company: "enrichCompany", search: "searchPeople" } as const

const isCheck = (kind: Paid | undefined, { endpoint, body }: CallRequest) =>
  (kind === "person" || endpoint === NOWHERE) && JSON.stringify(body) === JSON.stringify(CHECK_LOOKUP)

/** The request itself as a ledger key, whatever the order of its fields. */
const fingerprint = ({ method, endpoint, body = {} }: CallRequest): string =>
  `request:${JSON.stringify([method, endpoint, Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))])}`

/** The keys of the record in an answer; `undefined` where nobody matches. */
export const keysAnswered = (
  kind: "person" | "company",
  answer: { readonly status: number; readonly body: unknown },
  sites: ReadonlyArray<string>
): ReadonlyArray<string> | undefined => {
  if (isNoMatch(answer)) return undefined
  if (kind === "person") {
    const person = readPerson(answer.body)
    return person && keysOfPerson(person.value, sites)
  }
  const company = readCompany(answer.body)
  return company && keysOfCompany(company.value, sites)
}

export const tariff =
  (settings: Settings) =>
  (request: CallRequest, path: string): Quote | undefined => {
    const kind = paidPath(path)
    if ((kind === undefined && request.method === "GET") || isCheck(kind, request)) return undefined
    const about = kind === "person" || kind === "company" ? kind : undefined
    const body = request.body ?? {}
    // A request that asks for more than its subject is one of its own: a kept answer may lack what it asks for.
    const plain =
      about !== undefined &&
      !request.endpoint.includes("?") &&
      Object.keys(body).every((field) => identifierFields(about).includes(field))
    const keys = plain ? keysAsked(about, body, settings.profileSites) : []
    return {
      provider: "salesdata",
      operation: kind === undefined ? "apiCall" : OPERATIONS[kind],
      scope: settings.scope,
      cacheScope: `${settings.scope}@${BaseAddress.toString(settings.baseAddress)}`,
      caps: settings.caps,
      keys,
      soleKeys: keys.filter(isSole),
      ledgerKeys: keys.length > 0 ? keys : [fingerprint(request)],
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
