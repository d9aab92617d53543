/**
 * Enforces an account's restrictions: it can be limited to named properties and be read-only. core-http calls this
 * guard before anything else, so it applies to every step and to API Call. A request that is not certain to stay within
 * the restrictions is refused.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"

import { idOf } from "../schema/names.ts"
import { onlyReads } from "../wire/quota/categories.ts"

/** Property ids. If empty, all properties that the credential can access. */
export type Properties = ReadonlySet<string>

/** The ids of properties, which can be given as `properties/1234` or `1234`. */
export const idsOf = (properties: ReadonlyArray<string>): Properties => new Set(properties.map(idOf))

export const readOnlyReason: Reason = {
  _tag: "Refused",
  guard: "readOnly",
  what: "The account is read-only, and this call would change something.",
  nothing: "sent",
  remedy: { to: "useAnotherAccount" }
}

const SHOWN = 5

/** The refusal of a request outside the named properties. */
export const outsideReason = (properties: Properties): Reason => ({
  _tag: "Refused",
  guard: "restriction",
  what: `The account is limited to the properties ${[...properties].slice(0, SHOWN).join(", ")}${properties.size > SHOWN ? ", ..." : ""}; this call is not certain to stay within them.`,
  nothing: "sent",
  remedy: { to: "useAnotherAccount" }
})

// The original spelling of an endpoint must match, too. A path that could be interpreted in two ways is refused.
const INSIDE = /^\/v1(?:alpha|beta)\/properties\/(\d+)(?:[:/]|$)/
/** Allowed, because the response is reduced to the named properties. */
const SUMMARIES = /^\/?v1(?:alpha|beta)\/accountSummaries(?:\?|$)/

/** Looks for other property names anywhere in the body, because a report in a batch can name another property. */
const othersIn = (properties: Properties, body: CallRequest["body"]): boolean =>
  [...JSON.stringify(body ?? {}).matchAll(/properties\/(\d+)/g)].some(([, id = ""]) => !properties.has(id))

const isInside = (properties: Properties, { method, body, endpoint }: CallRequest, path: string): boolean => {
  if (method === "GET" && SUMMARIES.test(path) && SUMMARIES.test(endpoint)) return true
  const [, id = ""] = INSIDE.exec(path.toLowerCase()) ?? []
  const isLiteral = new RegExp(`^/?v1(alpha|beta)/properties/${id}(?:[:/?]|$)`).test(endpoint)
  return properties.has(id) && isLiteral && !othersIn(properties, body)
}

/** The guard of an account, or undefined if its settings allow every request. */
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
