/** Measures the size of a value as JSON, without serialising values that are far too large. */

const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * The size of a value as JSON in UTF-8, in bytes. Serialises the whole value: for provider responses, use
 * `bytesWithin`.
 */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? "").length

/** The most bytes that one character takes in JSON: `\u0000`. */
const MOST_BYTES_A_CHAR = 6
/** The most bytes of a number, a literal or a pair of brackets, with its comma. */
const MOST_BYTES_A_NODE = 32

interface Estimate {
  /** Total characters of its texts and keys. */
  chars: number
  /** Number of values, nested ones included. */
  nodes: number
}

/** Counts characters and values until the JSON is certain to exceed `maxBytes`. */
const estimate = (value: unknown, maxBytes: number): Estimate => {
  const totals: Estimate = { chars: 0, nodes: 0 }
  const isOver = () => totals.chars + totals.nodes > maxBytes
  const count = (node: unknown): void => {
    totals.nodes++
    if (typeof node === "string") totals.chars += node.length
    else if (Array.isArray(node)) {
      for (const item of node) {
        if (isOver()) return
        count(item)
      }
    } else if (typeof node === "object" && node !== null) {
      for (const key in node) {
        if (isOver()) return
        const item: unknown = Reflect.get(node, key)
        if (item === undefined) continue
        totals.chars += key.length
        count(item)
      }
    }
  }
  count(value)
  return totals
}

/** Whether a value is certain to fit, without serialising it. Most answers are small. */
export const isSmall = (value: unknown, maxBytes: number): boolean => {
  const { chars, nodes } = estimate(value, maxBytes)
  return chars * MOST_BYTES_A_CHAR + nodes * MOST_BYTES_A_NODE <= maxBytes
}

/**
 * The size of a value as JSON in bytes, or `undefined` if it exceeds `maxBytes`. The time this takes depends on
 * `maxBytes`, not on the value.
 */
export const bytesWithin = (value: unknown, maxBytes: number): number | undefined => {
  const { chars, nodes } = estimate(value, maxBytes)
  if (chars + nodes > maxBytes) return undefined
  const bytes = bytesOf(value)
  return bytes <= maxBytes ? bytes : undefined
}
