/** Gists as the service returns them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { User } from "./User.ts"

/** One file of a gist; lists omit its content. */
export const GistFile = Schema.Struct({
  filename: maybe(Schema.String),
  type: maybe(Schema.String),
  language: maybe(Schema.String),
  /** Bytes. */
  size: maybe(Schema.Int),
  raw_url: maybe(Schema.String),
  /** Only the first megabyte if `truncated` is true. */
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
  /** Files by name. */
  files: Schema.Record(Schema.String, Schema.NullOr(GistFile)),
  comments: maybe(Schema.Int),
  created_at: Schema.String,
  updated_at: Schema.String
})
export type Gist = typeof Gist.Type

const isFileName = (name: string): boolean => name.trim() !== "" && !/[/\\]/.test(name)

/** Returns what is wrong with the file names or contents of a new or changed gist, or `undefined`. */
const filesProblem = (files: Readonly<Record<string, unknown>>): string | undefined => {
  const names = Object.keys(files)
  if (names.length === 0) return "must have at least one file"
  if (!names.every(isFileName)) return "must be keyed by file names, without folders"
  return Object.values(files).includes("") ? "must have content: a file of a gist cannot be empty" : undefined
}

/** Input for creating a gist. */
export const NewGist = Schema.Struct({
  /** One file or more; no file may be empty. */
  files: Schema.Record(Schema.String, Schema.String)
    .annotate({ description: "Content by file name" })
    .check(Schema.makeFilter(filesProblem)),
  description: Schema.optionalKey(Schema.String),
  /** Default: false, which makes a secret gist that can only be found by its address. */
  public: Schema.optionalKey(Schema.Boolean)
})
export type NewGist = typeof NewGist.Type

/** Identifies a gist. */
export const GistName = Schema.Struct({ gist_id: Names.gistId() })
export type GistName = typeof GistName.Type

/** New content of a file, a new name for it, or both. */
const FileChange = Schema.Struct({
  content: Schema.optional(Schema.String),
  filename: Schema.optional(Schema.String)
}).check(
  Schema.makeFilter(({ content, filename }) => {
    if (content === undefined && filename === undefined) return "must give content or a filename"
    if (filename !== undefined && !isFileName(filename)) return "must be a file name, without folders"
    return content === "" ? "must have content: a file of a gist cannot be empty" : undefined
  })
)

/** Changes to files of an existing gist, by their current names. */
const filesToChange = <S extends Schema.Top & { readonly Type: unknown }>(file: S) =>
  Schema.Record(Schema.String, file)
    .annotate({ description: "By file name" })
    .check(Schema.makeFilter((files: Readonly<Record<string, unknown>>) => filesProblem(files)))

/** Input for changing a gist; files that are not named stay as they are. */
export const GistChange = Schema.Struct({
  ...GistName.fields,
  description: Schema.optionalKey(Schema.String),
  /** New content, an object with new content or a new name, or null to delete the file. */
  files: Schema.optionalKey(filesToChange(Schema.Union([Schema.String, FileChange, Schema.Null])))
})
export type GistChange = typeof GistChange.Type

/** Like `GistChange`, but files cannot be renamed. */
export const GistContentChange = Schema.Struct({
  ...GistChange.fields,
  files: Schema.optionalKey(filesToChange(Schema.NullOr(Schema.String)))
})

/** Input for listing the gists of a user. */
export const GistQuery = Schema.Struct({
  username: Names.login(),
  /** ISO 8601: only gists updated at or after this time. */
  since: Schema.optionalKey(Names.time())
})
export type GistQuery = typeof GistQuery.Type
