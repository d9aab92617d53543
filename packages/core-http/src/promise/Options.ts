/**
 * Checks the options of a client for programs without Effect. A missing, unknown or impossible option is explained in
 * a sentence, and no client is made.
 */
import * as Result from "effect/Result"

import * as BaseAddress from "../address/BaseAddress.ts"
import { ProviderError } from "../errors/ProviderError.ts"

/**
 * What an option has to be. `is` describes a required text, a `list` has texts, and a `flag` is true or false. A `count`
 * is a whole number, 1 or more, and an `amount` a number, 0 or more. An object has no other `fields` than these.
 */
type Rule =
  | "optional"
  | "list"
  | "flag"
  | { readonly is: string }
  | { readonly number: "count" | "amount" }
  | { readonly fields: ReadonlyArray<string> }

/** The options of a client. */
export type OptionNames<O extends object> = { readonly [K in keyof Required<O>]: Rule }

/** Whether a value is a number, 0 or more. */
export const isAmount = (value: unknown): boolean => typeof value === "number" && value >= 0 && value < Infinity

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

/** Returns what is wrong with an option, as the sentence's beginning. */
const wrong = (maker: string, field: string, value: unknown, rule: Rule): string | undefined => {
  if (rule === "optional") return undefined
  if (typeof rule === "object" && "is" in rule) {
    if (typeof value === "string" && value !== "") return undefined
    return `${maker} needs ${field}, ${rule.is}, and it ${value === undefined || value === "" ? "is missing" : "is not a string"}`
  }
  if (value === undefined) return undefined
  if (rule === "flag") return typeof value === "boolean" ? undefined : `${field} must be true or false`
  if (rule === "list") return isListOfTexts(value) ? undefined : `${field} must be a list of texts`
  if ("fields" in rule) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return `${field} must be an object`
    const other = Object.keys(value).find((key) => !rule.fields.includes(key))
    return other === undefined ? undefined : `${field} has no field ${other}; it takes ${rule.fields.join(", ")}`
  }
  if (rule.number === "amount") return isAmount(value) ? undefined : `${field} must be a number, 0 or more`
  return Number.isInteger(value) && isAmount(value) && value !== 0
    ? undefined
    : `${field} must be a whole number, 1 or more`
}

const problemOf = (
  maker: string,
  options: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, Rule>>
): { readonly field: string; readonly message: string } | undefined => {
  for (const [field, rule] of Object.entries(names)) {
    const message = wrong(maker, field, options[field], rule)
    if (message !== undefined) return { field, message }
  }
  const field = Object.keys(options).find((key) => !Object.hasOwn(names, key))
  const optionNames = Object.keys(names).join(", ")
  return field === undefined
    ? undefined
    : { field, message: `${maker} has no option ${field}; it takes ${optionNames}` }
}

/**
 * Throws a `ProviderError` if a required option is missing or empty, a number is not valid, or an option is unknown.
 * @param maker the function that makes the client
 */
export const checkOptions = <O extends object>(
  provider: string,
  maker: string,
  options: O,
  names: OptionNames<O>
): void => {
  const problem = problemOf(maker, Object.fromEntries(Object.entries(options ?? {})), names)
  if (problem === undefined) return
  throw new ProviderError({
    provider,
    operation: "connect",
    reason: { _tag: "Invalid", what: `${problem.message}.`, nothing: "sent", fields: [problem] }
  })
}

/** Parses the base address in an option. Throws a `ProviderError` if a key may not be sent there. */
export const addressOption = (provider: string, address: string): BaseAddress.BaseAddress => {
  const base = BaseAddress.parse(address)
  if (Result.isSuccess(base)) return base.success
  throw new ProviderError({ provider, operation: "connect", reason: base.failure })
}
