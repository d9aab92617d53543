/** Reading an answer whose shape is not known: every read says where it looked. Never throws. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value at a dotted path such as `credits.charged` or `results.0`. */
export const at = (value: unknown, path: string): unknown => {
  let current = value
  for (const part of path.split(".")) {
    if (Array.isArray(current)) current = current[Number(part)]
    else if (isObject(current) && Object.hasOwn(current, part)) current = current[part]
    else return undefined
  }
  return current
}
