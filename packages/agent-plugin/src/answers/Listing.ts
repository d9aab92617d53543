/**
 * Shared by every step that lists things: trims items to the requested fields and keeps as many items as fit in the
 * answer. Whatever was left out is reported, together with the input that returns the rest.
 */
import { isJsonObject } from "@inlay/core-http/json-object"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Schema from "effect/Schema"

import * as AnswerSize from "./AnswerSize.ts"

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

interface Cut {
  items: number
  longest: number
}

/** State while items are copied. `cut` records which texts were cut, by their path within an item. */
interface Copies {
  readonly chars: number
  readonly cut: Map<string, Cut>
  /** Characters and values that the copies may still use. Copying stops below 0. */
  room: number
}

/** Copies a value and cuts its texts to at most `chars` characters. */
const shorten = (value: unknown, copies: Copies, path = ""): unknown => {
  copies.room -= 1
  const { chars, cut } = copies
  if (typeof value === "string") {
    copies.room -= Math.min(value.length, chars)
    if (value.length <= chars) return value
    const { items, longest } = cut.get(path) ?? { items: 0, longest: 0 }
    cut.set(path, { items: items + 1, longest: Math.max(longest, value.length) })
    return AnswerSize.cutText(value, chars)
  }
  if (Array.isArray(value)) {
    const list: Array<unknown> = []
    for (let n = 0; n < value.length && copies.room >= 0; n++) list.push(shorten(value[n], copies, path))
    return list
  }
  if (!isJsonObject(value)) return value
  const fields: Array<readonly [string, unknown]> = []
  for (const key in value) {
    if (copies.room < 0) break
    copies.room -= key.length
    fields.push([
      key,
      shorten(value[key], copies, path === "" ? ProviderText.key(key) : `${path}.${ProviderText.key(key)}`)
    ])
  }
  return Object.fromEntries(fields)
}

/**
 * Copies items with texts cut to `chars` characters. Returns `undefined` if they do not all fit in `room` bytes, commas
 * included.
 */
const shortenedWithin = <A>(items: ReadonlyArray<A>, chars: number, room: number) => {
  const copies: Copies = { chars, cut: new Map(), room }
  const list: Array<A> = []
  let bytes = 0
  for (const item of items) {
    const copy = shorten(item, copies) as A
    const size = copies.room < 0 ? undefined : AnswerSize.bytesWithin(copy, room - bytes - 1)
    if (size === undefined) return undefined
    bytes += size + 1
    list.push(copy)
  }
  return { list, cut: copies.cut }
}

/** Counts how many items fit if their texts are cut to `chars` characters. */
const countWithin = (items: ReadonlyArray<unknown>, chars: number, room: number): number => {
  let remaining = room
  for (const [n, item] of items.entries()) {
    const copies: Copies = { chars, cut: new Map(), room: remaining }
    const copy = shorten(item, copies)
    const size = copies.room < 0 ? undefined : AnswerSize.bytesWithin(copy, remaining - 1)
    if (size === undefined) return n
    remaining -= size + 1
  }
  return items.length
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
  const count = countWithin(items, limits.at(-1) ?? 0, room)
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
    const fit = shortenedWithin(page, chars, room)
    if (fit === undefined) continue
    const texts = [...fit.cut].map(
      ([path, { items: times, longest }]) =>
        `${name}.*${path === "" ? "" : `.${path}`}: ${AnswerSize.number(chars)} of up to ${AnswerSize.number(longest)} characters, ${AnswerSize.number(times)} times; ${REST}`
    )
    return { items: fit.list, left_out: [...skipNote, ...texts.slice(0, 5), ...rest], ...goesOn }
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
