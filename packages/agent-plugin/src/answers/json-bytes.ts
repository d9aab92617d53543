/** How many bytes a value has as JSON: answered without writing out a value that is far too long. */

const encoder = /* @__PURE__ */ new TextEncoder()

/** Bytes of a value as JSON in UTF-8. It is written out whole: of what a provider sent, ask `bytesWithin`. */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? "").length

/** A character takes at most so many bytes in JSON: `\u0000`. */
const MOST_BYTES_A_CHAR = 6
/** A number, a word or a pair of brackets with its comma. */
const MOST_BYTES_A_NODE = 32

interface Estimate {
  /** Characters of its texts and names. */
  chars: number
  /** Values, themselves and within each other. */
  nodes: number
}

/** Characters and values, counted until there are surely more bytes than `maxBytes`. */
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

/** Whether a value surely fits, without writing it out: most answers are small. */
export const isSmall = (value: unknown, maxBytes: number): boolean => {
  const { chars, nodes } = estimate(value, maxBytes)
  return chars * MOST_BYTES_A_CHAR + nodes * MOST_BYTES_A_NODE <= maxBytes
}

/** Bytes of a value as JSON; `undefined` where they are more than `maxBytes`. Takes no longer than those bytes do. */
export const bytesWithin = (value: unknown, maxBytes: number): number | undefined => {
  const { chars, nodes } = estimate(value, maxBytes)
  if (chars + nodes > maxBytes) return undefined
  const bytes = bytesOf(value)
  return bytes <= maxBytes ? bytes : undefined
}
