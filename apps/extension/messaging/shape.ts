/**
 * Type guards for data that the worker did not write itself: messages from pages and records on disk. The guards never
 * throw. Effect Schema would make up a sixth of the worker.
 */
export type Is<A> = (value: unknown) => value is A

/** The type that a guard recognises. */
export type Guarded<Guard> = Guard extends Is<infer A> ? A : never

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

/** A number of things, or an id: not below 0, and exact if it is whole. */
export const isCount: Is<number> = isNumberIn(0, Number.MAX_SAFE_INTEGER)

/** Anything but `undefined`. */
export const isPresent: Is<unknown> = (value): value is unknown => value !== undefined

export const isOneOf =
  <const A extends ReadonlyArray<string>>(words: A): Is<A[number]> =>
  (value): value is A[number] =>
    isText(value) && words.includes(value)

export const isNullable =
  <A>(isValue: Is<A>): Is<A | null> =>
  (value): value is A | null =>
    value === null || isValue(value)

/** A guard for each field of a type. That of an optional field also takes `undefined`. */
type Fields<A> = {
  readonly [K in keyof A]-?: {} extends Pick<A, K> ? Is<A[K] | undefined> : Is<A[K]>
}

/**
 * An object with at least these fields. For records, and for answers of other programs, which may have more fields than
 * this version knows. A field that may be `undefined` may be missing.
 */
export const hasFields =
  <A extends object>(fields: Fields<A>): Is<A> =>
  (value): value is A => {
    if (!isObject(value)) return false
    for (const name in fields) {
      if (!fields[name](Object.hasOwn(value, name) ? value[name] : undefined)) return false
    }
    return true
  }

/** An object with exactly these fields. */
export const isStruct = <A extends object>(fields: Fields<A>): Is<A> => {
  const isWhole = hasFields(fields)
  return (value): value is A => isWhole(value) && Object.keys(value).every((name) => Object.hasOwn(fields, name))
}

export const isList =
  <A>(isItem: Is<A>, most = 10_000): Is<ReadonlyArray<A>> =>
  (value): value is ReadonlyArray<A> =>
    Array.isArray(value) && value.length <= most && value.every(isItem)

export const isOptional =
  <A>(isValue: Is<A>): Is<A | undefined> =>
  (value): value is A | undefined =>
    value === undefined || isValue(value)

/** A value that other programs leave out or write as `null`. */
export const isMaybe = <A>(isValue: Is<A>): Is<A | null | undefined> => isOptional(isNullable(isValue))

/** An object with any fields whose names and values match. */
export const isRecord =
  <A>(isValue: Is<A>, isName: Is<string> = isText): Is<Readonly<Record<string, A>>> =>
  (value): value is Readonly<Record<string, A>> =>
    isObject(value) && Object.entries(value).every(([name, item]) => isName(name) && isValue(item))

/** The input guards of a feature's requests, by request name. */
export type Inputs<Requests> = {
  readonly [N in keyof Requests]: Requests[N] extends { readonly input: infer Input } ? Is<Input> : never
}
