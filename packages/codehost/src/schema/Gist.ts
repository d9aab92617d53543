/** Gists as the service writes them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
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

const isFileName = (name: string): boolean => name.trim() !== "" && !/[/\\]/.test(name)

/** What is wrong with files by their names; the same for a new gist and a changed one. */
const filesProblem = (files: Readonly<Record<string, unknown>>): string | undefined => {
  const names = Object.keys(files)
  if (names.length === 0) return "must hold one file or more"
  if (!names.every(isFileName)) return "must be named by file names, without folders"
  return Object.values(files).includes("") ? "must hold content: a file of a gist is never empty" : undefined
}

/** A gist to be. */
export const NewGist = Schema.Struct({
  /** One or more, none empty. */
  files: Schema.Record(Schema.String, Schema.String)
    .annotate({ description: "Content by file name" })
    .check(Schema.makeFilter(filesProblem)),
  description: Schema.optionalKey(Schema.String),
  /** False (secret: found only by its address) by default. */
  public: Schema.optionalKey(Schema.Boolean)
})
export type NewGist = typeof NewGist.Type

/** Names a gist. */
export const GistName = Schema.Struct({ gist_id: Names.gistId() })
export type GistName = typeof GistName.Type

/** New content of a file, another name for it, or both. */
const FileChange = Schema.Struct({
  content: Schema.optional(Schema.String),
  filename: Schema.optional(Schema.String)
}).check(
  Schema.makeFilter(({ content, filename }) => {
    if (content === undefined && filename === undefined) return "must give content or a filename"
    if (filename !== undefined && !isFileName(filename)) return "must be named by a file name, without folders"
    return content === "" ? "must hold content: a file of a gist is never empty" : undefined
  })
)

/** Files of a gist that is there, by their names now. */
const filesToChange = <S extends Schema.Top & { readonly Type: unknown }>(file: S) =>
  Schema.Record(Schema.String, file)
    .annotate({ description: "By file name" })
    .check(Schema.makeFilter((files: Readonly<Record<string, unknown>>) => filesProblem(files)))

/** What to change of a gist; files that are not named stay. */
export const GistChange = Schema.Struct({
  ...GistName.fields,
  description: Schema.optionalKey(Schema.String),
  /** New content, a change of content or name, or null to delete the file. */
  files: Schema.optionalKey(filesToChange(Schema.Union([Schema.String, FileChange, Schema.Null])))
})
export type GistChange = typeof GistChange.Type

/** As `GistChange`, without other names for files. */
export const GistContentChange = Schema.Struct({
  ...GistChange.fields,
  files: Schema.optionalKey(filesToChange(Schema.NullOr(Schema.String)))
})

/** Whose gists, and since when. */
export const GistQuery = Schema.Struct({
  username: Names.login(),
  /** ISO 8601: updated at or after. */
  since: Schema.optionalKey(Names.time())
})
export type GistQuery = typeof GistQuery.Type
