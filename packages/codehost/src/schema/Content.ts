/** Files and folders of a repository. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"

/** A file, folder, symbolic link or submodule, without its content. */
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

/** A file with its content, or a folder with its entries; a symbolic link or submodule by name. */
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

/** A path in a repository. */
export const ContentPath = Schema.Struct({
  ...Names.repository,
  /** `src/main.ts`; the root folder where it is empty or left out. */
  path: Schema.optionalKey(Names.path("Default: the root folder")),
  /** Branch, tag or commit; the default branch where it is left out. */
  ref: Schema.optionalKey(Names.ref())
})
export type ContentPath = typeof ContentPath.Type

/** The author or committer of a commit; the token's owner by default. */
export const Author = Schema.Struct({ name: Schema.String, email: Schema.String })
export type Author = typeof Author.Type

/** Who, and when: ISO 8601. */
export const Signature = Schema.Struct({ ...Author.fields, date: Schema.optional(Schema.String) })
export type Signature = typeof Signature.Type

/** A part of a file, and what takes its place. */
export const Edit = Schema.Struct({ old: Schema.String, new: Schema.String }).check(
  Schema.makeFilter((edit) => {
    if (edit.old === "") return "must not have an empty old: give the text that is replaced"
    if (!edit.old.isWellFormed() || !edit.new.isWellFormed()) return "must not hold half of a character"
    return edit.old === edit.new ? "must not be the same as before" : undefined
  })
)
export type Edit = typeof Edit.Type

const write = {
  /** The commit's message; one that names the file where it is left out. */
  message: Schema.optionalKey(Names.text()),
  /** The default branch where it is left out. */
  branch: Schema.optionalKey(Names.branch()),
  /** The blob that was read. By default the current one is looked up on the same branch. */
  sha: Schema.optionalKey(Names.sha("Of the file as you read it"))
}

/** A file to write. */
export const FileWrite = Schema.Struct({
  ...Names.repository,
  path: Names.filePath(),
  /** The whole new content: text, or base64 where `encoding` says so. At most 100 MB. Not with `edits`. */
  content: Schema.optionalKey(Schema.String),
  /** How `content` is written; `utf-8` by default. */
  encoding: Schema.optionalKey(Schema.Literals(["utf-8", "base64"])),
  /**
   * Parts to replace, one after the other, in the place of `content`; all other bytes stay. Each `old` must stand in the file
   * exactly once; its line ends are taken as the file's.
   */
  edits: Schema.optionalKey(
    Schema.Array(Edit)
      .annotate({ description: "old must stand once in the file" })
      .check(Schema.makeFilter((edits) => (edits.length === 0 ? "must hold one edit or more" : undefined)))
  ),
  /** False: a file that is there is written only by its `sha`, or by `edits`. True by default. */
  overwrite: Schema.optionalKey(Schema.Boolean.annotate({ description: "false: never without sha" })),
  ...write,
  author: Schema.optionalKey(Signature),
  committer: Schema.optionalKey(Signature)
})
export type FileWrite = typeof FileWrite.Type

/** A file to delete. */
export const FileDeletion = Schema.Struct({
  ...Names.repository,
  path: Names.filePath(),
  ...write,
  author: Schema.optionalKey(Author),
  committer: Schema.optionalKey(Author)
})
export type FileDeletion = typeof FileDeletion.Type
