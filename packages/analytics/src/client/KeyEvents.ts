/** Key events of a property: collected events that are marked as important. */
import { defined } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { KeyEvent, KeyEventChange, KeyEventName, NewKeyEvent } from "../schema/KeyEvent.ts"
import { idOf, ofItsProperty, propertyName } from "../schema/names.ts"
import { pageOf, paging } from "../schema/Page.ts"
import { PropertyName } from "../schema/Property.ts"
import { at, maskOf, ofProperty, withQuery } from "../wire/endpoint.ts"
import { lists, type Lists } from "../wire/pages.ts"
import { byEditor, byOutput, type Http } from "../wire/requests.ts"
import { operation } from "../wire/service.ts"

/** Methods for the key events of a property. */
export interface KeyEvents extends Lists<PropertyName, KeyEvent> {
  /** `GET v1beta/properties/{propertyId}/keyEvents/{keyEventId}`. */
  readonly get: (input: KeyEventName) => Effect.Effect<KeyEvent, ProviderError>
  /**
   * `POST v1beta/properties/{propertyId}/keyEvents`. The service accepts the name of any event; only a report shows
   * whether the event is collected. Needs the role Editor.
   */
  readonly create: (input: NewKeyEvent) => Effect.Effect<KeyEvent, ProviderError>
  /** `PATCH v1beta/properties/{propertyId}/keyEvents/{keyEventId}`: changes only the given fields. */
  readonly update: (input: KeyEventChange) => Effect.Effect<KeyEvent, ProviderError>
  /** `DELETE v1beta/properties/{propertyId}/keyEvents/{keyEventId}`. The event itself is still collected. */
  readonly delete: (input: KeyEventName) => Effect.Effect<Record<never, never>, ProviderError>
}

export const list = operation({
  name: "keyEvents.list",
  input: Schema.Struct({ ...PropertyName.fields, ...paging }),
  output: pageOf(KeyEvent)
})

const isOfProperty = ofItsProperty("keyEventId")

export const get = operation({ name: "keyEvents.get", input: KeyEventName, output: KeyEvent, across: isOfProperty })

export const create = operation({ name: "keyEvents.create", input: NewKeyEvent, output: KeyEvent })

export const update = operation({
  name: "keyEvents.update",
  input: KeyEventChange,
  output: KeyEvent,
  across: (input) => [...Operation.changesBesides("property", "keyEventId")(input), ...isOfProperty(input)]
})

export const remove = operation({
  name: "keyEvents.delete",
  input: KeyEventName,
  output: Schema.Struct({}),
  across: isOfProperty
})

const nameOf = ({ property, keyEventId }: KeyEventName) => `${propertyName(property)}/keyEvents/${idOf(keyEventId)}`

/** @param changed is called after a change of the names that reports can have: each key event has metrics of its own */
export const make = (http: Http, changed: (property: string) => Effect.Effect<void>): KeyEvents => {
  const changing =
    <I extends PropertyName, A>(send: (input: I) => Effect.Effect<A, ProviderError>) =>
    (input: I) =>
      Effect.tap(send(input), () => changed(input.property))
  return {
    ...lists(http.admin, list, {
      item: KeyEvent,
      key: "keyEvents",
      endpoint: ({ property }: PropertyName) => ofProperty(property, "/keyEvents")
    }),
    get: byOutput(http.admin, get, (input) => ({ method: "GET", endpoint: at(nameOf(input)) })),
    create: changing(
      byEditor(http, create, ({ property, countingMethod = "ONCE_PER_EVENT", ...fields }) => ({
        method: "POST",
        endpoint: ofProperty(property, "/keyEvents"),
        lookAt: `the key events of ${propertyName(property)}`,
        body: { countingMethod, ...defined(fields) }
      }))
    ),
    update: byEditor(http, update, ({ property, keyEventId, ...fields }) => ({
      method: "PATCH",
      endpoint: withQuery(at(nameOf({ property, keyEventId })), { updateMask: maskOf(Object.keys(defined(fields))) }),
      lookAt: nameOf({ property, keyEventId }),
      body: defined(fields)
    })),
    delete: changing(
      byEditor(http, remove, (input) => ({
        method: "DELETE",
        endpoint: at(nameOf(input)),
        lookAt: nameOf(input)
      }))
    )
  }
}
