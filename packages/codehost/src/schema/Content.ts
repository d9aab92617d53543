/** Files and folders of a repository. */
import * as Schema from "effect/Schema"

import { maybe } from "../internal/maybe.ts"

/** What stands at a path, without what is in it. */
export const Entry = Schema.Struct({
  /** `file`, `dir`, `symlink` or `submodule`. */
  type: Schema.String,
  name: Schema.String,
  path: Schema.String,
  /** Of the blob, tree or, for a submodule, commit. */
  sha: Schema.String,
  /** Bytes; 0 for a folder. */
  size: maybe(Schema.Int),
  html_url: maybe(Schema.String),
  /** Where a symbolic link points. */
  target: maybe(Schema.String),
  /** Where a submodule is cloned from. */
  submodule_git_url: maybe(Schema.String)
})
export type Entry = typeof Entry.Type

/** What stands at a path: a file with its content, or a folder with its entries. */
export const Content = Schema.Struct({
  /** `file`, `dir`, `symlink` or `submodule`. */
  type: Schema.String,
  name: Schema.String,
  path: Schema.String,
  /** Of the blob or commit; absent for a folder. Give it back to `contents.put` to write only over what you read. */
  sha: Schema.optionalKey(Schema.String),
  /** Bytes. */
  size: maybe(Schema.Int),
  html_url: maybe(Schema.String),
  /** How `content` is written: `utf-8` for text, `base64` for anything else. */
  encoding: Schema.optionalKey(Schema.Literals(["utf-8", "base64"])),
  /** A file's whole content. */
  content: Schema.optionalKey(Schema.String),
  /** A folder's entries. */
  entries: Schema.optionalKey(Schema.Array(Entry)),
  /** True where a folder has more entries than the service lists. */
  truncated: Schema.optionalKey(Schema.Boolean),
  target: maybe(Schema.String),
  submodule_git_url: maybe(Schema.String)
})
export type Content = typeof Content.Type

const MadeCommit = Schema.Struct({
  sha: Schema.String,
  html_url: maybe(Schema.String),
  message: maybe(Schema.String)
})

/** The service's answer to a write; without content after a deletion. */
export const WrittenFile = Schema.Struct({
  content: maybe(Schema.Struct({ sha: Schema.String, html_url: maybe(Schema.String) })),
  commit: MadeCommit
})
export type WrittenFile = typeof WrittenFile.Type

/** What a write to a file did. */
export const FileChange = Schema.Struct({
  /** Whether there was no such file before; false for an update and a deletion. */
  created: Schema.Boolean,
  path: Schema.String,
  /** Of the file's new blob; absent after a deletion. */
  sha: Schema.optionalKey(Schema.String),
  html_url: Schema.optionalKey(Schema.String),
  commit: MadeCommit
})
export type FileChange = typeof FileChange.Type
