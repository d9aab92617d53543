/** Checks how deep a JSON value nests, because code that writes or walks it recurses and could exhaust the stack. */

/** Returns whether a value nests deeper than this many levels. It never looks deeper than that itself. */
export const isDeeperThan = (levels: number, value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeperThan(levels - 1, item)) return true
    return false
  }
  for (const key in value) if (isDeeperThan(levels - 1, Reflect.get(value, key))) return true
  return false
}
