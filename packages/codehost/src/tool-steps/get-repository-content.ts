import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { CodeHost } from "../client/CodeHost.ts"
import { partOf, rangeProblems, type Range } from "../internal/file-range.ts"
import { Content, Entry } from "../schema/Content.ts"

const ID = "codehost_get_repository_content"

/** Space for all but the content or the entries. */
const AROUND_BYTES = 1200

const entry = Struct.omit(Entry.fields, ["name", "html_url"])
const file = Struct.omit(Content.fields, ["entries", "truncated"])

/** What an entry's path says already, and its page, are left out. */
const short = (one: Entry) => Struct.omit(one, ["name", "html_url"])

const wrong = (fields: Parameters<typeof invalid>[2]) => Effect.fail(invalid("codehost", ID, fields))

export const getRepositoryContent = ToolStep.make({
  id: ID,
  title: "Get Repository Content",
  description:
    "A file or a folder; of a large one a part, and next: the input for the rest. Keep the sha of a file that you will change.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    path: Schema.optionalKey(Schema.String.annotate({ description: "Default: the root folder" })),
    ref: Schema.optionalKey(Schema.String),
    start_line: Schema.optionalKey(Schema.Int),
    end_line: Schema.optionalKey(Schema.Int),
    offset: Schema.optionalKey(Schema.Int),
    skip: Schema.optionalKey(Schema.Int),
    max_kb: AnswerSize.maxKb
  }),
  output: Schema.Struct({
    ...file,
    /** The lines that are shown, where it is not the whole file. */
    lines: Schema.optionalKey(Schema.Struct({ from: Schema.Int, to: Schema.Int, total: Schema.Int })),
    /** A folder's. */
    entries: Schema.optionalKey(Schema.Array(Schema.Struct(entry))),
    /** How many entries the folder has, where it is known. */
    total: Schema.optionalKey(Schema.Int),
    ...Listing.cuts
  }),
  run: (input) => {
    const { owner, repo, path = "", ref, start_line, end_line, offset, skip, max_kb } = input
    const range: Range = {
      ...(start_line !== undefined && { start_line }),
      ...(end_line !== undefined && { end_line }),
      ...(offset !== undefined && { offset })
    }
    const problems = [
      ...rangeProblems(range),
      ...(skip !== undefined && skip < 0 ? [{ field: "skip", message: "must be 0 or more" }] : [])
    ]
    if (problems.length > 0) return wrong(problems)
    const named = { owner, repo, path, ...(ref !== undefined && { ref }) }
    const again = { ...named, ...(max_kb !== undefined && { max_kb }) }
    const room = Math.max(500, AnswerSize.limitOf(input) - AROUND_BYTES - AnswerSize.bytesOf(again))
    return Effect.flatMap(CodeHost, ({ contents }) =>
      Effect.flatMap(contents.get(named), ({ entries, truncated, content, encoding, ...found }) => {
        if (entries !== undefined) {
          const fit = Listing.fitted("entries", entries.map(short), room, skip)
          const cut = truncated === true ? ["entries: the folder has more than the service lists"] : []
          const left_out = [...(fit.left_out ?? []), ...cut]
          return Effect.succeed({
            ...found,
            entries: fit.items,
            ...(truncated !== true && { total: entries.length }),
            ...(left_out.length > 0 && { left_out }),
            ...(fit.skip !== undefined && { next: { ...again, skip: fit.skip } })
          })
        }
        if (content === undefined || encoding === undefined) return Effect.succeed(found)
        const part = partOf({ content, encoding }, range, room)
        if ("wrong" in part) return wrong([part.wrong])
        const { next, ...shown } = part
        return Effect.succeed({
          ...found,
          encoding,
          ...shown,
          ...(next !== undefined && { next: { ...again, ...next } })
        })
      })
    )
  }
})
