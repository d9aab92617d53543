/** Data streams. A property collects no data until it has one. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { PropertyName } from "./Property.ts"

const streamType = Schema.Literals(["WEB_DATA_STREAM", "ANDROID_APP_DATA_STREAM", "IOS_APP_DATA_STREAM"])

/** A data stream as the service returns it. */
export const DataStream = Schema.Struct({
  /** `properties/1234/dataStreams/78`. */
  name: Schema.String,
  type: Schema.String,
  displayName: maybe(Schema.String),
  webStreamData: maybe(
    Schema.Struct({
      /** The measurement id `G-...`, which the site's tag contains. */
      measurementId: maybe(Schema.String),
      /** The site's URL, by which a page's site can be matched to its property. */
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

/** Identifies a data stream. */
export const DataStreamName = Schema.Struct({ ...PropertyName.fields, dataStreamId: Names.dataStreamId() })
export type DataStreamName = typeof DataStreamName.Type

const displayName = Names.text(255)

/** A new data stream of a site or an app. */
export const NewDataStream = Schema.Struct({
  ...PropertyName.fields,
  displayName: displayName(),
  /** Defaults to WEB_DATA_STREAM. */
  type: Schema.optionalKey(streamType),
  /** Of a web stream, such as https://www.example.com. */
  defaultUri: Schema.optionalKey(Names.siteAddress()),
  /** Of an Android app. */
  packageName: Schema.optionalKey(Names.text(255)()),
  /** Of an iOS app. */
  bundleId: Schema.optionalKey(Names.text(255)())
})
export type NewDataStream = typeof NewDataStream.Type

/** Changes of a data stream. Only the given fields are changed. */
export const DataStreamChange = Schema.Struct({
  ...DataStreamName.fields,
  displayName: Schema.optionalKey(displayName()),
  /** Of a web stream. */
  defaultUri: Schema.optionalKey(Names.siteAddress())
})
export type DataStreamChange = typeof DataStreamChange.Type
