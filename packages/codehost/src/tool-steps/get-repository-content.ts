import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { CodeHost } from "../client/CodeHost.ts"
import * as Contents from "../client/contents/Contents.ts"
import { Content, Entry } from "../schema/Content.ts"
import { orderProblems, partOf, rangeInput } from "./parts/file-range.ts"
import { skip } from "./parts/skip.ts"

/** Bytes reserved for everything except the content or the entries. */
const AROUND_BYTES = 1200

const entry = Struct.omit(Entry.fields, ["name", "html_url"])
const file = Struct.omit(Content.fields, ["entries", "truncated"])

/** Removes an entry's address, and its name, which is the end of its path. */
const short = (one: Entry) => Struct.omit(one, ["name", "html_url"])

const refuse = (problem: Parameters<typeof invalid>[2][number]) =>
  Effect.fail(invalid("codehost", Contents.get.name, [problem]))

export const getRepositoryContent = ToolStep.over(Contents.get, {
  id: "codehost_get_repository_content",
  title: "Get Repository Content",
  description:
    "A file or folder. A large one comes in parts: next is the input for the rest. Keep the sha of a file that you will change.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  own: { ...rangeInput, skip, max_kb: AnswerSize.maxKb },
  output: Schema.Struct({
    ...file,
    /** The lines that the response contains, if it is not the whole file. */
    lines: Schema.optionalKey(Schema.Struct({ from: Schema.Int, to: Schema.Int, total: Schema.Int })),
    /** The entries of a folder. */
    entries: Schema.optionalKey(Schema.Array(Schema.Struct(entry))),
    /** Number of entries in the folder, if known. */
    total: Schema.optionalKey(Schema.Int),
    ...Listing.cuts
  }),
  across: orderProblems,
  run: (query, { skip: start, max_kb, ...lines }) => {
    const sameQuery = { ...query, path: query.path ?? "", ...(max_kb !== undefined && { max_kb }) }
    const room = Math.max(500, AnswerSize.limitOf({ max_kb }) - AROUND_BYTES - AnswerSize.bytesOf(sameQuery))
    return Effect.flatMap(CodeHost, ({ contents }) =>
      Effect.flatMap(contents.get(query), ({ entries, truncated, content, encoding, ...details }) => {
        if (entries !== undefined) {
          const fit = Listing.fitted("entries", entries.map(short), room, start)
          const truncation = truncated === true ? ["entries: the folder has more than the service lists"] : []
          const left_out = [...(fit.left_out ?? []), ...truncation]
          return Effect.succeed({
            ...details,
            entries: fit.items,
            ...(truncated !== true && { total: entries.length }),
            ...(left_out.length > 0 && { left_out }),
            ...(fit.skip !== undefined && { next: { ...sameQuery, skip: fit.skip } })
          })
        }
        if (content === undefined || encoding === undefined) return Effect.succeed(details)
        const part = partOf({ content, encoding }, lines, room)
        if ("problem" in part) return refuse(part.problem)
        const { next, ...shownPart } = part
        return Effect.succeed({
          ...details,
          encoding,
          ...shownPart,
          ...(next !== undefined && { next: { ...sameQuery, ...next } })
        })
      })
    )
  }
})
