import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Commit, type ChangedFile } from "../schema/Commit.ts"

const ID = "codehost_get_commit"

const { more_files: _more, ...commit } = Commit.fields

/** A message longer than this is cut where there are files to show beside it. */
const MESSAGE_CHARS = 2000

/** A patch is shown whole, or the next answer begins with it; one that no answer holds is cut. */
const PATCH_CHARS = [100_000, 8000]

/** Where the files go on: on this page, on the next one, or nowhere. */
const following = (skip: number | undefined, page: number | undefined, hasMore: boolean | undefined) => {
  if (skip !== undefined) return { ...(page !== undefined && { page }), skip }
  return hasMore === true ? { page: (page ?? 1) + 1 } : undefined
}

/** The files that were asked for by their names, now or before. */
const among = (files: ReadonlyArray<ChangedFile>, paths: ReadonlyArray<string> | undefined) =>
  paths === undefined
    ? files
    : files.filter((file) => paths.includes(file.filename) || paths.includes(file.previous_filename ?? ""))

export const getCommit = ToolStep.make({
  id: ID,
  title: "Get Commit",
  description:
    "A commit by its sha, branch or tag, with its files: stats (the default) or patch (diffs), of these paths only.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    ref: Schema.String,
    detail: Schema.optionalKey(Schema.Literals(["none", "stats", "patch"])),
    paths: Schema.optionalKey(Schema.Array(Schema.String)),
    page: Schema.optionalKey(Schema.Int),
    skip: Schema.optionalKey(Schema.Int),
    max_kb: AnswerSize.maxKb
  }),
  output: Schema.Struct({ ...commit, ...Listing.cuts }),
  run: (input) => {
    const { paths, skip, max_kb: _maxKb, ...asked } = input
    if (skip !== undefined && skip < 0) {
      return Effect.fail(invalid("codehost", ID, [{ field: "skip", message: "must be 0 or more" }]))
    }
    return Effect.flatMap(CodeHost, ({ commits }) =>
      Effect.map(commits.get(asked), ({ more_files: hasMore, files, ...found }) => {
        if (files == null) return found
        const { message } = found.commit
        const isLong = message.length > MESSAGE_CHARS
        const head = isLong
          ? { ...found, commit: { ...found.commit, message: Listing.excerpt(message, 0, MESSAGE_CHARS).text } }
          : found
        const room = AnswerSize.limitOf(input) - AnswerSize.bytesOf(head) - AnswerSize.bytesOf(input) - 600
        const fit = Listing.fitted("files", among(files, paths), Math.max(1000, room), skip, PATCH_CHARS)
        const next = following(fit.skip, asked.page, hasMore)
        const left_out = [
          ...(isLong ? [`commit.message: cut after ${MESSAGE_CHARS} bytes; detail none gives more of it`] : []),
          ...(fit.left_out ?? []),
          ...(hasMore === true ? ["files: more are on the next page"] : [])
        ]
        const { skip: _skip, page: _page, ...again } = input
        return {
          ...head,
          files: fit.items,
          ...(left_out.length > 0 && { left_out }),
          ...(next !== undefined && { next: { ...again, ...next } })
        }
      })
    )
  }
})
