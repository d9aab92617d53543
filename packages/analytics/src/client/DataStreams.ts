/** Data streams: the sources of a property's data. */
import { defined } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { DataStream, DataStreamChange, DataStreamName, NewDataStream } from "../schema/DataStream.ts"
import { idOf, ofItsProperty, propertyName } from "../schema/names.ts"
import { pageOf, paging } from "../schema/Page.ts"
import { PropertyName } from "../schema/Property.ts"
import { at, maskOf, ofProperty, withQuery } from "../wire/endpoint.ts"
import { lists, type Lists } from "../wire/pages.ts"
import { byEditor, byOutput, type Http } from "../wire/requests.ts"
import { operation } from "../wire/service.ts"

/** Methods for the data streams of a property. */
export interface DataStreams extends Lists<PropertyName, DataStream> {
  /** `GET v1beta/properties/{propertyId}/dataStreams/{dataStreamId}`. */
  readonly get: (input: DataStreamName) => Effect.Effect<DataStream, ProviderError>
  /** `POST v1beta/properties/{propertyId}/dataStreams`. Needs the role Editor. */
  readonly create: (input: NewDataStream) => Effect.Effect<DataStream, ProviderError>
  /** `PATCH v1beta/properties/{propertyId}/dataStreams/{dataStreamId}`: changes only the given fields. */
  readonly update: (input: DataStreamChange) => Effect.Effect<DataStream, ProviderError>
  /** `DELETE v1beta/properties/{propertyId}/dataStreams/{dataStreamId}`: its data is no longer collected. */
  readonly delete: (input: DataStreamName) => Effect.Effect<Record<never, never>, ProviderError>
}

export const list = operation({
  name: "dataStreams.list",
  input: Schema.Struct({ ...PropertyName.fields, ...paging }),
  output: pageOf(DataStream)
})

const isOfProperty = ofItsProperty("dataStreamId")

export const get = operation({
  name: "dataStreams.get",
  input: DataStreamName,
  output: DataStream,
  across: isOfProperty
})

/** The object and the field in it that identify each type of stream. */
const IDENTITY = {
  WEB_DATA_STREAM: ["webStreamData", "defaultUri"],
  ANDROID_APP_DATA_STREAM: ["androidAppStreamData", "packageName"],
  IOS_APP_DATA_STREAM: ["iosAppStreamData", "bundleId"]
} as const

const DEFAULT_TYPE = "WEB_DATA_STREAM"

const identityRule: Operation.Across = (input) => {
  const type = typeof input["type"] === "string" ? input["type"] : DEFAULT_TYPE
  if (!Object.hasOwn(IDENTITY, type)) return []
  const [, requiredField] = IDENTITY[type as keyof typeof IDENTITY]
  return Object.values(IDENTITY).flatMap(([, field]) => {
    if (field === requiredField)
      return input[field] === undefined ? [{ field, message: `is required for ${type}` }] : []
    return input[field] === undefined ? [] : [{ field, message: `is not supported for ${type}` }]
  })
}

export const create = operation({
  name: "dataStreams.create",
  input: NewDataStream,
  output: DataStream,
  across: identityRule
})

export const update = operation({
  name: "dataStreams.update",
  input: DataStreamChange,
  output: DataStream,
  across: (input) => [...Operation.changesBesides("property", "dataStreamId")(input), ...isOfProperty(input)]
})

export const remove = operation({
  name: "dataStreams.delete",
  input: DataStreamName,
  output: Schema.Struct({}),
  across: isOfProperty
})

const nameOf = ({ property, dataStreamId }: DataStreamName) =>
  `${propertyName(property)}/dataStreams/${idOf(dataStreamId)}`

const newBody = ({ type = DEFAULT_TYPE, displayName, ...identity }: NewDataStream) => {
  const [data, field] = IDENTITY[type]
  return { type, displayName, [data]: { [field]: identity[field] } }
}

export const make = (http: Http): DataStreams => ({
  ...lists(http.admin, list, {
    item: DataStream,
    key: "dataStreams",
    endpoint: ({ property }: PropertyName) => ofProperty(property, "/dataStreams")
  }),
  get: byOutput(http.admin, get, (input) => ({ method: "GET", endpoint: at(nameOf(input)) })),
  create: byEditor(http, create, (input) => ({
    method: "POST",
    endpoint: ofProperty(input.property, "/dataStreams"),
    lookAt: `the data streams of ${propertyName(input.property)}`,
    body: newBody(input)
  })),
  update: byEditor(http, update, ({ displayName, defaultUri, ...name }) => ({
    method: "PATCH",
    endpoint: withQuery(at(nameOf(name)), {
      updateMask: maskOf(Object.keys(defined({ displayName, "webStreamData.defaultUri": defaultUri })))
    }),
    lookAt: nameOf(name),
    body: defined({ displayName, webStreamData: defaultUri === undefined ? undefined : { defaultUri } })
  })),
  delete: byEditor(http, remove, (input) => ({
    method: "DELETE",
    endpoint: at(nameOf(input)),
    lookAt: nameOf(input)
  }))
})
