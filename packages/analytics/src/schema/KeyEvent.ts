/** Key events: the collected events that matter to the business. Until 2024 they were called conversions. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { PropertyName } from "./Property.ts"

const countingMethod = Schema.Literals(["ONCE_PER_EVENT", "ONCE_PER_SESSION"])

const DefaultValue = Schema.Struct({
  numericValue: Schema.Finite,
  currencyCode: Names.currencyCode()
})

/** A key event as the service writes it. */
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

/** Which key event. */
export const KeyEventName = Schema.Struct({ ...PropertyName.fields, keyEventId: Names.keyEventId() })
export type KeyEventName = typeof KeyEventName.Type

/** An event to be marked. It must be collected already. */
export const NewKeyEvent = Schema.Struct({
  ...PropertyName.fields,
  eventName: Names.eventName("e.g. purchase"),
  /** Every time, or once a session; ONCE_PER_EVENT by default. */
  countingMethod: Schema.optionalKey(countingMethod),
  /** What one is worth where it brings no value of its own. */
  defaultValue: Schema.optionalKey(DefaultValue)
})
export type NewKeyEvent = typeof NewKeyEvent.Type

/** A change of a key event: what is named is changed. */
export const KeyEventChange = Schema.Struct({
  ...KeyEventName.fields,
  countingMethod: Schema.optionalKey(countingMethod),
  defaultValue: Schema.optionalKey(DefaultValue)
})
export type KeyEventChange = typeof KeyEventChange.Type
