/**
 * The part of the hub's HTTP API that this extension uses: each endpoint, what is sent, and which fields of the answer
 * are read. A test compares it with the hub's OpenAPI document and real answers. Additional fields in an answer are
 * ignored; an answer that lacks a field is rejected.
 */
import {
  hasFields,
  isBoolean,
  isList,
  isNullable,
  isNumberIn,
  isObject,
  isOneOf,
  isOptional,
  isRecord,
  isTextOf
} from "../../messaging/shape.ts"
import { endpoint, isCredits, isId, isKeys, isMoment, isSum } from "./endpoint.ts"
import { eventsApi } from "./events-api.ts"

export interface Greeting {
  readonly service: string
  readonly id: string
  readonly version: string
  readonly protocol: number
  readonly proof?: string | null | undefined
}
const greeting = { service: isOneOf(["inlay"]), id: isId, version: isTextOf(60), protocol: isNumberIn(0, 1e6) }
const isGreeting = hasFields<Greeting>({ ...greeting, proof: isOptional(isNullable(isId)) })

export interface Paired extends Greeting {
  readonly token: string
  readonly tokenId: string
  readonly name: string
}

export interface AccountAtHub {
  readonly plugin: string
  readonly name: string
  readonly ok: boolean
  readonly settings?: Readonly<Record<string, string>> | undefined
}

interface Spans {
  readonly day?: number | undefined
  readonly run?: number | undefined
  readonly principal?: number | undefined
}
const isSpans = hasFields<Spans>({ day: isOptional(isSum), run: isOptional(isSum), principal: isOptional(isSum) })

interface Charge {
  readonly id: string
  readonly operation: string
  readonly keys: ReadonlyArray<string>
  readonly since: string
  readonly mayHaveCost: number | null
}
const charge = { id: isId, operation: isId, keys: isKeys, since: isMoment, mayHaveCost: isNullable(isCredits) }

export interface PreviewAtHub {
  readonly isFree: boolean
  readonly estimate: number | null
  readonly cached: { readonly match: boolean; readonly fetchedAt: string } | null
  readonly isUnderWay: boolean
  readonly blocking: ReadonlyArray<Charge>
  readonly unkept: {
    readonly since: string
    readonly charged: number | null
    readonly why: "store" | "contradicted"
  } | null
  readonly refusal: Readonly<Record<string, unknown>> | null
  readonly spent: { readonly day: number; readonly run: number; readonly principal?: number | undefined }
  readonly caps: Spans
  readonly left: Spans
}

const isPreview = hasFields<PreviewAtHub>({
  isFree: isBoolean,
  estimate: isNullable(isCredits),
  cached: isNullable(hasFields<NonNullable<PreviewAtHub["cached"]>>({ match: isBoolean, fetchedAt: isMoment })),
  isUnderWay: isBoolean,
  blocking: isList(hasFields<Charge>(charge), 100),
  unkept: isNullable(
    hasFields<NonNullable<PreviewAtHub["unkept"]>>({
      since: isMoment,
      charged: isNullable(isCredits),
      why: isOneOf(["store", "contradicted"])
    })
  ),
  refusal: isNullable(isObject),
  spent: hasFields<PreviewAtHub["spent"]>({ day: isSum, run: isSum, principal: isOptional(isSum) }),
  caps: isSpans,
  left: isSpans
})

export interface PluginAtHub {
  readonly id: string
  readonly title: string
}

const series = { account: isId, credits: isList(isSum, 100) }

export const api = {
  hub: endpoint("GET", "/api/hub", isGreeting, { query: ["token", "nonce"] }),
  pair: endpoint(
    "POST",
    "/api/pairings",
    hasFields<Paired>({
      ...greeting,
      proof: isOptional(isNullable(isId)),
      token: isId,
      tokenId: isId,
      name: isTextOf(200)
    }),
    { body: ["code", "browser"] }
  ),
  unpair: endpoint<null>("DELETE", "/api/session", undefined),
  plugins: endpoint(
    "GET",
    "/api/plugins",
    hasFields<{ readonly plugins: ReadonlyArray<PluginAtHub> }>({
      plugins: isList(hasFields<PluginAtHub>({ id: isId, title: isTextOf(200) }), 50)
    })
  ),
  accounts: endpoint(
    "GET",
    "/api/accounts",
    hasFields<{ readonly accounts: ReadonlyArray<AccountAtHub> }>({
      accounts: isList(
        hasFields<AccountAtHub>({
          plugin: isId,
          name: isId,
          ok: isBoolean,
          settings: isOptional(isRecord(isTextOf(10_000), isId))
        })
      )
    })
  ),
  preview: endpoint("POST", "/api/tools/{id}/previews", isPreview, { body: ["input", "account"] }),
  run: endpoint(
    "POST",
    "/api/tools/{id}/runs",
    hasFields<{ readonly output: Readonly<Record<string, unknown>> }>({ output: isObject }),
    { body: ["input", "account", "unknownCharge", "refresh"] }
  ),
  charges: endpoint(
    "GET",
    "/api/charges",
    hasFields<{ readonly charges: ReadonlyArray<Charge & { readonly account: string }> }>({
      charges: isList(hasFields<Charge & { readonly account: string }>({ ...charge, account: isId }))
    })
  ),
  settle: endpoint<null>("POST", "/api/charges/{id}", undefined, { body: ["charged"] }),
  usage: endpoint(
    "GET",
    "/api/usage",
    hasFields<{
      readonly accounts: ReadonlyArray<{ readonly account: string; readonly credits: ReadonlyArray<number> }>
    }>({
      accounts: isList(hasFields<{ readonly account: string; readonly credits: ReadonlyArray<number> }>(series))
    }),
    { query: ["days"] }
  ),
  ...eventsApi
} as const
