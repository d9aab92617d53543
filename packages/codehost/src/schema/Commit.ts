/** Commits as the service returns them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"

const Signature = Schema.Struct({ name: maybe(Schema.String), email: maybe(Schema.String), date: maybe(Schema.String) })

/** Null or without fields if no account has the e-mail address of the signature. */
const Account = Schema.Struct({ login: maybe(Schema.String), id: maybe(Schema.Int) })

/** One file of a commit. */
export const ChangedFile = Schema.Struct({
  filename: Schema.String,
  previous_filename: maybe(Schema.String),
  /** `added`, `removed`, `modified`, `renamed`, `copied`, `changed` or `unchanged`. */
  status: Schema.String,
  additions: Schema.Int,
  deletions: Schema.Int,
  changes: Schema.Int,
  /** Unified diff; absent for binary and very large files. */
  patch: maybe(Schema.String)
})
export type ChangedFile = typeof ChangedFile.Type

/** One commit; lists omit `stats` and `files`. Times are ISO 8601. */
export const Commit = Schema.Struct({
  sha: Schema.String,
  html_url: maybe(Schema.String),
  commit: Schema.Struct({
    message: Schema.String,
    author: maybe(Signature),
    committer: maybe(Signature),
    verification: maybe(Schema.Struct({ verified: maybe(Schema.Boolean), reason: maybe(Schema.String) }))
  }),
  author: maybe(Account),
  committer: maybe(Account),
  parents: maybe(Schema.Array(Schema.Struct({ sha: Schema.String }))),
  /** Numbers of lines. */
  stats: maybe(Schema.Struct({ additions: maybe(Schema.Int), deletions: maybe(Schema.Int), total: maybe(Schema.Int) })),
  files: maybe(Schema.Array(ChangedFile)),
  /** True if more files changed than are on this page; the service lists 3,000 at most. */
  more_files: Schema.optionalKey(Schema.Boolean)
})
export type Commit = typeof Commit.Type

/** Identifies a commit and says how much of it to read. */
export const CommitName = Schema.Struct({
  ...Names.repository,
  /** Commit, branch or tag. */
  ref: Names.ref(),
  /**
   * `none`: message and people; `stats` (the default): also the changed files and line counts; `patch`: also the diffs.
   */
  detail: Schema.optionalKey(Schema.Literals(["none", "stats", "patch"])),
  /** Page of the changed files, from 1, with 300 files per page. `more_files` is true if there are more pages. */
  page: Schema.optionalKey(Names.positive())
})
export type CommitName = typeof CommitName.Type

/** Input for listing commits. */
export const CommitQuery = Schema.Struct({
  ...Names.repository,
  /** Branch, tag or commit to start from. Default: the default branch. */
  sha: Schema.optionalKey(Names.ref("Branch, tag or commit")),
  /** Only commits that changed this file or folder. */
  path: Schema.optionalKey(Names.path()),
  /** Login or e-mail address. */
  author: Schema.optionalKey(Names.text()),
  committer: Schema.optionalKey(Names.text()),
  /** ISO 8601: only commits at or after this time. */
  since: Schema.optionalKey(Names.time()),
  /** ISO 8601: only commits at or before this time. */
  until: Schema.optionalKey(Names.time())
})
export type CommitQuery = typeof CommitQuery.Type
