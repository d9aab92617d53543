/** Gists as the service writes them. */
import * as Schema from "effect/Schema"

import { maybe } from "../internal/maybe.ts"
import { User } from "./User.ts"

/** One file of a gist; lists leave out its content. */
export const GistFile = Schema.Struct({
  filename: maybe(Schema.String),
  type: maybe(Schema.String),
  language: maybe(Schema.String),
  /** Bytes. */
  size: maybe(Schema.Int),
  raw_url: maybe(Schema.String),
  /** The first megabyte, where `truncated`. */
  content: maybe(Schema.String),
  truncated: maybe(Schema.Boolean)
})
export type GistFile = typeof GistFile.Type

/** One gist. Times are ISO 8601. */
export const Gist = Schema.Struct({
  id: Schema.String,
  description: maybe(Schema.String),
  public: Schema.Boolean,
  html_url: Schema.String,
  owner: maybe(User),
  /** By name. */
  files: Schema.Record(Schema.String, Schema.NullOr(GistFile)),
  comments: maybe(Schema.Int),
  created_at: Schema.String,
  updated_at: Schema.String
})
export type Gist = typeof Gist.Type
