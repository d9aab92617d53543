/**
 * How large a step's answer may be: an agent's context is a budget. Steps fit by their own means (ranges, pages, fields) and
 * say how to get the rest; `fit` is the last resort, for what no step foresaw.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Schema from "effect/Schema"

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

const encoder = /* @__PURE__ */ new TextEncoder()

/** Bytes of a value as JSON in UTF-8. */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? "").length

/** The bytes that an input allows its answer. */
export const limitOf = (input: unknown): number => {
  const kb: unknown = typeof input === "object" && input !== null && "max_kb" in input ? input.max_kb : undefined
  return typeof kb === "number" ? Math.min(kb * 1024, MAX_BYTES) : DEFAULT_BYTES
}

/** A character takes at most so many bytes in JSON: `\u0000`. */
const MOST_BYTES_A_CHAR = 6

/** Whether a value surely fits, without writing it out: most answers are small. */
const isSmall = (value: unknown, maxBytes: number): boolean => {
  let left = maxBytes / MOST_BYTES_A_CHAR
  const spend = (node: unknown): boolean => {
    left -= 4
    if (typeof node === "string") left -= node.length
    else if (typeof node === "number") left -= 4
    else if (typeof node === "object" && node !== null) {
      for (const key in node) {
        left -= key.length
        if (!spend(Reflect.get(node, key))) return false
      }
    }
    return left > 0
  }
  return spend(value)
}

/** Shortest that a text is cut to; shorter ones name things. */
const LEAST_CHARS = 200

/** A count as people read it: `65,000`. */
export const number = (count: number) => count.toLocaleString("en-US")

/** The beginning of a text, never with half a character at its end. */
export const cutText = (text: string, chars: number): string => {
  const cut = text.slice(0, chars)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

interface Limits {
  readonly chars: number
  readonly items: number
}

/** A copy in which no text and no list is longer than the limits; each cut is reported. */
const shortened = (
  value: unknown,
  limits: Limits,
  report: (path: string, kept: string) => void,
  path = ""
): unknown => {
  if (typeof value === "string") {
    if (value.length <= limits.chars) return value
    const cut = cutText(value, limits.chars)
    report(path, `${number(cut.length)} of ${number(value.length)} characters`)
    return cut
  }
  if (Array.isArray(value)) {
    if (value.length > limits.items) report(path, `${number(limits.items)} of ${number(value.length)}`)
    return value
      .slice(0, limits.items)
      .map((item: unknown, n) => shortened(item, limits, report, path === "" ? String(n) : `${path}.${n}`))
  }
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value)
  // An object of hundreds of keys is a list by name.
  if (entries.length > limits.items) report(path, `${number(limits.items)} of ${number(entries.length)} fields`)
  return Object.fromEntries(
    entries
      .slice(0, limits.items)
      .map(([key, item]) => [
        key,
        shortened(item, limits, report, path === "" ? ProviderText.key(key) : `${path}.${ProviderText.key(key)}`)
      ])
  )
}

const MAX_LINES = 20

/** Beside what the step itself says that it left out. */
const withReport = ({ left_out: own, ...value }: Readonly<Record<string, unknown>>, limits: Limits): unknown => {
  const lines: Array<string> = Array.isArray(own) ? own.map(String) : []
  const cut = shortened(value, limits, (path, kept) => lines.push(`${path}: ${kept}`))
  const left_out =
    lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more`]
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

/** A list in a small answer keeps at least so many. */
const LEAST_ITEMS = 1

/**
 * An output within so many bytes: long texts are shortened, then long lists, and `left_out` says which and by how much
 * (`body: 4,000 of 65,000 characters`). An output that fits comes back as it is.
 */
export const fit = (output: unknown, maxBytes: number): unknown => {
  if (typeof output !== "object" || output === null || Array.isArray(output)) return output
  if (isSmall(output, maxBytes) || bytesOf(output) <= maxBytes) return output
  const object: Readonly<Record<string, unknown>> = { ...output }
  const fits = (limits: Limits) => bytesOf(withReport(object, limits)) <= maxBytes
  const chars = largest(maxBytes, LEAST_CHARS, (limit) => fits({ chars: limit, items: Infinity }))
  if (chars !== undefined) return withReport(object, { chars, items: Infinity })
  const items = largest(maxBytes, LEAST_ITEMS, (limit) => fits({ chars: LEAST_CHARS, items: limit }))
  return withReport(object, { chars: LEAST_CHARS, items: items ?? LEAST_ITEMS })
}
