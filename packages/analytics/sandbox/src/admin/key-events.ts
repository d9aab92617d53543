// Key events: the events that matter most to a business.
// Source: https://developers.google.com/analytics/devguides/config/admin/v1/rest/v1beta/properties.keyEvents

import { isObject } from "@inlay/sandbox-kit/json"

import { type KeyEvent, keyEventsOf } from "../accounts/accounts.ts"
import { eventNames } from "../events/vocabulary.ts"
import { alreadyExists, invalid, notFound, Refusal, required, resourceExhausted } from "../frame/errors.ts"
import { type Context, operation } from "../frame/operation.ts"
import type { Content } from "../protocol/encode.ts"
import { empty, keyEvent as keyEventMessage, listKeyEventsResponse } from "../protocol/messages/admin.ts"
import { propertyFor, propertyToChange } from "./access.ts"
import { paged, pageQuery } from "./paging.ts"
import { maskOf } from "./update-mask.ts"
import { currencyOf } from "./values.ts"

const mostCustom = 30
const longestName = 40

const record = ({ id, propertyId, ...keyEvent }: KeyEvent): Content => ({
  ...keyEvent,
  name: `properties/${propertyId}/keyEvents/${id}`
})

const keyEventFor = ({ params, state }: Context): KeyEvent => {
  const keyEvent = state.world.keyEvents.get(params["keyEvent"] ?? "")
  if (keyEvent === undefined || keyEvent.propertyId !== params["property"]) throw notFound()
  return keyEvent
}

const list = (context: Context): Content => {
  const { id } = propertyFor(context, "viewer")
  return paged(context, "keyEvents", keyEventsOf(context.state.world, id).map(record))
}

const show = (context: Context): Content => {
  propertyFor(context, "viewer")
  return record(keyEventFor(context))
}

const countingMethodOf = (value: unknown): KeyEvent["countingMethod"] => {
  if (value === "ONCE_PER_EVENT" || value === "ONCE_PER_SESSION") return value
  throw required("counting_method")
}

const defaultValueOf = (value: unknown): KeyEvent["defaultValue"] => {
  if (!isObject(value)) return null
  const { currencyCode, numericValue } = value
  if (typeof numericValue !== "number") throw required("default_value.numeric_value")
  if (currencyCode === undefined) throw required("default_value.currency_code")
  return { numericValue, currencyCode: currencyOf(currencyCode) }
}

const eventNameOf = (value: unknown): string => {
  if (typeof value !== "string" || value === "") throw required("event_name")
  if (value.length > longestName || !/^[A-Za-z]\w*$/.test(value)) {
    throw invalid(
      `The value '${value}' for the 'event_name' field is invalid. It must be at most ${longestName} characters long, begin with a letter and hold letters, digits and underscores only.`
    )
  }
  return value
}

const create = (context: Context): Content => {
  const { body, state } = context
  const eventName = eventNameOf(body["eventName"])
  const countingMethod = countingMethodOf(body["countingMethod"])
  const defaultValue = defaultValueOf(body["defaultValue"])
  const { id: propertyId } = propertyToChange(context)
  const others = keyEventsOf(state.world, propertyId)
  if (others.some((other) => other.eventName === eventName)) throw alreadyExists()
  if (others.length >= mostCustom) throw resourceExhausted(`The property already has ${mostCustom} key events.`)
  const keyEvent: KeyEvent = {
    id: String(state.world.nextId++),
    propertyId,
    eventName,
    createTime: state.clock.stamp(),
    custom: !eventNames.some((name) => name === eventName && name !== "newsletter_subscribe"),
    deletable: true,
    countingMethod,
    defaultValue
  }
  state.world.keyEvents.set(keyEvent.id, keyEvent)
  return record(keyEvent)
}

const update = (context: Context): Content => {
  const { body } = context
  const mask = maskOf(context, {
    fields: ["countingMethod", "defaultValue"],
    fixed: ["name", "eventName", "createTime", "deletable", "custom"]
  })
  propertyToChange(context)
  const keyEvent = keyEventFor(context)
  const changes: Partial<KeyEvent> = {
    ...(mask.has("countingMethod") ? { countingMethod: countingMethodOf(body["countingMethod"]) } : {}),
    ...(mask.has("defaultValue") ? { defaultValue: defaultValueOf(body["defaultValue"]) } : {})
  }
  Object.assign(keyEvent, changes)
  return record(keyEvent)
}

const remove = (context: Context): Content => {
  propertyToChange(context)
  const { deletable, id } = keyEventFor(context)
  if (!deletable) throw new Refusal("FAILED_PRECONDITION", "This key event cannot be deleted.")
  context.state.world.keyEvents.delete(id)
  return {}
}

const all = "properties/{property}/keyEvents"
const one = `${all}/{keyEvent}`

export const keyEventOperations = [
  operation("admin", `GET ${all}`, {
    name: "listKeyEvents",
    gives: listKeyEventsResponse,
    query: pageQuery,
    run: list
  }),
  operation("admin", `GET ${one}`, { name: "getKeyEvent", gives: keyEventMessage, run: show }),
  operation("admin", `POST ${all}`, {
    name: "createKeyEvent",
    takes: keyEventMessage,
    gives: keyEventMessage,
    run: create
  }),
  operation("admin", `PATCH ${one}`, {
    name: "updateKeyEvent",
    takes: keyEventMessage,
    gives: keyEventMessage,
    query: ["updateMask"],
    run: update
  }),
  operation("admin", `DELETE ${one}`, { name: "deleteKeyEvent", gives: empty, run: remove })
]
