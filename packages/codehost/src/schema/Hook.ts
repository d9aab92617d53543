/** Hooks of repositories and organizations, and the log of what was sent to them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"

/** A hook as the service writes it; its secret comes as asterisks. */
export const Hook = Schema.Struct({
  id: Schema.Int,
  /** `web`; other names are services of old. */
  name: maybe(Schema.String),
  active: Schema.Boolean,
  events: Schema.Array(Schema.String),
  config: Schema.Struct({
    url: maybe(Schema.String),
    content_type: maybe(Schema.String),
    insecure_ssl: maybe(Schema.Union([Schema.String, Schema.Int])),
    secret: maybe(Schema.String)
  })
})
export type Hook = typeof Hook.Type

/** One attempt to deliver, in a hook's log. */
export const HookDelivery = Schema.Struct({
  id: Schema.Int,
  /** The same for all hooks that were sent the event, and when it is sent again. */
  guid: Schema.String,
  delivered_at: Schema.String,
  redelivery: maybe(Schema.Boolean),
  /** In words. */
  status: maybe(Schema.String),
  /** What the receiver answered; 0 where there was no answer. */
  status_code: Schema.Int,
  event: Schema.String,
  action: maybe(Schema.String)
})
export type HookDelivery = typeof HookDelivery.Type

/** An attempt with what was sent. */
export const SentDelivery = Schema.Struct({
  ...HookDelivery.fields,
  request: Schema.Struct({
    headers: maybe(Schema.Record(Schema.String, Schema.Unknown)),
    payload: maybe(Schema.Unknown)
  })
})
export type SentDelivery = typeof SentDelivery.Type

/** Where hooks stand: a repository, or an organization where `repo` is left out. */
export const HookPlace = Schema.Struct({ owner: Names.name(), repo: Schema.optionalKey(Names.name()) })
export type HookPlace = typeof HookPlace.Type

/** Names a hook. */
export const HookName = Schema.Struct({ ...HookPlace.fields, hook_id: Names.positive() })
export type HookName = typeof HookName.Type

/** Names an attempt to deliver. */
export const DeliveryName = Schema.Struct({ ...HookName.fields, delivery_id: Names.positive() })
export type DeliveryName = typeof DeliveryName.Type

/** A page of a hook's log. */
export const DeliveryQuery = Schema.Struct({ ...HookName.fields, cursor: Schema.optionalKey(Names.text()) })
export type DeliveryQuery = typeof DeliveryQuery.Type

const deliveryFields = {
  /** Where deliveries go: https. */
  url: Names.text(),
  events: Schema.Array(Names.text()),
  secret: Schema.Redacted(Schema.String)
}

/** A hook to be. */
export const NewHook = Schema.Struct({ ...HookPlace.fields, ...deliveryFields })
export type NewHook = typeof NewHook.Type

/** A hook that takes the place of what it was. */
export const HookChange = Schema.Struct({ ...HookName.fields, ...deliveryFields })
export type HookChange = typeof HookChange.Type
