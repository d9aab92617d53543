/**
 * What of the hub's HTTP API this extension uses: each endpoint, what is sent, and what of its answer is read. A test holds it
 * to the hub's OpenAPI document and to what a hub answers. What is more in an answer is left alone; what is less is no answer.
 */
import { MAX_CREDITS } from "@inlay/core-http/Credits"

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
  isText,
  isTextOf,
  type Is
} from "../../messaging/shape.ts"

export interface Endpoint<A> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** As in the OpenAPI document. */
  readonly path: string
  readonly query: ReadonlyArray<string>
  /** Fields of the body, those that may be left out too. */
  readonly body: ReadonlyArray<string>
  /** `undefined` for an answer without a body. */
  readonly isAnswer: Is<A> | undefined
}

const endpoint = <A>(
  method: Endpoint<A>["method"],
  path: string,
  isAnswer: Is<A> | undefined,
  sent: Partial<Pick<Endpoint<A>, "query" | "body">> = {}
): Endpoint<A> => ({ method, path, query: [], body: [], isAnswer, ...sent })

const isId = isTextOf(200)
const isWord = isTextOf(1000)
const isCredits = isNumberIn(0, MAX_CREDITS)
/** What was spent may pass what one charge may be. */
const isSum = isNumberIn(0, 1e12)
const isMoment: Is<string> = (value): value is string => isTextOf(40)(value) && !Number.isNaN(Date.parse(value))
const isKeys = isList(isWord, 50)
const isUnknown: Is<unknown> = (value): value is unknown => value !== undefined

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

/** What starts an agent. */
export interface SubscriptionAtHub {
  readonly id: string
  readonly name: string
  readonly trigger: string
  /** `plugin/name`. */
  readonly account: string
  readonly target: unknown
  readonly filters: unknown
  /** Where its events are sent, without a query. */
  readonly url: string
  readonly enabled: boolean
  readonly disabledBecause: string | null
}
const isSubscription = hasFields<SubscriptionAtHub>({
  id: isId,
  name: isWord,
  trigger: isId,
  account: isId,
  target: isUnknown,
  filters: isUnknown,
  url: isTextOf(4000),
  enabled: isBoolean,
  disabledBecause: isNullable(isWord)
})

export interface HealthAtHub {
  readonly subscription: string
  readonly ok: boolean
  readonly way: string | null
  readonly because: string | null
  readonly lastEventAt: string | null
  readonly lastStartAt: string | null
  readonly pending: number
  readonly problems: ReadonlyArray<string>
}
const isHealth = hasFields<HealthAtHub>({
  subscription: isId,
  ok: isBoolean,
  way: isNullable(isId),
  because: isNullable(isWord),
  lastEventAt: isNullable(isMoment),
  lastStartAt: isNullable(isMoment),
  pending: isSum,
  problems: isList(isWord, 100)
})

export interface TriggerAtHub {
  readonly id: string
  readonly title: string
  readonly plugin: string
  readonly description: string
  /** Names of the accounts that it may be subscribed to with. */
  readonly accounts: ReadonlyArray<string>
}
const trigger = { id: isId, title: isWord, plugin: isId, description: isTextOf(4000), accounts: isList(isId) }

export interface TrialAtHub {
  readonly events: ReadonlyArray<{
    readonly timestamp: string
    readonly data: unknown
    readonly starts: boolean
    readonly why: string | null
  }>
  readonly starting: number
  readonly ways: ReadonlyArray<string>
}

export interface DeliveryAtHub {
  readonly id: string
  readonly state: "pending" | "delivered" | "dead" | "skipped"
  readonly createdAt: string
}
const STATES = ["pending", "delivered", "dead", "skipped"] as const

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
    { body: ["input", "account", "unknownCharge"] }
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
  subscriptions: endpoint(
    "GET",
    "/api/subscriptions",
    hasFields<{ readonly subscriptions: ReadonlyArray<SubscriptionAtHub> }>({ subscriptions: isList(isSubscription) })
  ),
  health: endpoint(
    "GET",
    "/api/subscriptions/health",
    hasFields<{ readonly health: ReadonlyArray<HealthAtHub> }>({ health: isList(isHealth) })
  ),
  switch: endpoint("PATCH", "/api/subscriptions/{id}", isSubscription, { body: ["enabled"] }),
  triggers: endpoint(
    "GET",
    "/api/triggers",
    hasFields<{ readonly triggers: ReadonlyArray<TriggerAtHub> }>({
      triggers: isList(hasFields<TriggerAtHub>(trigger))
    })
  ),
  trigger: endpoint(
    "GET",
    "/api/triggers/{id}",
    hasFields<TriggerAtHub & { readonly targetSchema: unknown; readonly filtersSchema: unknown }>({
      ...trigger,
      targetSchema: isUnknown,
      filtersSchema: isUnknown
    })
  ),
  try: endpoint(
    "POST",
    "/api/subscriptions/tests",
    hasFields<TrialAtHub>({
      events: isList(
        hasFields<TrialAtHub["events"][number]>({
          timestamp: isMoment,
          data: isUnknown,
          starts: isBoolean,
          why: isNullable(isWord)
        })
      ),
      starting: isSum,
      ways: isList(isWord, 10)
    }),
    { body: ["trigger", "account", "target", "filters"] }
  ),
  subscribe: endpoint(
    "POST",
    "/api/subscriptions",
    hasFields<{ readonly id: string; readonly secret: string }>({ id: isId, secret: isTextOf(500) }),
    { body: ["trigger", "account", "target", "filters", "url"] }
  ),
  deliveries: endpoint(
    "GET",
    "/api/deliveries",
    hasFields<{ readonly items: ReadonlyArray<DeliveryAtHub>; readonly next?: string | undefined }>({
      items: isList(hasFields<DeliveryAtHub>({ id: isId, state: isOneOf(STATES), createdAt: isMoment })),
      next: isOptional(isWord)
    }),
    { query: ["subscription", "limit"] }
  ),
  replay: endpoint("POST", "/api/deliveries/replay", hasFields<{ readonly replayed: number }>({ replayed: isSum }), {
    body: ["ids"]
  })
} as const

/** The stream of events, which is no endpoint of the document: `GET`, as server-sent events. */
export const EVENTS_PATH = "/api/events"

/** An event of the stream. */
export interface EventAtHub {
  readonly eventId: string
  /** The trigger's id. */
  readonly name: string
  readonly timestamp: string
  /** `plugin/name`. */
  readonly account: string
  readonly data: Readonly<Record<string, unknown>>
  readonly cursor: string
}

export const isEvent = hasFields<EventAtHub>({
  eventId: isWord,
  name: isId,
  timestamp: isMoment,
  account: isId,
  data: isObject,
  cursor: (value): value is string => isText(value) && /^\d{1,15}$/.test(value)
})
