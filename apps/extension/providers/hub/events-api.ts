/** Triggers, subscriptions and events: the part of the hub's API that repository pages use. */
import {
  hasFields,
  isBoolean,
  isList,
  isNullable,
  isObject,
  isOneOf,
  isOptional,
  isPresent,
  isText,
  isTextOf,
  type Guarded,
  type Is
} from "../../messaging/shape.ts"
import { endpoint, isId, isMoment, isSum, isWord } from "./endpoint.ts"

/** A subscription, whose events start an agent. */
const isSubscription = hasFields({
  id: isId,
  name: isWord,
  trigger: isId,
  /** `plugin/name`. */
  account: isId,
  /** In the form of the trigger's plugin, such as a repository's owner and name. */
  target: isPresent,
  /** What an event must have to start its agent, as the trigger's plugin writes it: `{ label: ["bug"] }`. */
  filters: isPresent,
  /** Where its events are sent, without the query string. */
  url: isTextOf(4000),
  enabled: isBoolean,
  disabledBecause: isNullable(isWord)
})
export type SubscriptionAtHub = Guarded<typeof isSubscription>

const isHealth = hasFields({
  subscription: isId,
  ok: isBoolean,
  /** `webhook`, `orgWebhook` or `poll`; `null` if events currently have no way to arrive. */
  way: isNullable(isId),
  /** Deliveries of the last 24 hours, without skipped ones. */
  startsInDay: isSum,
  /** The newest delivery that was not skipped. */
  newestStart: isNullable(
    hasFields({ id: isId, state: isOneOf(["pending", "delivered", "dead"]), createdAt: isMoment })
  ),
  /** Deliveries that were given up. */
  dead: isSum,
  /** Deliveries for its account that could not be read. */
  unreadable: isSum,
  /** What is wrong, in the hub's English: also what `dead` and `unreadable` count. */
  problems: isList(isWord, 100)
})
export type HealthAtHub = Guarded<typeof isHealth>

const trigger = {
  id: isId,
  title: isWord,
  plugin: isId,
  /** Names of the accounts with which one can subscribe to the trigger. */
  accounts: isList(isId)
}

export const eventsApi = {
  subscriptions: endpoint("GET", "/api/subscriptions", hasFields({ subscriptions: isList(isSubscription) })),
  health: endpoint("GET", "/api/subscriptions/health", hasFields({ health: isList(isHealth) })),
  switch: endpoint("PATCH", "/api/subscriptions/{id}", isSubscription),
  triggers: endpoint("GET", "/api/triggers", hasFields({ triggers: isList(hasFields(trigger)) })),
  trigger: endpoint(
    "GET",
    "/api/triggers/{id}",
    hasFields({ ...trigger, targetSchema: isPresent, filtersSchema: isPresent })
  ),
  try: endpoint(
    "POST",
    "/api/subscriptions/tests",
    hasFields({
      events: isList(hasFields({ timestamp: isMoment, data: isPresent, starts: isBoolean, why: isNullable(isWord) })),
      starting: isSum
    })
  ),
  subscribe: endpoint("POST", "/api/subscriptions", hasFields({ secret: isTextOf(500) })),
  replay: endpoint("POST", "/api/deliveries/replay", hasFields({ replayed: isSum }))
} as const

/** The stream of events (`GET`, server-sent events). It is not in the OpenAPI document. */
export const EVENTS_PATH = "/api/events"

export const isCursor: Is<string> = (value): value is string => isText(value) && /^\d{1,15}$/.test(value)

/** An event of the stream. */
export const isEvent = hasFields({
  eventId: isWord,
  /** The trigger's id. */
  name: isId,
  timestamp: isMoment,
  /** `plugin/name`. */
  account: isId,
  data: isObject,
  /** Ids of the subscriptions whose filters reject the event. */
  refusedBy: isOptional(isList(isId)),
  cursor: isCursor
})
export type EventAtHub = Guarded<typeof isEvent>

/**
 * The same events as a page of those after a cursor. Without a cursor it returns no events, only the cursor to start
 * from. Not in the OpenAPI document. Each event is checked by itself, so that one that cannot be read stops no other.
 */
export const eventsPage = endpoint("GET", EVENTS_PATH, hasFields({ events: isList(isPresent), cursor: isCursor }))
