/**
 * Checks the options of a client for programs without Effect. A missing or unknown option is explained in a sentence,
 * and no client is made.
 */
import { ProviderError } from "../errors/ProviderError.ts"

/** The options of a client, with a description of each required one. */
export type OptionNames<O extends object> = { readonly [K in keyof Required<O>]: "optional" | { readonly is: string } }

const problemOf = (
  maker: string,
  options: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, "optional" | { readonly is: string }>>
): { readonly field: string; readonly message: string } | undefined => {
  for (const [field, name] of Object.entries(names)) {
    if (name === "optional" || (typeof options[field] === "string" && options[field] !== "")) continue
    const is = options[field] === undefined || options[field] === "" ? "is missing" : "is not a string"
    return { field, message: `${maker} needs ${field}, ${name.is}, and it ${is}` }
  }
  const field = Object.keys(options).find((key) => !Object.hasOwn(names, key))
  const optionNames = Object.keys(names).join(", ")
  return field === undefined
    ? undefined
    : { field, message: `${maker} has no option ${field}; it takes ${optionNames}` }
}

/**
 * Throws a `ProviderError` if a required option is missing or empty, or if an option is unknown.
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
