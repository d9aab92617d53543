import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import * as Commits from "../client/Commits.ts"
import { Commit, type ChangedFile } from "../schema/Commit.ts"
import { skip } from "./parts/skip.ts"

const { more_files: _more, ...commit } = Commit.fields

/** A longer message is cut, to leave room for the files. */
const MESSAGE_CHARS = 2000

/**
 * Patch lengths to try, in characters: whole patches first, then cut ones. A patch that fits into no response is cut.
 */
const PATCH_CHARS = [100_000, 8000]

/** Returns the input for the remaining files, on the same page or on the next one. */
const following = (start: number | undefined, page: number | undefined, hasMore: boolean | undefined) => {
  if (start !== undefined) return { ...(page !== undefined && { page }), skip: start }
  return hasMore === true ? { page: (page ?? 1) + 1 } : undefined
}

/** Returns the files with these paths, by their name before or after the commit. */
const among = (files: ReadonlyArray<ChangedFile>, paths: ReadonlyArray<string> | undefined) =>
  paths === undefined
    ? files
    : files.filter((file) => paths.includes(file.filename) || paths.includes(file.previous_filename ?? ""))

export const getCommit = ToolStep.over(Commits.get, {
  id: "codehost_get_commit",
  title: "Get Commit",
  description:
    "A commit by its sha, branch or tag, with its files: stats (the default) or patch (diffs), only for paths if given.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  own: { paths: Schema.optionalKey(Schema.Array(Schema.String)), skip, max_kb: AnswerSize.maxKb },
  output: Schema.Struct({ ...commit, ...Listing.cuts }),
  run: (query, own) => {
    const input = { ...query, ...own }
    return Effect.flatMap(CodeHost, ({ commits }) =>
      Effect.map(commits.get(query), ({ more_files: hasMore, files, ...details }) => {
        if (files == null) return details
        const { message } = details.commit
        const isLong = message.length > MESSAGE_CHARS
        const head = isLong
          ? { ...details, commit: { ...details.commit, message: Listing.excerpt(message, 0, MESSAGE_CHARS).text } }
          : details
        const room = AnswerSize.limitOf(own) - AnswerSize.bytesOf(head) - AnswerSize.bytesOf(input) - 600
        const fit = Listing.fitted("files", among(files, own.paths), Math.max(1000, room), own.skip, PATCH_CHARS)
        const next = following(fit.skip, query.page, hasMore)
        const left_out = [
          ...(isLong ? [`commit.message: cut after ${MESSAGE_CHARS} bytes; detail none returns more of it`] : []),
          ...(fit.left_out ?? []),
          ...(hasMore === true ? ["files: more are on the next page"] : [])
        ]
        const { skip: _skip, page: _page, ...rest } = input
        return {
          ...head,
          files: fit.items,
          ...(left_out.length > 0 && { left_out }),
          ...(next !== undefined && { next: { ...rest, ...next } })
        }
      })
    )
  }
})
