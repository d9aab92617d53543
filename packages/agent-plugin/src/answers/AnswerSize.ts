/**
 * Limits the size of a step's answer, because an agent's context is limited. Steps reduce their answers by their own
 * means (ranges, pages, fields) and say how to get the rest. `fit` is the last resort for everything else.
 */
import { isJsonObject } from "@inlay/core-http/json-object"
import * as Schema from "effect/Schema"

import { bytesWithin, isSmall } from "./json-bytes.ts"
import { countFields, cutText, pathOf, shorten, type Copy, type Limits } from "./shortening.ts"

export { bytesOf, bytesWithin } from "./json-bytes.ts"
export { cutText, number } from "./shortening.ts"

/** The default size limit of an answer, in bytes. */
export const DEFAULT_BYTES = 16_384
/** The largest size limit that a caller can ask for, in bytes. */
export const MAX_BYTES = 200_000

/** The largest `max_kb`. */
export const MAX_KB = Math.floor(MAX_BYTES / 1024)

/**
 * The input with which a caller asks for a larger answer, in KB: 16 by default, at most 195. The bounds are not in the
 * JSON Schema, because every tool definition would carry them. `left_out` names this input when it is needed.
 */
export const maxKb = Schema.optionalKey(
  Schema.Int.check(Schema.makeFilter((kb) => (kb >= 1 && kb <= MAX_KB ? undefined : `must be between 1 and ${MAX_KB}`)))
)

/** Returns the size limit for the answer to an input, in bytes. */
export const limitOf = (input: unknown): number => {
  const kb = isJsonObject(input) ? input["max_kb"] : undefined
  return typeof kb === "number" ? Math.min(kb * 1024, MAX_BYTES) : DEFAULT_BYTES
}

/** Texts are never cut below this length; shorter texts are usually names. */
const LEAST_CHARS = 200

const MAX_LINES = 20

type Output = Readonly<Record<string, unknown>>

/**
 * Shortens a value and adds a line to `left_out` for each cut, after the step's own lines. Returns `undefined` if the
 * copy is larger than `maxBytes`. `next` stays whole, because a part of it would ask for something else.
 */
const withReport = (
  { left_out: own, next, ...value }: Output,
  limits: Limits,
  maxBytes: number,
  fieldsOf: Copy["fieldsOf"]
): Output | undefined => {
  const lines: Array<string> = Array.isArray(own) ? own.slice(0, MAX_LINES + 1).map(String) : []
  let more = Array.isArray(own) ? own.length - lines.length : 0
  const report: Copy["report"] = (path, size) => {
    if (lines.length > MAX_LINES) more++
    else lines.push(path.length === 0 ? size : `${pathOf(path)}: ${size}`)
  }
  const copy: Copy = { limits, room: maxBytes, path: [], report, fieldsOf }
  const cut = shorten(value, copy)
  if (copy.room < 0) return undefined
  const count = lines.length + more
  const left_out = count <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES), `and ${count - MAX_LINES} more`]
  return { ...(cut as object), ...(next !== undefined && { next }), left_out }
}

/**
 * Binary search for the largest limit below `from` at which the value fits. Returns `undefined` if not even `least`
 * fits.
 */
const largest = (from: number, least: number, fits: (limit: number) => boolean): number | undefined => {
  if (!fits(least)) return undefined
  let low = least
  let high = from
  while (high - low > Math.max(1, low / 50)) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** The largest field that is kept of an answer that cannot be shortened otherwise. */
const SMALL_FIELD_BYTES = 200

/**
 * Keeps only the small fields, such as the cost or whether there was a match, of an answer that nests too deeply to be
 * shortened.
 */
const withoutLarge = (object: Output): unknown => {
  const fields = Object.entries(object).slice(0, MAX_LINES)
  const isLarge = (value: unknown) => bytesWithin(value, SMALL_FIELD_BYTES) === undefined
  const names = fields.flatMap(([name, value]) => (isLarge(value) ? [cutText(name, SMALL_FIELD_BYTES)] : []))
  return {
    ...Object.fromEntries(fields.map(([name, value]) => [name, isLarge(value) ? null : value])),
    left_out: names.map((name) => `${name}: it nests too deeply to be shown`)
  }
}

/** The minimum number of items kept of each list. */
const LEAST_ITEMS = 1

const shortened = (output: Output, maxBytes: number): Output | undefined => {
  const fieldsOf = countFields()
  const within = (limits: Limits) => {
    const cut = withReport(output, limits, maxBytes, fieldsOf)
    return cut !== undefined && bytesWithin(cut, maxBytes) !== undefined ? cut : undefined
  }
  const fits = (limits: Limits) => within(limits) !== undefined
  const chars = largest(maxBytes, LEAST_CHARS, (limit) => fits({ chars: limit, items: Infinity }))
  if (chars !== undefined) return within({ chars, items: Infinity })
  const items = largest(maxBytes, LEAST_ITEMS, (limit) => fits({ chars: LEAST_CHARS, items: limit }))
  return items === undefined ? undefined : within({ chars: LEAST_CHARS, items })
}

const withoutNext = ({ next: _next, left_out, ...output }: Output): Output => ({
  ...output,
  left_out: ["next: it does not fit; a larger max_kb shows it", ...(Array.isArray(left_out) ? left_out : [])]
})

/**
 * Shortens an output to at most `maxBytes`: first long texts, then long lists. `left_out` says what was cut and by how
 * much (`body: 4,000 of 65,000 characters`). An output that already fits is returned unchanged. The time this takes
 * depends on the limit, not on the size of the output.
 */
export const fit = (output: unknown, maxBytes: number): unknown => {
  if (!isJsonObject(output)) return output
  if (isSmall(output, maxBytes) || bytesWithin(output, maxBytes) !== undefined) return output
  const short = shortened(output, maxBytes)
  if (short !== undefined) return short
  return (output["next"] !== undefined && shortened(withoutNext(output), maxBytes)) || withoutLarge(output)
}

/**
 * Shortens any value in the same way, and returns the report of its cuts separately.
 * @param name what the report calls the value
 */
export const cut = (
  name: string,
  value: unknown,
  maxBytes: number
): { readonly value: unknown; readonly left_out: ReadonlyArray<string> } => {
  const { [name]: fitting, left_out = [] } = fit({ [name]: value }, maxBytes) as {
    readonly [name: string]: unknown
    readonly left_out?: ReadonlyArray<string>
  }
  return { value: fitting, left_out }
}
