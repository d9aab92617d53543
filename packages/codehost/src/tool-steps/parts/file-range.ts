/** Selects a part of a file: whole lines, or characters of a line that is too long. The text itself is unchanged. */
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import type { Across } from "@inlay/core-http/Operation"
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Schema from "effect/Schema"

const atLeast = (least: number) =>
  Schema.optionalKey(
    Schema.Int.check(Schema.makeFilter((count) => (count < least ? `must be ${least} or more` : undefined)))
  )

/** The inputs that select a part. */
export const rangeInput = {
  /** First line, from 1. */
  start_line: atLeast(1),
  /** Last line, inclusive. */
  end_line: Schema.optionalKey(Schema.Int),
  /** Characters to skip from the beginning of `start_line`; for base64, from the beginning of the file. */
  offset: atLeast(0)
}

const Range = Schema.Struct(rangeInput)
export type Range = typeof Range.Type

/** A part that fits the size limit. */
export interface Part {
  readonly content: string
  /** The lines that the part contains, including partial ones; absent for the whole file. */
  readonly lines?: { readonly from: number; readonly to: number; readonly total: number }
  readonly left_out?: ReadonlyArray<string>
  /** The input for the rest of the file. */
  readonly next?: Range
}

const number = (count: number) => count.toLocaleString("en-US")

/** Returns the index at which each line begins. Text after the last line break counts as a line unless it is empty. */
const startsOf = (text: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1 && at + 1 < text.length; at = text.indexOf("\n", at + 1))
    starts.push(at + 1)
  return starts
}

/** Returns the line that contains a character, from 0. */
const lineAt = (starts: ReadonlyArray<number>, at: number): number => {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}

/** Returns an error if the last line is before the first. `rangeInput` checks the types of the fields. */
export const orderProblems: Across = ({ start_line: from = 1, end_line: to }) =>
  typeof from === "number" && typeof to === "number" && to < from
    ? [{ field: "end_line", message: "must not be before start_line" }]
    : []

type Outcome = Part | { readonly problem: FieldError }

const textPart = (text: string, range: Range, maxBytes: number): Outcome => {
  const isWhole = range.start_line === undefined && range.end_line === undefined && range.offset === undefined
  if (isWhole && text.length <= maxBytes && AnswerSize.bytesOf(text) <= maxBytes) return { content: text }
  const starts = startsOf(text)
  const total = starts.length
  const first = range.start_line ?? 1
  if (first > total) return { problem: { field: "start_line", message: `is past the file's ${number(total)} lines` } }
  const until = starts[range.end_line ?? total] ?? text.length
  const from = (starts[first - 1] ?? 0) + (range.offset ?? 0)
  if (from > until) return { problem: { field: "offset", message: "is past the end of the requested lines" } }
  const part = Listing.excerpt(text.slice(0, until), from, maxBytes)
  // Cut at a line end if at least one whole line fits.
  const end = part.to < until ? part.text.lastIndexOf("\n") + 1 : part.text.length
  const content = end > 0 ? part.text.slice(0, end) : part.text
  const to = from + content.length
  const lines = { from: lineAt(starts, from) + 1, to: lineAt(starts, Math.max(from, to - 1)) + 1, total }
  if (to >= until) return { content, lines }
  const line = lineAt(starts, to)
  const within = to - (starts[line] ?? 0)
  const { end_line } = range
  return {
    content,
    lines,
    left_out: [
      within === 0
        ? `content: lines ${number(line + 1)} to ${number(Math.min(end_line ?? total, total))} of ${number(total)}`
        : `content: from character ${number(within + 1)} of line ${number(line + 1)} on, of ${number(total)} lines`
    ],
    next: { start_line: line + 1, ...(end_line !== undefined && { end_line }), ...(within > 0 && { offset: within }) }
  }
}

/** Four characters of base64 encode three bytes. */
const GROUP = 4

const base64Part = (text: string, { start_line, end_line, offset = 0 }: Range, maxBytes: number): Outcome => {
  const line = start_line === undefined ? (end_line === undefined ? undefined : "end_line") : "start_line"
  if (line !== undefined) return { problem: { field: line, message: "only works for text files; use offset" } }
  if (offset % GROUP !== 0) return { problem: { field: "offset", message: "must be a multiple of 4 in base64" } }
  if (offset > text.length) return { problem: { field: "offset", message: "is past the end of the file" } }
  const room = Math.floor(maxBytes / GROUP) * GROUP
  const content = text.slice(offset, offset + room)
  const to = offset + content.length
  return {
    content,
    ...(to < text.length && {
      left_out: [`content: ${number(text.length - to)} of ${number(text.length)} characters of base64 follow`],
      next: { offset: to }
    })
  }
}

/** Returns the requested part of a file, up to `maxBytes`. */
export const partOf = (
  { content, encoding }: { readonly content: string; readonly encoding: "utf-8" | "base64" },
  range: Range,
  maxBytes: number
): Outcome => (encoding === "utf-8" ? textPart(content, range, maxBytes) : base64Part(content, range, maxBytes - 2))
