// Types of arguments and results of fields. Objects hold their own fields, so resolvers are not registered anywhere.

/** An argument or a part of one. The library has already parsed it as its declared type. */
export type Input = string | number | boolean | null | ReadonlyArray<Input> | Inputs

export interface Inputs {
  readonly [name: string]: Input
}

/**
 * The value of a field: data, an object with further fields, or a list of these, in which failed entries are errors.
 */
export type Result = string | number | boolean | null | Error | ObjectValue | ReadonlyArray<Result>

export type Resolver = (args: Inputs) => Result

/** An object: its fields by name, as values or as functions that compute them. */
export interface ObjectValue {
  readonly __typename: string
  readonly [field: string]: Result | Resolver
}

/** The text argument with this name, or an empty string if it is not a text. */
export const textIn = (inputs: Inputs, name: string): string => {
  const value = inputs[name]
  return typeof value === "string" ? value : ""
}

/** The number argument with this name, or NaN if it is not a number. */
export const numberIn = (inputs: Inputs, name: string): number => {
  const value = inputs[name]
  return typeof value === "number" ? value : Number.NaN
}
