/**
 * Shared by every step that lists things: trims items to the requested fields and keeps as many items as fit in the
 * answer. Whatever was left out is reported, together with the input that returns the rest.
 */
import * as Schema from "effect/Schema"

import * as AnswerSize from "./AnswerSize.ts"
import { countFields, pathOf, shorten, type Copy } from "./shortening.ts"

export { missing, partial, select, wrongFields } from "./field-selection.ts"

/** The inputs of a list besides its query and page. */
export const trimming = {
  fields: Schema.optionalKey(Schema.Array(Schema.String)),
  skip: Schema.optionalKey(Schema.Int),
  max_kb: AnswerSize.maxKb
}

/** The output fields that report what was cut. */
export const cuts = {
  /** What was left out, and how much of it. */
  left_out: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The input that returns the rest. Absent if there is no more. */
  next: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
}

/** The texts of one field that were cut. */
interface Cut {
  readonly items: number
  readonly longest: number
}

/**
 * Copies items with texts cut to `chars` characters, as many as fit in `room` bytes, commas included. `cut` says which
 * texts were cut, by their path within an item.
 */
const shortenedWithin = <A>(items: ReadonlyArray<A>, chars: number, room: number) => {
  const cut = new Map<string, Cut>()
  const report: Copy["report"] = (path, _kept, length = 0) => {
    const field = pathOf(path.filter((step) => typeof step === "string"))
    const { items: times, longest } = cut.get(field) ?? { items: 0, longest: 0 }
    cut.set(field, { items: times + 1, longest: Math.max(longest, length) })
  }
  const limits = { chars, items: Infinity, nameChars: Infinity }
  const fieldsOf = countFields()
  const list: Array<A> = []
  let remaining = room
  for (const item of items) {
    const copy: Copy = { limits, room: remaining, path: [], report, fieldsOf }
    const short = shorten(item, copy) as A
    const bytes = copy.room < 0 ? undefined : AnswerSize.bytesWithin(short, remaining - 1)
    if (bytes === undefined) break
    remaining -= bytes + 1
    list.push(short)
  }
  return { list, cut }
}

/** The items that fit. */
export interface Fitted<A> {
  readonly items: ReadonlyArray<A>
  /** Absent if nothing was left out. */
  readonly left_out?: ReadonlyArray<string>
  /**
   * The number of items that were skipped or shown in total, where the next answer starts. Absent if there are no more
   * items.
   */
  readonly skip?: number
}

/** Text limits in characters, tried in this order. */
const TEXT_LIMITS = [4000, 2000, 1000, 500, 300]

/** Bytes reserved for the report of the cuts. */
const REPORT_BYTES = 700

const REST = "fields, a smaller page or a larger max_kb shows more"

/**
 * Keeps as many items as fit in `maxBytes`: first shortens long texts, then leaves the last items for the next answer.
 * At least one item is kept, cut if necessary. The time this takes does not depend on how much is left out.
 *
 * @param name the list's name in the answer
 * @param limits of texts, in characters, tried in order
 */
export const fitted = <A>(
  name: string,
  all: ReadonlyArray<A>,
  maxBytes: number,
  skip = 0,
  limits: ReadonlyArray<number> = TEXT_LIMITS
): Fitted<A> => {
  const items = skip === 0 ? all : all.slice(skip)
  const skipNote = skip > 0 ? [`${name}: the first ${AnswerSize.number(Math.min(skip, all.length))} were skipped`] : []
  if (AnswerSize.bytesWithin(items, maxBytes) !== undefined) {
    return { items, ...(skipNote.length > 0 && { left_out: skipNote }) }
  }
  const room = maxBytes - REPORT_BYTES
  const count = shortenedWithin(items, limits.at(-1) ?? 0, room).list.length
  const page = items.slice(0, Math.max(1, count))
  const rest =
    page.length < items.length
      ? [`${name}: ${AnswerSize.number(items.length - page.length)} of ${AnswerSize.number(all.length)} follow`]
      : []
  const goesOn = page.length < items.length && { skip: skip + page.length }
  if (count === 0) {
    const { value, left_out } = AnswerSize.cut(`${name}.0`, page[0], Math.max(room, REPORT_BYTES))
    return { items: [value as A], left_out: [...skipNote, ...left_out.slice(0, 5), ...rest], ...goesOn }
  }
  for (const chars of limits) {
    const { list, cut } = shortenedWithin(page, chars, room)
    if (list.length < page.length) continue
    const texts = [...cut].map(
      ([path, { items: times, longest }]) =>
        `${name}.*${path === "" ? "" : `.${path}`}: ${AnswerSize.number(chars)} of up to ${AnswerSize.number(longest)} characters, ${AnswerSize.number(times)} times; ${REST}`
    )
    return { items: list, left_out: [...skipNote, ...texts.slice(0, 5), ...rest], ...goesOn }
  }
  return { items: page, left_out: [...skipNote, ...rest], ...goesOn }
}

/** A part of a text that fits. */
export interface Excerpt {
  readonly text: string
  /** Character offsets in the whole text where the excerpt starts and ends. */
  readonly from: number
  readonly to: number
}

/** Returns the longest part of a text, starting at `from`, that fits in `maxBytes` of JSON. */
export const excerpt = (whole: string, from: number, maxBytes: number): Excerpt => {
  const rest = whole.slice(from, from + maxBytes)
  let low = 0
  let high = rest.length
  if (AnswerSize.bytesWithin(rest, maxBytes) !== undefined) low = high
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (AnswerSize.bytesWithin(rest.slice(0, middle), maxBytes) !== undefined) low = middle
    else high = middle
  }
  const text = AnswerSize.cutText(rest, low)
  return { text, from, to: from + text.length }
}
