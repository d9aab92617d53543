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
  /** Hash of the blob or tree, or of the commit for a submodule. */
  sha: Schema.String,
  /** Bytes; 0 for a folder. */
  size: maybe(Schema.Int),
  html_url: maybe(Schema.String),
  /** Target of a symbolic link. */
  target: maybe(Schema.String),
  /** Clone address of a submodule. */
  submodule_git_url: maybe(Schema.String)
})
export type Entry = typeof Entry.Type

/** A file with its content or a folder with its entries. A symbolic link or submodule has neither, only its target. */
export const Content = Schema.Struct({
  /** `file`, `dir`, `symlink` or `submodule`. */
  type: Schema.String,
  name: Schema.String,
  path: Schema.String,
  /**
   * Hash of the blob or commit; absent for a folder. Pass it to `contents.put` to overwrite only the version that you
   * read.
   */
  sha: Schema.optionalKey(Schema.String),
  /** Bytes. */
  size: maybe(Schema.Int),
  html_url: maybe(Schema.String),
  /** Encoding of `content`: `utf-8` for text, `base64` for anything else. */
  encoding: Schema.optionalKey(Schema.Literals(["utf-8", "base64"])),
  /** The whole content of a file. */
  content: Schema.optionalKey(Schema.String),
  /** The entries of a folder. */
  entries: Schema.optionalKey(Schema.Array(Entry)),
  /** True if a folder has more entries than the service lists. */
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

/** The service's response to a write; it has no content after a deletion. */
export const WrittenFile = Schema.Struct({
  content: maybe(Schema.Struct({ sha: Schema.String, html_url: maybe(Schema.String) })),
  commit: MadeCommit
})
export type WrittenFile = typeof WrittenFile.Type

/** The result of a write to a file. */
export const FileChange = Schema.Struct({
  /** True if the file did not exist before; false for an update and a deletion. */
  created: Schema.Boolean,
  path: Schema.String,
  /** Hash of the file's new blob; absent after a deletion. */
  sha: Schema.optionalKey(Schema.String),
  html_url: Schema.optionalKey(Schema.String),
  commit: MadeCommit
})
export type FileChange = typeof FileChange.Type

/** A path in a repository. */
export const ContentPath = Schema.Struct({
  ...Names.repository,
  /** For example `src/main.ts`. If empty or left out, the root folder. */
  path: Schema.optionalKey(Names.path("Default: the root folder")),
  /** Branch, tag or commit. Default: the default branch. */
  ref: Schema.optionalKey(Names.ref())
})
export type ContentPath = typeof ContentPath.Type

/** The author or committer of a commit. Default: the token's owner. */
export const Author = Schema.Struct({ name: Schema.String, email: Schema.String })
export type Author = typeof Author.Type

/** An author or committer with the time, as ISO 8601. */
export const Signature = Schema.Struct({ ...Author.fields, date: Schema.optional(Schema.String) })
export type Signature = typeof Signature.Type

/** Part of a file and its replacement. */
export const Edit = Schema.Struct({ old: Schema.String, new: Schema.String }).check(
  Schema.makeFilter((edit) => {
    if (edit.old === "") return "must not have an empty old: give the text to replace"
    if (!edit.old.isWellFormed() || !edit.new.isWellFormed()) return "must not contain half of a character"
    return edit.old === edit.new ? "must change the text" : undefined
  })
)
export type Edit = typeof Edit.Type

const write = {
  /** The commit message. Default: a message that names the file. */
  message: Schema.optionalKey(Names.text()),
  /** Default: the default branch. */
  branch: Schema.optionalKey(Names.branch()),
  /** Hash of the blob that was read. By default the current one is looked up on the same branch. */
  sha: Schema.optionalKey(Names.sha("Of the file as you read it"))
}

/** Input for writing a file. */
export const FileWrite = Schema.Struct({
  ...Names.repository,
  path: Names.filePath(),
  /** The whole new content: text, or base64 if `encoding` says so. At most 100 MB. Cannot be combined with `edits`. */
  content: Schema.optionalKey(Schema.String),
  /** Encoding of `content`; `utf-8` by default. */
  encoding: Schema.optionalKey(Schema.Literals(["utf-8", "base64"])),
  /**
   * Parts to replace, one after the other, instead of giving `content`; all other bytes stay as they are. Each `old`
   * must occur in the file exactly once; its line endings are converted to those of the file.
   */
  edits: Schema.optionalKey(
    Schema.Array(Edit)
      .annotate({ description: "old must occur once in the file" })
      .check(Schema.makeFilter((edits) => (edits.length === 0 ? "must have at least one edit" : undefined)))
  ),
  /** If false, an existing file is only overwritten if `sha` or `edits` is given. True by default. */
  overwrite: Schema.optionalKey(Schema.Boolean),
  ...write,
  author: Schema.optionalKey(Signature),
  committer: Schema.optionalKey(Signature)
})
export type FileWrite = typeof FileWrite.Type

/** Input for deleting a file. */
export const FileDeletion = Schema.Struct({
  ...Names.repository,
  path: Names.filePath(),
  ...write,
  author: Schema.optionalKey(Author),
  committer: Schema.optionalKey(Author)
})
export type FileDeletion = typeof FileDeletion.Type
