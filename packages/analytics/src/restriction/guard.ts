/**
 * Enforces an account's settings: it may be limited to named properties, and be read-only. core-http asks this guard before
 * anything else, so it holds for every step and for API Call. A request that is not known to stay inside is refused.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"

import { idOf } from "../schema/names.ts"
import { onlyReads } from "../wire/quota/categories.ts"

/** Property numbers; empty: all that the credential reaches. */
export type Properties = ReadonlySet<string>

/** Numbers of properties that are named in either way. */
export const idsOf = (properties: ReadonlyArray<string>): Properties => new Set(properties.map(idOf))

export const readOnlyReason: Reason = {
  _tag: "Refused",
  guard: "readOnly",
  what: "The account is read-only, and this call would change something.",
  nothing: "sent",
  remedy: { to: "useAnotherAccount" }
}

const SHOWN = 5

/** The refusal of a request that leaves the named properties. */
export const outsideReason = (properties: Properties): Reason => ({
  _tag: "Refused",
  guard: "restriction",
  what: `The account is limited to the properties ${[...properties].slice(0, SHOWN).join(", ")}${properties.size > SHOWN ? ", ..." : ""}; this call is not, or not surely, inside.`,
  nothing: "sent",
  remedy: { to: "useAnotherAccount" }
})

const INSIDE = /^\/v1(?:alpha|beta)\/properties\/(\d+)(?:[:/]|$)/
/** Its answer is cut to the named properties. */
const SUMMARIES = /^\/v1(?:alpha|beta)\/accountsummaries$/

/** Property names anywhere in a body: a report of a batch may name another one. */
const othersIn = (properties: Properties, body: CallRequest["body"]): boolean =>
  [...JSON.stringify(body ?? {}).matchAll(/properties\/(\d+)/g)].some(([, id = ""]) => !properties.has(id))

const isInside = (properties: Properties, { method, body, endpoint }: CallRequest, path: string): boolean => {
  const lowerPath = path.toLowerCase()
  if (method === "GET" && SUMMARIES.test(lowerPath)) return true
  const [, id = ""] = INSIDE.exec(lowerPath) ?? []
  // As it is written, too: a spelling that could be read in two ways is not inside.
  const isLiteral = new RegExp(`^/?v1(alpha|beta)/properties/${id}(?:[:/?]|$)`).test(endpoint)
  return properties.has(id) && isLiteral && !othersIn(properties, body)
}

/** The guard of an account; `undefined` where its settings allow every request. */
export const guardOf = (
  properties: Properties,
  readOnly: boolean
): ((request: CallRequest, path: string) => Reason | undefined) | undefined => {
  if (properties.size === 0 && !readOnly) return undefined
  return (request, path) => {
    const changes = request.method !== "GET" && !(request.method === "POST" && onlyReads(path))
    if (readOnly && changes) return readOnlyReason
    return properties.size === 0 || isInside(properties, request, path) ? undefined : outsideReason(properties)
  }
}
