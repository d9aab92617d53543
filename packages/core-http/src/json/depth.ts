/** How deep a JSON value nests: what writes or walks it later recurses, and would exhaust the stack. */

/** Whether a value nests deeper than so many levels; never looks deeper itself. */
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
