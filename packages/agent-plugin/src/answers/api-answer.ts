/** Reduces a response for the API Call step: the useful headers, and as much of the body as fits. */
import * as Redaction from "@inlay/core-http/Redaction"
import type { Answer } from "@inlay/core-http/Spend"

import * as AnswerSize from "./AnswerSize.ts"
import * as Listing from "./Listing.ts"

/** Headers that a caller can act on. The others are the same in every response, or matter only to the client. */
const USEFUL_HEADERS =
  /^(content-type|etag|last-modified|link|location|retry-after|x-request-id|deprecation|sunset|warning)$|(limit|quota|credits?|units)-(remaining|left|used|charged)$/

export const shownHeaders = (headers: Answer["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(Redaction.headers(headers)).filter(([name]) => USEFUL_HEADERS.test(name)))

interface ShownBody {
  readonly body: unknown
  readonly left_out?: ReadonlyArray<string>
  /** The offset at which the rest starts. */
  readonly offset?: number
}

/** Returns the part of a text that fits: starting at an offset, or its end. */
const textPart = (text: string, offset: number | undefined, maxBytes: number, endFirst: boolean): ShownBody => {
  if (offset === undefined && AnswerSize.bytesWithin(text, maxBytes) !== undefined) return { body: text }
  if (endFirst && offset === undefined) {
    // Takes an amount that is certain to fit. Callers usually want the end of a log.
    const start = Math.max(0, text.length - Math.floor(maxBytes / 2))
    const line = text.indexOf("\n", start) + 1
    const { text: body, to } = Listing.excerpt(text, line > 0 && line < text.length ? line : start, maxBytes)
    return {
      body,
      left_out: [
        `body: the last ${AnswerSize.number(body.length)} of ${AnswerSize.number(text.length)} characters, ${to < text.length ? "cut; " : ""}use offset to read from a position`
      ]
    }
  }
  const { text: body, from, to } = Listing.excerpt(text, Math.min(offset ?? 0, text.length), maxBytes)
  return {
    body,
    left_out: [
      `body: characters ${AnswerSize.number(from + 1)} to ${AnswerSize.number(to)} of ${AnswerSize.number(text.length)}`
    ],
    ...(to < text.length && { offset: to })
  }
}

/**
 * Returns as much of a body as fits, and the offset of the rest.
 *
 * @param fields to keep; all if undefined
 * @param room bytes for the body
 * @param endFirst whether to show the end of a text instead of its start
 */
export const shownOf = (
  whole: unknown,
  fields: ReadonlyArray<string> | undefined,
  offset: number | undefined,
  room: number,
  endFirst: boolean
): ShownBody => {
  if (!Array.isArray(whole)) {
    const body = Listing.select(whole, fields)
    return typeof body === "string" ? textPart(body, offset, room, endFirst) : { body }
  }
  // Each item takes at least two bytes, so fields are selected only in items that may fit.
  const from = offset ?? 0
  const part: ReadonlyArray<unknown> =
    fields === undefined
      ? whole
      : whole.map((item: unknown, n) => (n < from || n > from + room / 2 ? item : Listing.select(item, fields)))
  const { items, skip, left_out } = Listing.fitted("body", part, room, offset)
  return { body: items, ...(left_out !== undefined && { left_out }), ...(skip !== undefined && { offset: skip }) }
}
