/**
 * How large a step's answer may be: an agent's context is a budget. Steps fit by their own means (ranges, pages, fields) and
 * say how to get the rest; `fit` is the last resort, for what no step foresaw.
 */
import * as Schema from "effect/Schema"

import { bytesWithin, isSmall } from "./json-bytes.ts"
import { countFields, cutText, shorten, type Copy, type Limits } from "./shortening.ts"

export { bytesOf, bytesWithin } from "./json-bytes.ts"
export { cutText, number } from "./shortening.ts"

/** Without being asked for more. */
export const DEFAULT_BYTES = 16_384
/** Whatever is asked for. */
export const MAX_BYTES = 200_000

const MAX_KB = Math.floor(MAX_BYTES / 1024)

/**
 * The input by which a caller asks for a larger answer, in KB: 16 by default, at most 195. Its bounds stay out of the schema,
 * where every tool would pay for them; `left_out` names it to whoever needs it.
 */
export const maxKb = Schema.optionalKey(
  Schema.Int.check(Schema.makeFilter((kb) => (kb >= 1 && kb <= MAX_KB ? undefined : `must be between 1 and ${MAX_KB}`)))
)

/** The bytes that an input allows its answer. */
export const limitOf = (input: unknown): number => {
  const kb: unknown = typeof input === "object" && input !== null && "max_kb" in input ? input.max_kb : undefined
  return typeof kb === "number" ? Math.min(kb * 1024, MAX_BYTES) : DEFAULT_BYTES
}

/** Shortest that a text is cut to; shorter ones name things. */
const LEAST_CHARS = 200

const MAX_LINES = 20

/** Beside what the step itself says that it left out; `undefined` where the copy is longer than `maxBytes`. */
const withReport = (
  { left_out: own, ...value }: Readonly<Record<string, unknown>>,
  limits: Limits,
  maxBytes: number,
  fieldsOf: Copy["fieldsOf"]
): Readonly<Record<string, unknown>> | undefined => {
  const lines: Array<string> = Array.isArray(own) ? own.slice(0, MAX_LINES + 1).map(String) : []
  let more = Array.isArray(own) ? own.length - lines.length : 0
  const report = (path: string, size: string) => {
    if (lines.length > MAX_LINES) more++
    else lines.push(`${path}: ${size}`)
  }
  const copy: Copy = { limits, room: maxBytes, path: [], report, fieldsOf }
  const cut = shorten(value, copy)
  if (copy.room < 0) return undefined
  const count = lines.length + more
  const left_out = count <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES), `and ${count - MAX_LINES} more`]
  return { ...(cut as object), left_out }
}

/** The largest limit below `from` with which the value fits; `undefined` where not even `least` does. */
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

/** What a field may take of an answer that fits by no other means. */
const SMALL_FIELD_BYTES = 200

/** The small fields of what nests too deeply to be shortened: what it cost, whether it is a match. */
const withoutLarge = (object: Readonly<Record<string, unknown>>): unknown => {
  const fields = Object.entries(object).slice(0, MAX_LINES)
  const isLarge = (value: unknown) => bytesWithin(value, SMALL_FIELD_BYTES) === undefined
  const names = fields.flatMap(([name, value]) => (isLarge(value) ? [cutText(name, SMALL_FIELD_BYTES)] : []))
  return {
    ...Object.fromEntries(fields.map(([name, value]) => [name, isLarge(value) ? null : value])),
    left_out: names.map((name) => `${name}: it nests too deeply to be shown`)
  }
}

/** A list in a small answer keeps at least so many. */
const LEAST_ITEMS = 1

/**
 * An output within so many bytes: long texts are shortened, then long lists, and `left_out` says which and by how much
 * (`body: 4,000 of 65,000 characters`). An output that fits comes back as it is. However long it is, this takes no longer
 * than an answer of that size does.
 */
export const fit = (output: unknown, maxBytes: number): unknown => {
  if (typeof output !== "object" || output === null || Array.isArray(output)) return output
  if (isSmall(output, maxBytes) || bytesWithin(output, maxBytes) !== undefined) return output
  const object: Readonly<Record<string, unknown>> = { ...output }
  const fieldsOf = countFields()
  const within = (limits: Limits) => {
    const cut = withReport(object, limits, maxBytes, fieldsOf)
    return cut !== undefined && bytesWithin(cut, maxBytes) !== undefined ? cut : undefined
  }
  const fits = (limits: Limits) => within(limits) !== undefined
  const chars = largest(maxBytes, LEAST_CHARS, (limit) => fits({ chars: limit, items: Infinity }))
  const items =
    chars === undefined
      ? largest(maxBytes, LEAST_ITEMS, (limit) => fits({ chars: LEAST_CHARS, items: limit }))
      : undefined
  if (chars !== undefined) return within({ chars, items: Infinity })
  return within({ chars: LEAST_CHARS, items: items ?? LEAST_ITEMS }) ?? withoutLarge(object)
}

/** A value within so many bytes by the same means, and what was cut of it. */
export const cut = (
  value: unknown,
  maxBytes: number
): { readonly value: unknown; readonly left_out: ReadonlyArray<string> } => {
  const { left_out = [], ...fitting } = fit({ value }, maxBytes) as {
    readonly value?: unknown
    readonly left_out?: ReadonlyArray<string>
  }
  return { value: fitting.value, left_out: left_out.map((line) => line.replace(/^value(?=[.:])\.?/, "")) }
}
