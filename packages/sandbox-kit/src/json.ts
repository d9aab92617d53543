// Reads JSON from external sources.

/** A JSON object whose members are not yet known. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether the value is an object, and neither null nor an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns undefined if the text is not JSON. */
export const parseJson = (
  text: string,
  reviver?: (key: string, value: unknown, context?: { readonly source?: string }) => unknown
): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text, reviver) as unknown }
  } catch {
    return undefined
  }
}

/** Reads a nested value: `at(body, "labels", 0, "name")`. Returns undefined if the path does not exist. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown
    return isObject(inner) ? inner[key] : undefined
  }, value)

/** Returns the objects of a list, or none if the value is not a list. */
export const objects = (value: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isObject) : []
