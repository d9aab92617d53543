/** What each request costs, by its path: the same for a typed call and a hand-written one. */
import type { CallRequest } from "@inlay/core-http/Client"
import type { Quote } from "@inlay/core-http/Spend"

import { at } from "../internal/json-path.ts"
import { keysAnswered, keysAsked } from "../internal/lookup-keys.ts"
import { isNoMatch } from "../internal/no-match.ts"
import { paidPath, type Paid } from "../internal/paid-path.ts"
import { readCompany } from "../schema/Company.ts"
import { readPerson } from "../schema/Person.ts"
import type { Settings } from "./settings.ts"

/** A lookup that cannot match, so that a key can be checked for free. `.invalid` is reserved (RFC 2606). */
export const CHECK_LOOKUP = { email: "connection-check@inlay.invalid" }

const OPERATIONS = { person: "enrichPerson", company: "enrichCompany", search: "searchPeople" } as const

const isCheck = (kind: Paid | undefined, body: CallRequest["body"]) =>
  kind === "person" && JSON.stringify(body) === JSON.stringify(CHECK_LOOKUP)

/** Whether an answer holds the record that was asked for. */
export const isMatch = (
  kind: "person" | "company",
  answer: { readonly status: number; readonly body: unknown }
): boolean =>
  !isNoMatch(answer) && (kind === "person" ? readPerson(answer.body) : readCompany(answer.body)) !== undefined

export const tariff =
  (settings: Settings) =>
  (request: CallRequest, path: string): Quote | undefined => {
    const kind = paidPath(path)
    if ((kind === undefined && request.method === "GET") || isCheck(kind, request.body)) return undefined
    const about = kind === "person" || kind === "company" ? kind : undefined
    return {
      provider: "salesdata",
      operation: kind === undefined ? "apiCall" : OPERATIONS[kind],
      scope: settings.scope,
      caps: settings.caps,
      keys: about === undefined ? [] : keysAsked(about, request.body ?? {}),
      estimate: kind === undefined ? null : settings.prices[kind],
      keepMatch: settings.keepMatch,
      keepMiss: settings.keepMiss,
      read: (answer) => {
        const told = settings.creditsField === undefined ? undefined : at(answer.body, settings.creditsField)
        const match = about === undefined || isMatch(about, answer)
        return {
          match,
          keys: about !== undefined && match ? keysAnswered(about, answer.body) : [],
          ...(typeof told === "number" && told >= 0 && { charged: told })
        }
      }
    }
  }
