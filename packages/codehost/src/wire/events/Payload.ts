/**
 * What the bodies of the service's events have in common: https://docs.github.com/en/webhooks/webhook-events-and-payloads.
 * Only what a trigger reads is decoded, so a field that is new or missing elsewhere fails nothing.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { maybe } from "../../schema/maybe.ts"

/** Whoever did something; absent where the service does it by itself. */
export const Sender = Schema.Struct({ login: Schema.String })

/** The repository of an event. A push gives its times as seconds since 1970. */
export const EventRepository = Schema.Struct({
  id: Schema.Int,
  full_name: Schema.String,
  html_url: Schema.String,
  pushed_at: maybe(Schema.Union([Schema.String, Schema.Finite])),
  updated_at: maybe(Schema.Union([Schema.String, Schema.Finite]))
})
export type EventRepository = typeof EventRepository.Type

/** Fields of every event of a repository. */
export const inRepository = { action: maybe(Schema.String), repository: EventRepository, sender: maybe(Sender) }

/** A time as ISO 8601, whichever way the service writes it; `undefined` where it writes none. */
export const timeOf = (time: string | number | null | undefined): string | undefined => {
  if (time === null || time === undefined) return undefined
  const millis = typeof time === "number" ? time * 1000 : Date.parse(time)
  return Number.isNaN(millis) ? undefined : new Date(millis).toISOString().replace(".000Z", "Z")
}

/** Reads an event's body by a schema; `undefined` where it is another one's. */
export const payload = <A>(schema: Schema.Codec<A, unknown>): ((body: unknown) => A | undefined) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (body) => Option.getOrUndefined(decode(body))
}
