/** Reads what rows of events and subscriptions have as JSON. A failing disk or another program may have changed it. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const json = Schema.fromJsonString(Schema.Unknown)
const list = Schema.fromJsonString(Schema.Array(Schema.String))
const texts = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))
const event = Schema.Struct({ data: json, places: list, refused: texts })

/** Begins the destination of a subscription that is a command, whose words follow as JSON. */
export const EXEC = "exec:"

const decodeList = Schema.decodeUnknownOption(list)
const url = Schema.String.check(
  Schema.makeFilter((text) => !text.startsWith(EXEC) || Option.isSome(decodeList(text.slice(EXEC.length))))
)
const subscription = Schema.Struct({ target: json, filters: json, url })

/** What a row of `events` has as JSON. */
export type EventJson = typeof event.Type
/** What a row of `subscriptions` has as JSON. */
export type SubscriptionJson = typeof subscription.Type

type Texts<Json> = Readonly<Record<keyof Json, unknown>>

const decodeEvent = Schema.decodeUnknownOption(event)
const decodeSubscription = Schema.decodeUnknownOption(subscription)
const decodeTexts = Schema.decodeUnknownOption(texts)

/** Undefined if the row is damaged. */
export const readEventJson = (row: Texts<EventJson>): EventJson | undefined => Option.getOrUndefined(decodeEvent(row))

/** Undefined if the row is damaged. */
export const readSubscriptionJson = (row: Texts<SubscriptionJson>): SubscriptionJson | undefined =>
  Option.getOrUndefined(decodeSubscription(row))

/** What a subscription watches. None if that is damaged. */
export const readTarget = Schema.decodeUnknownOption(json)

/** Where an event happened. Nowhere, if that is damaged. */
export const readPlaces = (text: string): ReadonlyArray<string> => Option.getOrElse(decodeList(text), () => [])

/** Headers of a received delivery, or why an event started no agents. Undefined if they are damaged. */
export const readTexts = (text: unknown): Readonly<Record<string, string>> | undefined =>
  Option.getOrUndefined(decodeTexts(text))
