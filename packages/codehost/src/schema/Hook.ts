/** Hooks of repositories and organizations, and their delivery logs. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"

/** A hook as the service returns it; its secret is masked with asterisks. */
export const Hook = Schema.Struct({
  id: Schema.Int,
  /** `web`; other names are legacy services. */
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

const digits = Names.textBy((id) => (/^[1-9]\d{0,18}$/.test(id) ? undefined : "must be a whole number above 0"))

/** One delivery attempt in a hook's log. */
export const HookDelivery = Schema.Struct({
  /** The service's ids are 64-bit numbers and have been past 2^53 since 2026, where a JavaScript number loses digits. */
  id: digits(),
  /** The same for all hooks that receive the event and for redeliveries. */
  guid: Schema.String,
  delivered_at: Schema.String,
  redelivery: maybe(Schema.Boolean),
  /** Status as text. */
  status: maybe(Schema.String),
  /** Status code of the receiver's response; 0 if there was none. */
  status_code: Schema.Int,
  event: Schema.String,
  action: maybe(Schema.String)
})
export type HookDelivery = typeof HookDelivery.Type

/** A delivery attempt with the request that was sent. */
export const SentDelivery = Schema.Struct({
  ...HookDelivery.fields,
  request: Schema.Struct({
    headers: maybe(Schema.Record(Schema.String, Schema.Unknown)),
    payload: maybe(Schema.Unknown)
  })
})
export type SentDelivery = typeof SentDelivery.Type

/** Where a hook belongs: a repository, or an organization if `repo` is left out. */
export const HookPlace = Schema.Struct({ owner: Names.name(), repo: Schema.optionalKey(Names.name()) })
export type HookPlace = typeof HookPlace.Type

/** Identifies a hook. */
export const HookName = Schema.Struct({ ...HookPlace.fields, hook_id: Names.positive() })
export type HookName = typeof HookName.Type

/** Identifies a delivery attempt. */
export const DeliveryName = Schema.Struct({ ...HookName.fields, delivery_id: digits() })
export type DeliveryName = typeof DeliveryName.Type

/** Input for reading one page of a hook's log. */
export const DeliveryQuery = Schema.Struct({ ...HookName.fields, cursor: Schema.optionalKey(Names.text()) })
export type DeliveryQuery = typeof DeliveryQuery.Type

const deliveryFields = {
  /** The address that receives deliveries: https. */
  url: Names.text(),
  events: Schema.Array(Names.text()),
  secret: Schema.Redacted(Schema.String)
}

/** Input for creating a hook. */
export const NewHook = Schema.Struct({ ...HookPlace.fields, ...deliveryFields })
export type NewHook = typeof NewHook.Type

/** Input for updating a hook; it replaces the previous settings. */
export const HookChange = Schema.Struct({ ...HookName.fields, ...deliveryFields })
export type HookChange = typeof HookChange.Type
