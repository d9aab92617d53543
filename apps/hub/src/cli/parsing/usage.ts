/** Converts usage errors to the ProviderError that everything else fails with. */
import { distance } from "@inlay/core-http/nearest"
import { type ProviderError, invalidReason, type FieldError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { InvalidValue, NonShowHelpErrors, UnrecognizedOption } from "effect/cli/CliError"
import type { HelpDoc } from "effect/cli/HelpDoc"

import { redactor, flagRedactor } from "../../accounts/known-secrets.ts"
import { hubError } from "../../hub-error.ts"

/** Redacts before truncating, because half a secret would not be recognised. */
const redactedName = (text: string) =>
  redactor
    .text(text)
    .replace(/\p{Cc}/gu, "?")
    .slice(0, 80)

const near = (suggestions: ReadonlyArray<string>) =>
  suggestions.length === 0 ? "" : `; the nearest: ${suggestions.join(", ")}`

/** Commands where an unexpected argument may be a secret in the wrong place. */
const TAKES_SECRETS: ReadonlySet<string> = new Set(["connect"])

/** The parser compares a misspelt flag with those of its command. Here it is also compared with those of all commands. */
const nearFlags = ({ option, suggestions }: UnrecognizedOption, doc: HelpDoc): ReadonlyArray<string> =>
  suggestions.length > 0
    ? suggestions
    : (doc.globalFlags ?? []).map(({ name }) => `--${name}`).filter((flag) => distance(option, flag) <= 2)

const fieldError = (error: NonShowHelpErrors, operation: string, doc: HelpDoc): FieldError => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return {
        field: redactedName(flagRedactor().text(error.option)),
        message: `is not a flag of this command${near(nearFlags(error, doc))}`
      }
    case "MissingOption":
      return { field: `--${error.option}`, message: "is required" }
    case "MissingArgument":
      return { field: error.argument, message: "is required" }
    case "UnexpectedArgument":
      return TAKES_SECRETS.has(operation)
        ? { field: "An extra argument", message: "is not expected here; secrets go through standard input" }
        : { field: error.arguments.map(redactedName).join(" "), message: "is not expected here" }
    case "InvalidValue":
      return {
        field: error.kind === "flag" ? `--${error.option}` : error.option,
        message: valueWords(error, TAKES_SECRETS.has(operation))
      }
    case "UnknownSubcommand":
      return { field: redactedName(error.subcommand), message: `is not a command${near(error.suggestions)}` }
    case "DuplicateOption":
    case "ValidationError":
    case "UserError":
      return { field: "", message: redactedName(error.message) }
  }
}

/** The allowed values of a choice: `"table" | "json"`. */
const CHOICE = /^"[^"]*"( \| "[^"]*")*$/

const expectation = (text: string) => {
  const words = text.replace(/^Expected:?\s*/, "").replace(/\.$/, "")
  if (CHOICE.test(words)) {
    return words
      .replaceAll('"', "")
      .replaceAll(" | ", ", ")
      .replace(/, ([^,]*)$/, " or $1")
  }
  return words.replace(/^a string representing an? /, "a ").replace(/^a finite number/, "a number")
}

/** What is wrong with a value. It is repeated unless it may be a secret in the wrong place. */
const valueWords = (error: InvalidValue, mayBeSecret: boolean): string => {
  if (error.value === "") return `needs a value: ${error.expected}`
  // The value is then a count of values.
  if (/^at (least|most) /.test(error.expected)) return `takes ${error.expected}`
  const words = `must be ${expectation(error.expected)}`
  return mayBeSecret ? words : `${words}, not ${ProviderText.quote(redactedName(flagRedactor().text(error.value)))}`
}

/** An unknown subcommand becomes `NotFound` with the known ones. Anything else becomes `Invalid` with its fields. */
export const usageError = (
  commandPath: ReadonlyArray<string>,
  errors: ReadonlyArray<NonShowHelpErrors>,
  doc: HelpDoc
): ProviderError => {
  const command = commandPath.join(" ")
  const operation = commandPath.slice(1).join(" ") || "inlay"
  // What follows a misspelt flag is its value rather than a command.
  const isFlagMisspelt = errors.some((error) => error._tag === "UnrecognizedOption" && nearFlags(error, doc).length > 0)
  const unknownCommand = isFlagMisspelt ? undefined : errors.find((error) => error._tag === "UnknownSubcommand")
  const text = `Nothing was done. \`${command} --help\` shows how.`
  if (unknownCommand !== undefined) {
    const { subcommand, suggestions } = unknownCommand
    const commands = (doc.subcommands ?? []).flatMap((group) => group.commands.map(({ name }) => name))
    return hubError(operation, {
      _tag: "NotFound",
      what: `There is no command ${redactedName(subcommand)}${suggestions.length === 0 ? "." : `; did you mean ${suggestions.join(" or ")}?`}`,
      remedy: {
        to: "read",
        text: `Commands: ${commands.join(", ")}. \`${command} --help\` says what they do.`
      },
      known: suggestions.length > 0 ? suggestions : commands
    })
  }
  const { nothing: _nothing, ...reason } = invalidReason(errors.map((error) => fieldError(error, operation, doc)))
  return hubError(operation, { ...reason, remedy: { to: "read", text } })
}
