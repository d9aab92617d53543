/** Objects of JSON. */

/** An object whose fields are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object, and neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns an object without its fields that are undefined, because programs write `{ page: undefined }` for a field that
 * they leave out. Any other value is returned unchanged.
 */
export const defined = <A>(fields: A): A =>
  isJsonObject(fields) && Object.values(fields).includes(undefined)
    ? (Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as A)
    : fields
