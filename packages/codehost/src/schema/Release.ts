/** Releases as the service returns them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import { User } from "./User.ts"

/** A file attached to a release. */
export const Asset = Schema.Struct({
  name: Schema.String,
  /** Bytes. */
  size: maybe(Schema.Int),
  download_count: maybe(Schema.Int),
  content_type: maybe(Schema.String),
  browser_download_url: maybe(Schema.String)
})
export type Asset = typeof Asset.Type

/** One release. Times are ISO 8601. */
export const Release = Schema.Struct({
  id: Schema.Int,
  tag_name: Schema.String,
  name: maybe(Schema.String),
  /** Markdown. */
  body: maybe(Schema.String),
  draft: Schema.Boolean,
  prerelease: Schema.Boolean,
  html_url: Schema.String,
  target_commitish: maybe(Schema.String),
  author: maybe(User),
  assets: maybe(Schema.Array(Asset)),
  created_at: Schema.String,
  published_at: maybe(Schema.String)
})
export type Release = typeof Release.Type
