/** Reads JSON of unknown shape. Reads return where they found a value, and never throw. */

import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

/** The value at a dotted path such as `credits.charged` or `results.0`. */
export const at = (value: unknown, path: string): unknown => {
  let current = value
  for (const part of path.split(".")) {
    if (Array.isArray(current)) current = current[Number(part)]
    else if (isJsonObject(current) && Object.hasOwn(current, part)) current = current[part]
    else return undefined
  }
  return current
}

const MAX_FIELDS = 60
const fields = new WeakMap<JsonObject, ReadonlyArray<readonly [key: string, value: unknown]>>()

/** The first fields of an object, as many as any envelope has. An object with a million keys is listed at most once. */
export const firstFields = (object: JsonObject): ReadonlyArray<readonly [key: string, value: unknown]> => {
  const earlier = fields.get(object)
  if (earlier !== undefined) return earlier
  const first: Array<readonly [string, unknown]> = []
  for (const key in object) if (first.push([key, object[key]]) === MAX_FIELDS) break
  fields.set(object, first)
  return first
}

/** Whether all values of an object or a list satisfy a predicate. Stops at the first that does not. */
export const everyValue = (value: object, is: (inner: unknown) => boolean): boolean => {
  if (Array.isArray(value)) return value.every(is)
  for (const key in value) if (!is(Reflect.get(value, key))) return false
  return true
}
