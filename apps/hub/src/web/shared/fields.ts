/** Objects of JSON whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object, and neither a list nor null. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)
