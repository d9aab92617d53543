/**
 * Properties, which reports are about. A property is created in an account and collects no data until it has a data
 * stream.
 */
import { defined } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { idOf, propertyName } from "../schema/names.ts"
import { pageOf, paging } from "../schema/Page.ts"
import { NewProperty, Property, PropertyChange, PropertyName, PropertyQuery } from "../schema/Property.ts"
import { at, maskOf, ofProperty, withQuery } from "../wire/endpoint.ts"
import { lists, type Lists } from "../wire/pages.ts"
import { byEditor, byOutput, type Http } from "../wire/requests.ts"
import { operation } from "../wire/service.ts"

/** Methods for the properties of an account. */
export interface Properties extends Lists<PropertyQuery, Property> {
  /** `GET v1beta/properties/{propertyId}`. */
  readonly get: (input: PropertyName) => Effect.Effect<Property, ProviderError>
  /** `POST v1beta/properties`. Needs the role Administrator on the account. */
  readonly create: (input: NewProperty) => Effect.Effect<Property, ProviderError>
  /** `PATCH v1beta/properties/{propertyId}`: changes only the given fields. */
  readonly update: (input: PropertyChange) => Effect.Effect<Property, ProviderError>
  /** `DELETE v1beta/properties/{propertyId}`: moves it to the trash. It can be restored only in the web interface. */
  readonly delete: (input: PropertyName) => Effect.Effect<Property, ProviderError>
}

export const list = operation({
  name: "properties.list",
  input: Schema.Struct({ ...PropertyQuery.fields, ...paging }),
  output: pageOf(Property)
})

export const get = operation({ name: "properties.get", input: PropertyName, output: Property })

export const create = operation({ name: "properties.create", input: NewProperty, output: Property })

export const update = operation({
  name: "properties.update",
  input: PropertyChange,
  output: Property,
  across: Operation.changesBesides("property")
})

export const remove = operation({ name: "properties.delete", input: PropertyName, output: Property })

export const make = (http: Http): Properties => ({
  ...lists(http.admin, list, {
    item: Property,
    key: "properties",
    endpoint: () => at("properties"),
    query: ({ parent, showDeleted }: PropertyQuery) => ({
      filter: `parent:accounts/${idOf(parent)}`,
      ...(showDeleted === true && { showDeleted })
    })
  }),
  get: byOutput(http.admin, get, ({ property }) => ({ method: "GET", endpoint: ofProperty(property) })),
  create: byOutput(http.admin, create, ({ parent, ...fields }) => ({
    method: "POST",
    endpoint: at("properties"),
    lookAt: `the properties of accounts/${idOf(parent)}`,
    body: { parent: `accounts/${idOf(parent)}`, ...defined(fields) }
  })),
  update: byEditor(http, update, ({ property, ...fields }) => ({
    method: "PATCH",
    endpoint: withQuery(ofProperty(property), { updateMask: maskOf(Object.keys(defined(fields))) }),
    lookAt: propertyName(property),
    body: defined(fields)
  })),
  delete: byEditor(http, remove, ({ property }) => ({
    method: "DELETE",
    endpoint: ofProperty(property),
    lookAt: propertyName(property)
  }))
})
