/** Reads what rows of events have as JSON. A failing disk or another program may have changed it. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const places = Schema.fromJsonString(Schema.Array(Schema.String))
const texts = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))
const event = Schema.Struct({ data: Schema.fromJsonString(Schema.Unknown), places, refused: texts })

/** What a row of `events` has as JSON. */
export type EventJson = typeof event.Type

const decodeEvent = Schema.decodeUnknownOption(event)
const decodePlaces = Schema.decodeUnknownOption(places)
const decodeTexts = Schema.decodeUnknownOption(texts)

/** Undefined if the row is damaged. */
export const readEventJson = (row: Readonly<Record<keyof EventJson, unknown>>): EventJson | undefined =>
  Option.getOrUndefined(decodeEvent(row))

/** Where an event happened. Nowhere, if that is damaged. */
export const readPlaces = (json: string): ReadonlyArray<string> => Option.getOrElse(decodePlaces(json), () => [])

/** Headers of a received delivery, or why an event started no agents. Undefined if they are damaged. */
export const readTexts = (json: unknown): Readonly<Record<string, string>> | undefined =>
  Option.getOrUndefined(decodeTexts(json))
