// Data streams: the sources of a property's data.
// Source: https://developers.google.com/analytics/devguides/config/admin/v1/rest/v1beta/properties.dataStreams

import { isObject } from "@inlay/sandbox-kit/json"

import { type DataStream, streamsOf } from "../accounts/accounts.ts"
import { alreadyExists, invalid, notFound, required } from "../frame/errors.ts"
import { type Context, operation } from "../frame/operation.ts"
import type { Content } from "../protocol/encode.ts"
import { dataStream, empty, listDataStreamsResponse } from "../protocol/messages/admin.ts"
import { propertyFor, propertyToChange } from "./access.ts"
import { paged, pageQuery } from "./paging.ts"
import { maskOf } from "./update-mask.ts"
import { displayNameOf, textOf, uriOf } from "./values.ts"

const longestName = 255

const dataOf = ({ appId, defaultUri, measurementId, type }: DataStream): Content => {
  if (type === "WEB_DATA_STREAM") return { webStreamData: { measurementId, defaultUri } }
  if (type === "IOS_APP_DATA_STREAM") return { iosAppStreamData: { bundleId: appId } }
  return { androidAppStreamData: { packageName: appId } }
}

const record = (stream: DataStream): Content => ({
  name: `properties/${stream.propertyId}/dataStreams/${stream.id}`,
  type: stream.type,
  displayName: stream.displayName,
  createTime: stream.createTime,
  updateTime: stream.updateTime,
  ...dataOf(stream)
})

const streamFor = ({ params, state }: Context): DataStream => {
  const stream = state.world.streams.get(params["stream"] ?? "")
  if (stream === undefined || stream.propertyId !== params["property"]) throw notFound()
  return stream
}

const list = (context: Context): Content => {
  const { id } = propertyFor(context, "viewer")
  return paged(context, "dataStreams", streamsOf(context.state.world, id).map(record))
}

const show = (context: Context): Content => {
  propertyFor(context, "viewer")
  return record(streamFor(context))
}

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
/** The measurement id is derived from the number, so it is always the same. */
const measurementIdOf = (number: number): string =>
  `G-${Array.from({ length: 10 }, (_, at) => letters[(number * (at + 7) + at * 11) % letters.length]).join("")}`

const appIdOf = (value: unknown, field: string): string => {
  if (typeof value !== "string" || value === "") throw required(field)
  return value
}

const create = (context: Context): Content => {
  const { body, state } = context
  const { type, webStreamData } = body
  if (type === undefined || type === "DATA_STREAM_TYPE_UNSPECIFIED") throw required("type")
  const isWeb = type === "WEB_DATA_STREAM"
  if (isWeb && webStreamData === undefined) throw required("web_stream_data")
  if (isWeb) displayNameOf(body["displayName"], longestName)
  const defaultUri = isWeb ? uriOf(member(webStreamData, "defaultUri")) : ""
  const appId =
    type === "IOS_APP_DATA_STREAM"
      ? appIdOf(member(body["iosAppStreamData"], "bundleId"), "ios_app_stream_data.bundle_id")
      : type === "ANDROID_APP_DATA_STREAM"
        ? appIdOf(member(body["androidAppStreamData"], "packageName"), "android_app_stream_data.package_name")
        : ""
  const { id: propertyId } = propertyToChange(context)
  const others = streamsOf(state.world, propertyId)
  if (isWeb && defaultUri !== "" && others.some((other) => other.defaultUri === defaultUri)) throw alreadyExists()
  const stamp = state.clock.stamp()
  const number = state.world.nextId++
  const stream: DataStream = {
    id: String(number),
    propertyId,
    type: isWeb ? "WEB_DATA_STREAM" : type === "IOS_APP_DATA_STREAM" ? type : "ANDROID_APP_DATA_STREAM",
    createTime: stamp,
    updateTime: stamp,
    displayName: textOf(body["displayName"]),
    measurementId: isWeb ? measurementIdOf(number) : "",
    defaultUri,
    appId
  }
  state.world.streams.set(stream.id, stream)
  return record(stream)
}

const update = (context: Context): Content => {
  const { body, state } = context
  const mask = maskOf(context, {
    fields: ["displayName", "webStreamData.defaultUri"],
    fixed: [
      "name",
      "type",
      "createTime",
      "updateTime",
      "webStreamData.measurementId",
      "androidAppStreamData",
      "iosAppStreamData"
    ]
  })
  propertyToChange(context)
  const stream = streamFor(context)
  const ofUri = mask.has("webStreamData.defaultUri") && body["webStreamData"] !== undefined
  if (ofUri && stream.type !== "WEB_DATA_STREAM") throw invalid("Only web streams have a default_uri.")
  const changes: Partial<DataStream> = {
    ...(mask.has("displayName") ? { displayName: displayNameOf(body["displayName"], longestName) } : {}),
    ...(ofUri ? { defaultUri: uriOf(member(body["webStreamData"], "defaultUri")) } : {})
  }
  Object.assign(stream, changes, { updateTime: state.clock.stamp() })
  return record(stream)
}

const remove = (context: Context): Content => {
  propertyToChange(context)
  context.state.world.streams.delete(streamFor(context).id)
  return {}
}

const all = "properties/{property}/dataStreams"
const one = `${all}/{stream}`

export const dataStreamOperations = [
  operation("admin", `GET ${all}`, {
    name: "listDataStreams",
    gives: listDataStreamsResponse,
    query: pageQuery,
    run: list
  }),
  operation("admin", `GET ${one}`, { name: "getDataStream", gives: dataStream, run: show }),
  operation("admin", `POST ${all}`, { name: "createDataStream", takes: dataStream, gives: dataStream, run: create }),
  operation("admin", `PATCH ${one}`, {
    name: "updateDataStream",
    takes: dataStream,
    gives: dataStream,
    query: ["updateMask"],
    run: update
  }),
  operation("admin", `DELETE ${one}`, { name: "deleteDataStream", gives: empty, run: remove })
]
