/** Checks how deep a JSON value nests, because code that writes or walks it recurses and could exhaust the stack. */

/**
 * Returns whether a value nests deeper than this many levels. It never looks deeper than that itself.
 * @param onNumber is called with every number, up to the first place that is too deep
 */
export const isDeeperThan = (levels: number, value: unknown, onNumber?: (number: number) => void): boolean => {
  if (typeof value === "number") onNumber?.(value)
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeperThan(levels - 1, item, onNumber)) return true
    return false
  }
  const fields = value as Readonly<Record<string, unknown>>
  for (const key in fields) if (isDeeperThan(levels - 1, fields[key], onNumber)) return true
  return false
}
