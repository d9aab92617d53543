/**
 * The part of the hub's HTTP API that this extension uses: each endpoint, and which fields of its answer are
 * read. A test compares it with the hub's OpenAPI document and real answers. Additional fields in an answer are ignored;
 * an answer that lacks a field is rejected.
 */
import {
  hasFields,
  isBoolean,
  isList,
  isMaybe,
  isNullable,
  isNumberIn,
  isObject,
  isOneOf,
  isOptional,
  isRecord,
  isTextOf,
  type Guarded
} from "../../messaging/shape.ts"
import { endpoint, isCredits, isId, isKeys, isMoment, isSum } from "./endpoint.ts"
import { eventsApi } from "./events-api.ts"

const greeting = {
  service: isOneOf(["inlay"]),
  id: isId,
  version: isTextOf(60),
  protocol: isNumberIn(0, 1e6),
  proof: isMaybe(isId)
}
const isGreeting = hasFields(greeting)
export type Greeting = Guarded<typeof isGreeting>

const isAccount = hasFields({
  plugin: isId,
  name: isId,
  ok: isBoolean,
  settings: isOptional(isRecord(isTextOf(10_000), isId))
})
export type AccountAtHub = Guarded<typeof isAccount>

const charge = { id: isId, operation: isId, keys: isKeys, since: isMoment, mayHaveCost: isNullable(isCredits) }

const isPreview = hasFields({
  estimate: isNullable(isCredits),
  cached: isNullable(hasFields({ match: isBoolean, fetchedAt: isMoment })),
  isUnderWay: isBoolean,
  blocking: isList(hasFields(charge), 100),
  uncachedPurchase: isNullable(
    hasFields({ since: isMoment, charged: isNullable(isCredits), why: isOneOf(["store", "contradicted"]) })
  ),
  spent: hasFields({ day: isSum, run: isSum, principal: isOptional(isSum) }),
  caps: hasFields({ day: isOptional(isSum), run: isOptional(isSum), principal: isOptional(isSum) })
})
export type PreviewAtHub = Guarded<typeof isPreview>

const series = { account: isId, credits: isList(isSum, 100) }

export const api = {
  hub: endpoint("GET", "/api/hub", isGreeting),
  pair: endpoint("POST", "/api/pairings", hasFields({ ...greeting, token: isId, tokenId: isId, name: isTextOf(200) })),
  unpair: endpoint<null>("DELETE", "/api/session", undefined),
  plugins: endpoint(
    "GET",
    "/api/plugins",
    hasFields({ plugins: isList(hasFields({ id: isId, title: isTextOf(200) }), 50) })
  ),
  accounts: endpoint("GET", "/api/accounts", hasFields({ accounts: isList(isAccount) })),
  preview: endpoint("POST", "/api/tools/{id}/previews", isPreview),
  run: endpoint("POST", "/api/tools/{id}/runs", hasFields({ output: isObject })),
  charges: endpoint("GET", "/api/charges", hasFields({ charges: isList(hasFields({ ...charge, account: isId })) })),
  settle: endpoint<null>("POST", "/api/charges/{id}", undefined),
  usage: endpoint("GET", "/api/usage", hasFields({ accounts: isList(hasFields(series)) })),
  ...eventsApi
} as const
