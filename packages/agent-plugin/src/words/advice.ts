/**
 * What to do about a failure, in neutral English: a sentence or two for every remedy. Each surface spreads this table
 * and overrides what differs there, such as commands, flags or whom to ask.
 */
import { nothingOf, type ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { Remedy } from "@inlay/core-http/Remedy"

/**
 * A surface's texts, with an entry for every remedy. `reason` is absent if an account check reported only a problem.
 */
export type Words = {
  readonly [To in Remedy["to"]]: (remedy: Extract<Remedy, { readonly to: To }>, reason?: Reason) => string
}

const MAX_NAME_CHARS = 60

/** Returns a plain name unchanged. Other text from third parties is quoted. */
const shownName = (name: string): string =>
  /^[\w./-]{1,100}$/.test(name) ? name : ProviderText.quote(name, MAX_NAME_CHARS)

/** Formats names as a list to choose from. */
export const listOf = (names: ReadonlyArray<string>): string => names.map(shownName).join(", ")

const SIGN_IN_ADDRESS = "the sign-in address"

const ENDPOINTS = {
  "leading-slash": "Write the endpoint as a path that starts with one slash, such as /v1/items.",
  "no-leading-slash": "Write the endpoint as a path without a leading slash, such as v1beta/properties.",
  either: "Write the endpoint as a path below the base address, such as v1beta/properties."
} as const

const ADDRESSES = {
  base: "Check that the account's base address is the provider's API, including its path prefix.",
  signIn: `Check ${SIGN_IN_ADDRESS}: it must be where the service's users sign in, not its API.`,
  endpoint: "Check the endpoint and the account's base address."
} as const

const SINCE_CHANGED = {
  base: "Check the account's base address; if it is right, the service has changed.",
  signIn: `Check ${SIGN_IN_ADDRESS}; if it is right, the service has changed.`,
  endpoint: "Check the endpoint; if it is right, the service has changed."
} as const

const CAPS = {
  day: "Raise the account's day cap, or wait until 00:00 UTC.",
  run: "Raise the account's run cap, or start a new run.",
  event: "The event that started this reached its cap, which its subscription sets.",
  principal: "Ask the hub's administrator for more credits a day, or wait until 00:00 UTC."
} as const

const retryWords: Words["retry"] = ({ afterSeconds, orAllow, orSee, checking }) => {
  if (checking === "network") return "Check the network and the account's base address, then try again."
  if (orAllow === "moreTime") return "Try again, or allow more time."
  const when = afterSeconds === undefined ? "Try again in a minute" : `Try again in ${afterSeconds} s`
  return orSee === undefined ? `${when}.` : `${when}; if it persists, check the provider's status page.`
}

const askWords: Words["ask"] = ({ whom, needs }) => {
  if (whom === "support") return "Ask the provider's support about it."
  const request = needs === undefined ? "about it" : `for ${needs}`
  return `Ask the ${whom} ${request}, or use another account.`
}

/** The base table, independent of any surface. */
export const advice: Words = {
  correctInput: () => "Correct the input and run it again.",
  checkNames: ({ hidden }) =>
    hidden === undefined
      ? "Check the names, and whether the account has access to them."
      : `Check the names; private ones need ${hidden}, which the account lacks.`,
  chooseName: ({ names, of }, reason) => {
    // What is wrong with an input may name them already, field by field.
    const namesInReason = reason?._tag === "Invalid" ? reason.what.replace(/\.$/, "").split(/[\s,;]+/) : []
    if (names.every((name) => namesInReason.includes(name))) return ""
    return of === "toolSteps" ? `Nearest: ${listOf(names)}.` : `Name one of: ${listOf(names)}.`
  },
  chooseAnotherName: () => "Choose another name, or use the one that exists.",
  checkAddress: ({ of, unchanged }) => (unchanged === undefined ? ADDRESSES : SINCE_CHANGED)[of],
  setAddress: () => "Set the account's base address to the final address.",
  writeAddress: () => "Set an address such as https://api.provider.example/v1.",
  writeEndpoint: ({ style }) => ENDPOINTS[style],
  leaveOut: ({ what }) =>
    what === "key" ? "Leave the key out: every call already sends it in its header." : "Leave the header out.",
  connect: () => "Connect an account first.",
  enterKey: () => "Enter the key in the account's settings.",
  checkKey: () => "Check the key in the account's settings and connect it again.",
  renewKey: () => "Create a new key or token at the service, and connect the account again.",
  signInAgain: (_, reason) =>
    reason?._tag === "Refused"
      ? "Start the sign-in again, and open only the address that it shows."
      : "Sign in again: reconnect the account.",
  checkApp: ({ turnOn }) =>
    turnOn === undefined
      ? "Check the client id and secret, and that the sign-in address is the service where the app was created."
      : "Turn the flow on in the app's settings, or use the client id of another app.",
  grant: ({ needs }) => `Give the account's token ${needs}, or use another account.`,
  ask: askWords,
  changeSetting: ({ of }) => `Change it in the settings of ${of}.`,
  useAnotherAccount: (_, reason) =>
    reason?._tag === "Refused" && reason.guard === "readOnly"
      ? "Use another account, or allow this one to write."
      : "Use another account.",
  buyCredits: () => "Buy credits at the provider, or wait for the plan's next period.",
  raiseCap: ({ cap }) => CAPS[cap],
  statePrice: () => "Enter the call's price in the account, list its path as free, or remove the cap.",
  agreeToPrice: () => "Look at the price, and run it with a higher limit if you agree to it.",
  settleCharge: () =>
    "Check the provider's credit log, then record the outcome: ask again (it may cost twice), charged, or not charged.",
  buyAgain: () => "Confirm the repeat to buy it again: it costs again.",
  checkCharge: () => "It may have been charged: check the provider's credit log before you ask again.",
  lookFirst: ({ at = "what it would have changed" }) =>
    `It may have been carried out: check ${at} before you repeat it.`,
  retry: retryWords,
  readAgain: () => "Read its current state and try again.",
  changeState: () => "Read its current state and change it first.",
  askForLess: () => "Ask for less at a time.",
  readAnswer: () => "Read the response itself, and check that the base address is the provider's API.",
  repairStorage: () => "Free some disk space, or repair the directory where Inlay keeps its data.",
  read: ({ text }) => text
}

/**
 * Returns a remedy's text for a surface, or `""` if there is no remedy, or none that can be read: a secret that is an
 * ordinary word, such as `name`, is also removed from what the remedy itself consists of.
 */
export const wordsOf = (words: Words, remedy: Remedy | undefined, reason?: Reason): string => {
  if (remedy === undefined || Object.keys(remedy).some((name) => name.includes("<redacted>"))) return ""
  const write: ((remedy: never, reason?: Reason) => string | undefined) | undefined = words[remedy.to]
  return write?.(remedy as never, reason) ?? ""
}

/** Remedies whose text already covers an unknown charge. */
const ABOUT_CHARGES: ReadonlySet<Remedy["to"] | undefined> = new Set<Remedy["to"]>(["checkCharge", "settleCharge"])

/**
 * Returns everything that a surface says besides what happened: what certainly did not happen, how to fix it, and what
 * may have been charged.
 */
export const adviceOf = (words: Words, { reason, charged }: Pick<ProviderError, "reason" | "charged">): string => {
  const isChargeOpen = charged === "unknown" && !ABOUT_CHARGES.has(reason.remedy?.to)
  return [
    nothingOf(reason),
    wordsOf(words, reason.remedy, reason),
    isChargeOpen ? words.checkCharge({ to: "checkCharge" }, reason) : ""
  ]
    .filter(Boolean)
    .join(" ")
}
