/** The wording of remedies for users of the command line, with commands, flags and variables by name. */
import type { Problem } from "@inlay/agent-plugin/Account"
import { advice, adviceOf, wordsOf, type Words } from "@inlay/agent-plugin/advice"
import type { Connectable, ProviderError, Reason } from "@inlay/core-http/ProviderError"

/** Created on first use, because that takes 13 ms. */
let conjunction: Intl.ListFormat | undefined
const allOf = (names: ReadonlyArray<string>): string =>
  (conjunction ??= new Intl.ListFormat("en", { type: "conjunction" })).format(names)

/** Quotes a word for a shell if needed. */
export const wordOf = (text: string): string =>
  /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The commands that take `--plugin`. */
const COMMAND = /`(inlay (?:tools|run|mcp|serve|accounts|connect|disconnect|doctor)\b[^`]*)`/g

/** Returns a text of the program with the files of `--plugin` in each command between backticks. */
export const withFiles = (text: string, files: ReadonlyArray<string>): string =>
  text.replace(COMMAND, (_, command: string) =>
    ["`", command, ...files.map((file) => ` --plugin ${wordOf(file)}`), "`"].join("")
  )

/** How to connect an account: a command or environment variables. */
export const connectWords = ({ plugin, variables }: Connectable): string => {
  const ways = [`Run \`inlay connect ${plugin}\``, ...variables.map((names) => `set ${allOf(names)}`)]
  // Other programs use these variables, too. With a value of use here, they would have made an account.
  const unfit = variables.filter((names) => names.every((name) => (process.env[name] ?? "").trim() !== "")).flat()
  const note = unfit.length === 0 ? "" : ` ${allOf(unfit)} is set, but its file cannot be read or is of another kind.`
  return `${ways.join(", or ")}.${note}`
}

/** How to connect an account, if the failure is that none is connected. */
export const connect = (reason?: Reason): string | undefined =>
  (reason?._tag === "Unauthorized" || reason?._tag === "NotFound") && reason.connectable !== undefined
    ? connectWords(reason.connectable)
    : undefined

const SETTLE =
  "`inlay charges` lists it. Look at the provider's credit log, then settle it there, or repeat the lookup with `inlay run` and --unknown-charge ask_again (it may cost twice), charged or not_charged."

/** The command line's wording of remedies. */
export const words: Words = {
  ...advice,
  chooseName: (remedy, reason) => {
    const names = advice.chooseName(remedy, reason)
    return remedy.of === "toolSteps" ? `${names} \`inlay tools\` lists all.`.trimStart() : names
  },
  connect: (_, reason) => connect(reason) ?? "Connect one with `inlay connect` first.",
  agreeToPrice: () => "Repeat it with a higher --max-credits, or without it, if you agree to the price.",
  settleCharge: () => SETTLE,
  checkCharge: () => SETTLE,
  buyAgain: () => "Repeat the lookup with `inlay run` and --unknown-charge ask_again to buy it once more.",
  repairStorage: () =>
    "Free some disk space or repair the data directory, or give another one with --data DIR or INLAY_DATA."
}

/** The advice that is printed below a failure. */
export const adviceFor = (error: ProviderError): string => adviceOf(words, error)

/** A problem of an account as text, for people and for `--json`. */
export interface ShownProblem {
  readonly what: string
  readonly fix: string
}

/** Formats a problem. `fix` is empty if no remedy is known. */
export const shownProblem = ({ what, remedy }: Problem): ShownProblem => ({
  what,
  fix: wordsOf(words, remedy)
})
