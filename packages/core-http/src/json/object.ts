/** Objects of JSON. */

/** An object whose fields are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object, and neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The same object, in which each field that may be undefined may be absent instead. */
export type Defined<A> = A extends JsonObject
  ? { readonly [K in keyof A as undefined extends A[K] ? never : K]: A[K] } & {
      readonly [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined>
    }
  : A

/**
 * Returns an object without its fields that are undefined, because programs write `{ page: undefined }` for a field that
 * they leave out. Any other value is returned unchanged.
 */
export const defined = <A>(fields: A): Defined<A> =>
  (isJsonObject(fields) && Object.values(fields).includes(undefined)
    ? Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    : fields) as Defined<A>
