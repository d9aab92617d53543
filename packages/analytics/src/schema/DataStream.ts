/** Data streams: a property collects nothing before it has one. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { PropertyName } from "./Property.ts"

const streamType = Schema.Literals(["WEB_DATA_STREAM", "ANDROID_APP_DATA_STREAM", "IOS_APP_DATA_STREAM"])

/** A data stream as the service writes it. */
export const DataStream = Schema.Struct({
  /** `properties/1234/dataStreams/78`. */
  name: Schema.String,
  type: Schema.String,
  displayName: maybe(Schema.String),
  webStreamData: maybe(
    Schema.Struct({
      /** `G-...`: what the site's tag names. */
      measurementId: maybe(Schema.String),
      /** The site's address: how a page's site leads to its property. */
      defaultUri: maybe(Schema.String),
      firebaseAppId: maybe(Schema.String)
    })
  ),
  androidAppStreamData: maybe(
    Schema.Struct({ packageName: maybe(Schema.String), firebaseAppId: maybe(Schema.String) })
  ),
  iosAppStreamData: maybe(Schema.Struct({ bundleId: maybe(Schema.String), firebaseAppId: maybe(Schema.String) })),
  createTime: maybe(Schema.String),
  updateTime: maybe(Schema.String)
})
export type DataStream = typeof DataStream.Type

/** Which data stream. */
export const DataStreamName = Schema.Struct({ ...PropertyName.fields, dataStreamId: Names.dataStreamId() })
export type DataStreamName = typeof DataStreamName.Type

const displayName = Names.text(255)

/** A stream to be made: a site's, or an app's. */
export const NewDataStream = Schema.Struct({
  ...PropertyName.fields,
  displayName: displayName(),
  /** WEB_DATA_STREAM by default. */
  type: Schema.optionalKey(streamType),
  /** Of a web stream: https://www.example.com. */
  defaultUri: Schema.optionalKey(Names.siteAddress()),
  /** Of an Android app. */
  packageName: Schema.optionalKey(Names.text(255)()),
  /** Of an iOS app. */
  bundleId: Schema.optionalKey(Names.text(255)())
})
export type NewDataStream = typeof NewDataStream.Type

/** A change of a stream: what is named is changed. */
export const DataStreamChange = Schema.Struct({
  ...DataStreamName.fields,
  displayName: Schema.optionalKey(displayName()),
  /** Of a web stream. */
  defaultUri: Schema.optionalKey(Names.siteAddress())
})
export type DataStreamChange = typeof DataStreamChange.Type
