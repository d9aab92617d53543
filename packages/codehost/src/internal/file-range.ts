/** A part of a file: lines, and where a line is too long, characters of it. What is shown is the file's own text, unchanged. */
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import type { FieldError } from "@inlay/core-http/ProviderError"

/** Which part. */
export interface Range {
  /** From 1. */
  readonly start_line?: number
  /** Including it. */
  readonly end_line?: number
  /** Characters to skip from the beginning of `start_line`; of base64, from the beginning of the file. */
  readonly offset?: number
}

/** A part that fits. */
export interface Part {
  readonly content: string
  /** The lines of which something is shown, where it is not the whole file. */
  readonly lines?: { readonly from: number; readonly to: number; readonly total: number }
  readonly left_out?: ReadonlyArray<string>
  /** Where the rest begins. */
  readonly next?: Range
}

const number = (count: number) => count.toLocaleString("en-US")

/** Where each line begins; what follows the last line end is a line where it is not empty. */
const startsOf = (text: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1 && at + 1 < text.length; at = text.indexOf("\n", at + 1))
    starts.push(at + 1)
  return starts
}

/** The line that a character stands in, from 0. */
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

/** The rules that need no file. */
export const rangeProblems = ({ start_line: from, end_line: to, offset }: Range): ReadonlyArray<FieldError> => [
  ...(from !== undefined && from < 1 ? [{ field: "start_line", message: "must be 1 or more" }] : []),
  ...(to !== undefined && to < (from ?? 1) ? [{ field: "end_line", message: "must not be before start_line" }] : []),
  ...(offset !== undefined && offset < 0 ? [{ field: "offset", message: "must be 0 or more" }] : [])
]

type Outcome = Part | { readonly wrong: FieldError }

const textPart = (text: string, range: Range, maxBytes: number): Outcome => {
  const isWhole = range.start_line === undefined && range.end_line === undefined && range.offset === undefined
  if (isWhole && text.length <= maxBytes && AnswerSize.bytesOf(text) <= maxBytes) return { content: text }
  const starts = startsOf(text)
  const total = starts.length
  const first = range.start_line ?? 1
  if (first > total) return { wrong: { field: "start_line", message: `is past the file's ${number(total)} lines` } }
  const until = starts[range.end_line ?? total] ?? text.length
  const from = (starts[first - 1] ?? 0) + (range.offset ?? 0)
  if (from > until) return { wrong: { field: "offset", message: "is past the end of what was asked for" } }
  const found = Listing.excerpt(text.slice(0, until), from, maxBytes)
  // Whole lines, where one fits.
  const end = found.to < until ? found.text.lastIndexOf("\n") + 1 : found.text.length
  const content = end > 0 ? found.text.slice(0, end) : found.text
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

/** Four characters are three bytes. */
const GROUP = 4

const base64Part = (text: string, { start_line, end_line, offset = 0 }: Range, maxBytes: number): Outcome => {
  const line = start_line === undefined ? (end_line === undefined ? undefined : "end_line") : "start_line"
  if (line !== undefined) return { wrong: { field: line, message: "is for text, and the file is none; use offset" } }
  if (offset % GROUP !== 0) return { wrong: { field: "offset", message: "must be a multiple of 4 in base64" } }
  if (offset > text.length) return { wrong: { field: "offset", message: "is past the end of the file" } }
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

/** The part of a file that is asked for, as much of it as fits into so many bytes. */
export const partOf = (
  { content, encoding }: { readonly content: string; readonly encoding: "utf-8" | "base64" },
  range: Range,
  maxBytes: number
): Outcome => (encoding === "utf-8" ? textPart(content, range, maxBytes) : base64Part(content, range, maxBytes - 2))
