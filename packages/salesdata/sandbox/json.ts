// Reading JSON that somebody else wrote.

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export interface Problem {
  readonly field: string
  readonly message: string
}
