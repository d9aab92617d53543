/**
 * Random inputs for decoders, the same in every run: JSON made of the decoder's own field names and texts, right JSON
 * with odd values, and damaged texts.
 */

/** Returns integers from 0 (inclusive) to `below` (exclusive). */
export type Next = (below: number) => number

/** @param seed determines the inputs */
export const numbers = (seed: number): Next => {
  let state = seed >>> 0
  // Mulberry32.
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) % below
  }
}

export const pick = <A>(next: Next, from: ReadonlyArray<A>): A => {
  const one = from[next(from.length)]
  if (one === undefined) throw new Error("there is nothing to pick from")
  return one
}

const ODD: ReadonlyArray<unknown> = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1e308,
  5e-324,
  2 ** 53,
  "1e400",
  "",
  " ",
  "\u0000",
  "\uD800",
  "\u200B\u00AD",
  "__proto__",
  "constructor",
  "not found",
  "rate limit exceeded",
  "2026-01-01T00:00:00Z",
  "275761-01-01",
  "https://a.example/?page=2",
  "9".repeat(400),
  [],
  {}
]

/** Makes a JSON value from these names and texts, and from values that are difficult for decoders. */
export const randomJson = (next: Next, words: ReadonlyArray<string>, depth = 5): unknown => {
  const kind = depth === 0 ? next(3) : next(9)
  if (kind < 2) return pick(next, ODD)
  if (kind < 4) return pick(next, words)
  const items = Array.from({ length: next(5) }, () => randomJson(next, words, depth - 1))
  if (kind < 6) return items
  const object: Record<string, unknown> = {}
  for (const value of items) {
    const name = next(20) === 0 ? pick(next, ["__proto__", "toString", "toJSON", "then", ""]) : pick(next, words)
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return object
}

const SPLICES = ['"', "\\", "{", "}", "[", "]", ",", ":", "\\u", "1e999", "-", "\u0000", "\uFEFF", "\n", "null", "00"]

/** Cuts, doubles or overwrites a few places of a text. */
export const damaged = (next: Next, text: string): string => {
  let out = text
  for (let times = next(4); times >= 0; times--) {
    const at = next(out.length + 1)
    const upTo = Math.min(out.length, at + next(8))
    const splice = pick(next, [pick(next, SPLICES), out.slice(at, upTo).repeat(2), ""])
    out = out.slice(0, at) + splice + out.slice(upTo)
  }
  return out
}

const ODD_TEXTS = [
  "\0",
  "\uD800",
  "\u202E",
  "\u0301",
  "'; --",
  "%00",
  "\r\n",
  "9".repeat(3_000),
  "\u{1F600}".repeat(300)
]
const ODD_NUMBERS = [0, -1, 0.1, 1e-9, 1.234_567_89, 2 ** 31, 2 ** 53, 1e21, 1e308, Number.NaN]

/** Adds to a text, or replaces it by, what databases, terminals and parsers stumble over. */
export const oddText = (next: Next, text: string): string =>
  pick(next, [
    `${text}${pick(next, ODD_TEXTS)}`,
    `${pick(next, ODD_TEXTS)}${text}`,
    pick(next, ODD_TEXTS),
    text.toUpperCase(),
    ""
  ])

const oddLeaf = (next: Next, value: unknown): unknown => {
  if (typeof value === "string" && next(5) > 0) return oddText(next, value)
  if (typeof value === "number" && next(5) > 0) return pick(next, [...ODD_NUMBERS, value + 1e-7, -value])
  return randomJson(next, ["owner", "name"], 2)
}

/** Copies a JSON value. One in `rarity` of its texts, numbers and other leaves is odd, and few names of fields. */
export const oddJson = (next: Next, value: unknown, rarity: number): unknown => {
  if (Array.isArray(value)) return value.map((item) => oddJson(next, item, rarity))
  if (typeof value !== "object" || value === null) return next(rarity) === 0 ? oddLeaf(next, value) : value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      next(rarity * 8) === 0 ? oddText(next, name) : name,
      oddJson(next, item, rarity)
    ])
  )
}

/** The length of an input as JSON. Rows of a database contain bigints, which JSON cannot represent. */
const sizeOf = (input: unknown): number =>
  JSON.stringify(input, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))?.length ?? 0

const BASE_MILLIS = 100
const MILLIS_PER_BYTE = 100 / 1_000_000

/**
 * Runs a reader and checks that it takes at most 100 ms, plus 100 ms per megabyte of its input. A pause of the machine
 * is not the reader's fault, so it fails only if it is too slow three times.
 */
export const inTime = <A>(input: unknown, read: () => A): A => {
  let fastest = Number.POSITIVE_INFINITY
  for (let times = 0; times < 3; times++) {
    const from = performance.now()
    const result = read()
    fastest = Math.min(fastest, performance.now() - from)
    if (fastest <= BASE_MILLIS) return result
    if (fastest <= BASE_MILLIS + MILLIS_PER_BYTE * sizeOf(input)) return result
  }
  throw new Error(`${Math.round(fastest)} ms for one input`)
}
