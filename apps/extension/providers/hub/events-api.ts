/** Triggers, subscriptions and events: the part of the hub's API that repository pages use. */
import {
  hasFields,
  isBoolean,
  isList,
  isNullable,
  isObject,
  isOneOf,
  isOptional,
  isText,
  isTextOf,
  type Is
} from "../../messaging/shape.ts"
import { endpoint, isId, isMoment, isSum, isUnknown, isWord } from "./endpoint.ts"

/** A subscription, whose events start an agent. */
export interface SubscriptionAtHub {
  readonly id: string
  readonly name: string
  /** The trigger's id. */
  readonly trigger: string
  /** `plugin/name`. */
  readonly account: string
  /** In the form of the trigger's plugin, such as a repository's owner and name. */
  readonly target: unknown
  /** What an event must have to start its agent, as the trigger's plugin writes it: `{ label: ["bug"] }`. */
  readonly filters: unknown
  /** Where its events are sent, without the query string. */
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
  /** The subscription's id. */
  readonly subscription: string
  readonly ok: boolean
  /** `webhook`, `orgWebhook` or `poll`; `null` if events currently have no way to arrive. */
  readonly way: string | null
  readonly because: string | null
  readonly lastEventAt: string | null
  readonly lastStartAt: string | null
  readonly pending: number
  /** Deliveries that were given up. */
  readonly dead: number
  /** Deliveries for its account that could not be read. */
  readonly unreadable: number
  /** What is wrong, in the hub's English: also what `dead` and `unreadable` count. */
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
  dead: isSum,
  unreadable: isSum,
  problems: isList(isWord, 100)
})

export interface TriggerAtHub {
  readonly id: string
  readonly title: string
  readonly plugin: string
  readonly description: string
  /** Names of the accounts with which one can subscribe to the trigger. */
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

export const eventsApi = {
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

/** The stream of events (`GET`, server-sent events). It is not in the OpenAPI document. */
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
  /** Ids of the subscriptions whose filters reject the event. */
  readonly refusedBy?: ReadonlyArray<string> | undefined
  readonly cursor: string
}

export const isCursor: Is<string> = (value): value is string => isText(value) && /^\d{1,15}$/.test(value)

export const isEvent = hasFields<EventAtHub>({
  eventId: isWord,
  name: isId,
  timestamp: isMoment,
  account: isId,
  data: isObject,
  refusedBy: isOptional(isList(isId)),
  cursor: isCursor
})

/**
 * The same events as a page of those after a cursor. Without a cursor it returns no events, only the cursor to start
 * from. Not in the OpenAPI document.
 */
export const eventsPage = endpoint(
  "GET",
  EVENTS_PATH,
  hasFields<{ readonly events: ReadonlyArray<EventAtHub>; readonly cursor: string }>({
    events: isList(isEvent),
    cursor: isCursor
  }),
  { query: ["cursor"] }
)
