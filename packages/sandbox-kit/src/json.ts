// Reading JSON that somebody else wrote.

/** A JSON object whose members are not yet known. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether the value is an object, and neither null nor an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Undefined where the text is not JSON. */
export const parseJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Walks into JSON: `at(body, "labels", 0, "name")`; undefined where the way ends. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown
    return isObject(inner) ? inner[key] : undefined
  }, value)

/** The objects of a list; none where it is no list. */
export const objects = (value: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isObject) : []
