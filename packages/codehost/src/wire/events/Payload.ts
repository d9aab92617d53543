/**
 * What the payloads of the service's events share: https://docs.github.com/en/webhooks/webhook-events-and-payloads.
 * Only the fields that a trigger reads are decoded, so new or missing fields elsewhere do not cause a failure.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { maybe } from "../../schema/maybe.ts"

/** The user who caused an event; absent if the service itself did. */
export const Sender = Schema.Struct({ login: Schema.String })

/** The repository of an event. In a push event, its times are seconds since 1970. */
const EventRepository = Schema.Struct({
  id: Schema.Int,
  full_name: Schema.String,
  html_url: Schema.String,
  pushed_at: maybe(Schema.Union([Schema.String, Schema.Finite])),
  updated_at: maybe(Schema.Union([Schema.String, Schema.Finite]))
})
export type EventRepository = typeof EventRepository.Type

/**
 * A list whose items may be null, such as users whose account was deleted, by the published description of the events.
 * They are dropped.
 */
export const listed = <A, E>(item: Schema.Codec<A, E>) =>
  maybe(
    Schema.Array(Schema.NullOr(item)).pipe(
      Schema.decodeTo(
        Schema.Array(Schema.toType(item)),
        SchemaTransformation.transform({
          decode: (items: ReadonlyArray<A | null>): ReadonlyArray<A> => items.filter((one) => one !== null),
          encode: (items: ReadonlyArray<A>): ReadonlyArray<A | null> => items
        })
      )
    )
  )

/** Fields of every event in a repository. */
export const inRepository = { action: maybe(Schema.String), repository: EventRepository, sender: maybe(Sender) }

/** Converts a time to ISO 8601 from either form that the service uses. Returns `undefined` if there is none. */
export const timeOf = (time: string | number | null | undefined): string | undefined => {
  if (time === null || time === undefined) return undefined
  const date = new Date(typeof time === "number" ? time * 1000 : Date.parse(time))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(".000Z", "Z")
}

/** Makes a function that decodes a payload with a schema. It returns `undefined` if the payload does not match. */
export const payload = <A>(schema: Schema.Codec<A, unknown>): ((body: unknown) => A | undefined) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (body) => Option.getOrUndefined(decode(body))
}
