/** What somebody at a command line can do about a failure: the commands, flags and variables by name. */
import type { Problem } from "@inlay/agent-plugin/Account"
import { advice, adviceOf, listOf, wordsOf, type Words } from "@inlay/agent-plugin/advice"
import type { Connectable, ProviderError, Reason } from "@inlay/core-http/ProviderError"

/** Made when it is first needed: it takes 13 ms. */
let conjunction: Intl.ListFormat | undefined
const allOf = (names: ReadonlyArray<string>): string =>
  (conjunction ??= new Intl.ListFormat("en", { type: "conjunction" })).format(names)

/** The command or the variables that connect an account. */
export const connectWords = ({ plugin, variables }: Connectable): string => {
  const ways = [`Run \`inlay connect ${plugin}\``, ...variables.map((names) => `set ${allOf(names)}`)]
  return `${ways.join(", or ")}.`
}

/** Where no account is connected at all, by which command or variables one would be. */
export const connect = (reason?: Reason): string | undefined =>
  (reason?._tag === "Unauthorized" || reason?._tag === "NotFound") && reason.connectable !== undefined
    ? connectWords(reason.connectable)
    : undefined

const SETTLE =
  "`inlay charges` lists it. Look at the provider's credit log, then settle it there, or run this with --unknown-charge ask_again (it may cost twice), charged or not_charged."

/** The command line's table. */
export const words: Words = {
  ...advice,
  chooseName: (remedy) =>
    remedy.of === "toolSteps"
      ? `Nearest: ${listOf(remedy.names)}. \`inlay tools\` lists all.`
      : advice.chooseName(remedy),
  connect: (_, reason) => connect(reason) ?? "Connect one with `inlay connect` first.",
  settleCharge: () => SETTLE,
  checkCharge: () => SETTLE,
  buyAgain: () => "Run this with --unknown-charge ask_again to buy it once more.",
  repairStorage: () => "Free the disk or repair the data directory, or give another one with --data DIR or INLAY_DATA."
}

/** What is written below a failure. */
export const adviceFor = (error: ProviderError): string => adviceOf(words, error)

/** A problem of an account as people and `--json` get it: a sentence each. */
export interface ShownProblem {
  readonly what: string
  readonly fix: string
}

/** A problem in words; `fix` is empty where nobody knows what would mend it. */
export const shownProblem = ({ what, remedy }: Problem): ShownProblem => ({
  what,
  fix: wordsOf(words, remedy)
})
