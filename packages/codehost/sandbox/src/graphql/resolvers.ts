// What a field is asked with, and what it gives. Objects hold their fields, so no resolver is registered anywhere.

/** An argument, or part of one; the library has read it as its declared type. */
export type Input = string | number | boolean | null | ReadonlyArray<Input> | Inputs

export interface Inputs {
  readonly [name: string]: Input
}

/** What a field gives: data, an object to go on from, or a list of these or of what went wrong with each. */
export type Result = string | number | boolean | null | Error | ObjectValue | ReadonlyArray<Result>

export type Resolver = (args: Inputs) => Result

/** A value of an object type: its fields by name, or how to find them. */
export interface ObjectValue {
  readonly __typename: string
  readonly [field: string]: Result | Resolver
}

/** A text among inputs; empty where it is none. */
export const textIn = (inputs: Inputs, name: string): string => {
  const value = inputs[name]
  return typeof value === "string" ? value : ""
}

/** A number among inputs; not a number where it is none. */
export const numberIn = (inputs: Inputs, name: string): number => {
  const value = inputs[name]
  return typeof value === "number" ? value : Number.NaN
}
