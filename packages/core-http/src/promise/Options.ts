/**
 * Checks the options of a client for programs without Effect, and those of its calls. All that are missing, unknown or
 * impossible are named at once, and nothing is made or sent.
 */
import * as Result from "effect/Result"

import * as BaseAddress from "../address/BaseAddress.ts"
import { keyProblem } from "../client/reasons.ts"
import * as Credential from "../credential/Credential.ts"
import { invalid, ProviderError, type FieldError, type Reason } from "../errors/ProviderError.ts"
import { defined, isJsonObject, type Defined, type JsonObject } from "../json/object.ts"

/** Whether a value is a number, 0 or more. */
const isAmount = (value: unknown): boolean => typeof value === "number" && value >= 0 && value < Infinity

const isText = (value: unknown): boolean => typeof value === "string"

/** What an option has to be if it is given, and the check of that. */
type Kind = readonly [what: string, isValid: (value: unknown) => boolean]

const KINDS = {
  text: ["a string", isText],
  list: ["a list of texts", (value) => Array.isArray(value) && value.every(isText)],
  // The entries of a Headers or a Map are no fields of it.
  texts: [
    "an object of texts",
    (value) => isJsonObject(value) && !(Symbol.iterator in value) && Object.values(defined(value)).every(isText)
  ],
  flag: ["true or false", (value) => typeof value === "boolean"],
  count: ["a whole number, 1 or more", (value) => Number.isInteger(value) && (value as number) > 0],
  amount: ["a number, 0 or more", isAmount],
  amountOrNull: ["a number, 0 or more", (value) => value === null || isAmount(value)]
} satisfies Readonly<Record<string, Kind>>

/** A kind, a required text that `is` describes, or an object that has no other `fields` than these. */
type Rule =
  | keyof typeof KINDS
  | Kind
  | { readonly is: string }
  | { readonly fields: Readonly<Record<string, keyof typeof KINDS>> }

/** The options of a client or a call. */
export type OptionNames<O extends object> = { readonly [K in keyof Required<O>]: Rule }

const problemsOf = (field: string, value: unknown, rule: Rule): ReadonlyArray<FieldError> => {
  const problem = (message: string) => [{ field, message }]
  if (typeof rule === "object" && "is" in rule) {
    if (value === undefined || value === "") return problem(`is missing: ${rule.is}`)
    return isText(value) ? [] : problem(`must be a string: ${rule.is}`)
  }
  if (value === undefined) return []
  if (typeof rule === "object" && "fields" in rule)
    return isJsonObject(value) ? problemsIn(value, rule.fields, `${field}.`) : problem("must be an object")
  const [what, isValid] = typeof rule === "string" ? KINDS[rule] : rule
  return isValid(value) ? [] : problem(`must be ${what}`)
}

const problemsIn = (
  options: JsonObject,
  names: Readonly<Record<string, Rule>>,
  path = ""
): ReadonlyArray<FieldError> => [
  ...Object.entries(names).flatMap(([name, rule]) => problemsOf(path + name, options[name], rule)),
  ...Object.keys(options)
    .filter((name) => !Object.hasOwn(names, name))
    .map((name) => ({ field: path + name, message: `is not an option; there are ${Object.keys(names).join(", ")}` }))
]

/**
 * Returns the options that are given. Throws a `ProviderError` if a required one is missing or empty, or one is unknown or
 * of another kind.
 */
export const checkOptions = <O extends object>(
  provider: string,
  operation: string,
  options: O,
  names: OptionNames<O>
): Defined<O> => {
  // A program without types may give none at all.
  const named = { ...options }
  const problems = problemsIn(named as JsonObject, names)
  if (problems.length > 0) throw invalid(provider, operation, problems)
  return defined(named)
}

/** Returns what was read from an option. Throws a `ProviderError` if it was refused. */
export const optionOf = <A>(provider: string, read: Result.Result<A, Reason>): A => {
  if (Result.isSuccess(read)) return read.success
  throw new ProviderError({ provider, operation: "connect", reason: read.failure })
}

/** Returns the credential of an option. Throws a `ProviderError` if no request could carry it. */
export const keyOption = (provider: string, credential: Credential.Credential): Credential.Credential => {
  const problem = Credential.problem(credential)
  return optionOf(provider, problem === undefined ? Result.succeed(credential) : Result.fail(keyProblem(problem)))
}

/** Parses the base address in an option. Throws a `ProviderError` if a key may not be sent there. */
export const addressOption = (provider: string, address: string): BaseAddress.BaseAddress =>
  optionOf(provider, BaseAddress.parse(address))
