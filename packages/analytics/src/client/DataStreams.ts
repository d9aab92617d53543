/** Data streams: the sources of a property's data. */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { DataStream, DataStreamChange, DataStreamName, NewDataStream } from "../schema/DataStream.ts"
import { idOf, ofItsProperty, propertyName } from "../schema/names.ts"
import { pageOf, paging } from "../schema/Page.ts"
import { PropertyName } from "../schema/Property.ts"
import { inProperty, maskOf, withQuery } from "../wire/endpoint.ts"
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

const ofProperty = ofItsProperty("dataStreamId")

export const get = operation({ name: "dataStreams.get", input: DataStreamName, output: DataStream, across: ofProperty })

/** The field that identifies each type of stream. */
const IDENTITY = {
  WEB_DATA_STREAM: "defaultUri",
  ANDROID_APP_DATA_STREAM: "packageName",
  IOS_APP_DATA_STREAM: "bundleId"
} as const

const identityRule: Operation.Across = (input) => {
  const type = typeof input["type"] === "string" ? input["type"] : "WEB_DATA_STREAM"
  const requiredField = IDENTITY[type as keyof typeof IDENTITY]
  if (requiredField === undefined) return []
  return Object.values(IDENTITY).flatMap((field) => {
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
  across: (input) => [...Operation.changesBesides("property", "dataStreamId")(input), ...ofProperty(input)]
})

export const remove = operation({
  name: "dataStreams.delete",
  input: DataStreamName,
  output: Schema.Struct({}),
  across: ofProperty
})

const endpoint = ({ property, dataStreamId }: DataStreamName) => inProperty(property, "dataStreams", dataStreamId)

const look = ({ property, dataStreamId }: DataStreamName) =>
  `${propertyName(property)}/dataStreams/${idOf(dataStreamId)}`

const newBody = ({ type = "WEB_DATA_STREAM", displayName, defaultUri, packageName, bundleId }: NewDataStream) => ({
  type,
  displayName,
  ...(type === "WEB_DATA_STREAM" && { webStreamData: { defaultUri } }),
  ...(type === "ANDROID_APP_DATA_STREAM" && { androidAppStreamData: { packageName } }),
  ...(type === "IOS_APP_DATA_STREAM" && { iosAppStreamData: { bundleId } })
})

const maskAndValues = ({ displayName, defaultUri }: DataStreamChange) => ({
  mask: maskOf([
    ...(displayName === undefined ? [] : ["displayName"]),
    ...(defaultUri === undefined ? [] : ["webStreamData.defaultUri"])
  ]),
  body: {
    ...(displayName !== undefined && { displayName }),
    ...(defaultUri !== undefined && { webStreamData: { defaultUri } })
  }
})

export const make = (http: Http): DataStreams => ({
  ...lists(http.admin, list, {
    item: DataStream,
    key: "dataStreams",
    endpoint: ({ property }: PropertyName) => inProperty(property, "dataStreams")
  }),
  get: byOutput(http.admin, get, (input) => ({ method: "GET", endpoint: endpoint(input) })),
  create: byEditor(http, create, (input) => ({
    method: "POST",
    endpoint: inProperty(input.property, "dataStreams"),
    lookAt: `the data streams of ${propertyName(input.property)}`,
    body: newBody(input)
  })),
  update: byEditor(http, update, (input) => {
    const { mask, body } = maskAndValues(input)
    return {
      method: "PATCH",
      endpoint: withQuery(endpoint(input), { updateMask: mask }),
      lookAt: look(input),
      body
    }
  }),
  delete: byEditor(http, remove, (input) => ({
    method: "DELETE",
    endpoint: endpoint(input),
    lookAt: look(input)
  }))
})
