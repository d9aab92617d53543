/** Key events: the collected events that matter most to a business. They were called conversions until 2024. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { PropertyName } from "./Property.ts"

const countingMethod = Schema.Literals(["ONCE_PER_EVENT", "ONCE_PER_SESSION"])

const DefaultValue = Schema.Struct({
  numericValue: Schema.Finite,
  currencyCode: Names.currencyCode()
})

/** A key event as the service returns it. */
export const KeyEvent = Schema.Struct({
  /** `properties/1234/keyEvents/56`. */
  name: Schema.String,
  eventName: Schema.String,
  countingMethod: maybe(Schema.String),
  createTime: maybe(Schema.String),
  deletable: maybe(Schema.Boolean),
  custom: maybe(Schema.Boolean),
  defaultValue: maybe(Schema.Struct({ numericValue: maybe(Schema.Finite), currencyCode: maybe(Schema.String) }))
})
export type KeyEvent = typeof KeyEvent.Type

/** Identifies a key event. */
export const KeyEventName = Schema.Struct({ ...PropertyName.fields, keyEventId: Names.keyEventId() })
export type KeyEventName = typeof KeyEventName.Type

/** An event to mark as a key event. It must already be collected. */
export const NewKeyEvent = Schema.Struct({
  ...PropertyName.fields,
  eventName: Names.eventName("e.g. purchase"),
  /** Whether every event is counted or one per session. Defaults to ONCE_PER_EVENT. */
  countingMethod: Schema.optionalKey(countingMethod),
  /** The value of an event that has no value of its own. */
  defaultValue: Schema.optionalKey(DefaultValue)
})
export type NewKeyEvent = typeof NewKeyEvent.Type

/** Changes of a key event. Only the given fields are changed. */
export const KeyEventChange = Schema.Struct({
  ...KeyEventName.fields,
  countingMethod: Schema.optionalKey(countingMethod),
  defaultValue: Schema.optionalKey(DefaultValue)
})
export type KeyEventChange = typeof KeyEventChange.Type
