// Messages of the Admin API: records and responses.

import { countingMethods, industryCategories, propertyTypes, serviceLevels, streamTypes } from "../enums.ts"
import { double, flag, holds, list, message, oneOfNames, text, timestamp } from "../types.ts"

export const property = message("Property", {
  name: text,
  propertyType: oneOfNames(propertyTypes),
  createTime: timestamp,
  updateTime: timestamp,
  parent: text,
  displayName: text,
  industryCategory: oneOfNames(industryCategories),
  timeZone: text,
  currencyCode: text,
  serviceLevel: oneOfNames(serviceLevels),
  deleteTime: timestamp,
  expireTime: timestamp,
  account: text
})
export const listPropertiesResponse = message("ListPropertiesResponse", {
  properties: list(holds(() => property)),
  nextPageToken: text
})

const webStreamData = message("DataStream.WebStreamData", {
  measurementId: text,
  firebaseAppId: text,
  defaultUri: text
})
const androidAppStreamData = message("DataStream.AndroidAppStreamData", { firebaseAppId: text, packageName: text })
const iosAppStreamData = message("DataStream.IosAppStreamData", { firebaseAppId: text, bundleId: text })
export const dataStream = message(
  "DataStream",
  {
    webStreamData: holds(() => webStreamData),
    androidAppStreamData: holds(() => androidAppStreamData),
    iosAppStreamData: holds(() => iosAppStreamData),
    name: text,
    type: oneOfNames(streamTypes),
    displayName: text,
    createTime: timestamp,
    updateTime: timestamp
  },
  { oneOf: [["webStreamData", "androidAppStreamData", "iosAppStreamData"]] }
)
export const listDataStreamsResponse = message("ListDataStreamsResponse", {
  dataStreams: list(holds(() => dataStream)),
  nextPageToken: text
})

const defaultValue = message("KeyEvent.DefaultValue", { numericValue: double, currencyCode: text })
export const keyEvent = message("KeyEvent", {
  name: text,
  eventName: text,
  createTime: timestamp,
  deletable: flag,
  custom: flag,
  countingMethod: oneOfNames(countingMethods),
  defaultValue: holds(() => defaultValue)
})
export const listKeyEventsResponse = message("ListKeyEventsResponse", {
  keyEvents: list(holds(() => keyEvent)),
  nextPageToken: text
})

const propertySummary = message("PropertySummary", {
  property: text,
  displayName: text,
  propertyType: oneOfNames(propertyTypes),
  parent: text,
  canEdit: flag
})
const accountSummary = message("AccountSummary", {
  name: text,
  account: text,
  displayName: text,
  propertySummaries: list(holds(() => propertySummary))
})
export const listAccountSummariesResponse = message("ListAccountSummariesResponse", {
  accountSummaries: list(holds(() => accountSummary)),
  nextPageToken: text
})
/** `google.protobuf.Empty`. */
export const empty = message("Empty", {})

/** All messages of this file, which a test compares with the official ones. */
export const adminMessages = [
  property,
  listPropertiesResponse,
  webStreamData,
  androidAppStreamData,
  iosAppStreamData,
  dataStream,
  listDataStreamsResponse,
  defaultValue,
  keyEvent,
  listKeyEventsResponse,
  propertySummary,
  accountSummary,
  listAccountSummariesResponse
]
