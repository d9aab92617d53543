/**
 * Shapes of data that the worker did not write itself: what pages send, what stands on disk. By guards that throw nothing;
 * Effect Schema would be a sixth of the worker.
 */
export type Is<A> = (value: unknown) => value is A

export const isText: Is<string> = (value) => typeof value === "string"
export const isBoolean: Is<boolean> = (value) => typeof value === "boolean"

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const isTextOf =
  (maxChars: number): Is<string> =>
  (value): value is string =>
    isText(value) && value.length <= maxChars

/** A number from `least` to `most`, both included. */
export const isNumberIn =
  (least: number, most: number): Is<number> =>
  (value): value is number =>
    typeof value === "number" && value >= least && value <= most

export const isOneOf =
  <const A extends ReadonlyArray<string>>(words: A): Is<A[number]> =>
  (value): value is A[number] =>
    isText(value) && words.includes(value)

export const isNullable =
  <A>(isValue: Is<A>): Is<A | null> =>
  (value): value is A | null =>
    value === null || isValue(value)

/** An object of these fields, and of no others; one that may be `undefined` may be left out. */
export const isStruct =
  <A extends object>(fields: { readonly [K in keyof A]-?: Is<A[K]> }): Is<A> =>
  (value): value is A => {
    if (!isObject(value) || !Object.keys(value).every((name) => Object.hasOwn(fields, name))) return false
    for (const name in fields) {
      if (!fields[name](Object.hasOwn(value, name) ? value[name] : undefined)) return false
    }
    return true
  }

/** An object with at least these fields: what another program answers, which may know more than this one. */
export const hasFields =
  <A extends object>(fields: { readonly [K in keyof A]-?: Is<A[K]> }): Is<A> =>
  (value): value is A => {
    if (!isObject(value)) return false
    for (const name in fields) if (!fields[name](value[name])) return false
    return true
  }

export const isList =
  <A>(isItem: Is<A>, most = 1000): Is<ReadonlyArray<A>> =>
  (value): value is ReadonlyArray<A> =>
    Array.isArray(value) && value.length <= most && value.every(isItem)

export const isOptional =
  <A>(isValue: Is<A>): Is<A | undefined> =>
  (value): value is A | undefined =>
    value === undefined || isValue(value)

/** An object of any fields whose names and values are such. */
export const isRecord =
  <A>(isValue: Is<A>, isName: Is<string> = isText): Is<Readonly<Record<string, A>>> =>
  (value): value is Readonly<Record<string, A>> =>
    isObject(value) && Object.entries(value).every(([name, item]) => isName(name) && isValue(item))

/** The shapes of a feature's requests, by their names. */
export type Inputs<Requests> = {
  readonly [N in keyof Requests]: Requests[N] extends { readonly input: infer Input } ? Is<Input> : never
}
