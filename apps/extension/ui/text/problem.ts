/** A failure in words: what happened, what certainly did not happen, and what to do about it. Pure. */
import type { Remedy } from "@inlay/core-http/Remedy"

import { failure, nothingWas, ownFailure, remedy as words } from "../../locales/failure.ts"
import type { Failure, OwnProblem, Problem } from "../../messaging/failure.ts"

/** The browser's message tells whether its storage is full. */
const plain = (own: OwnProblem): OwnProblem => {
  if (own.is !== "storage" || own.why !== "failed") return own
  const detail = own.detail.replace(/\.$/, "")
  return /quota|\bfull\b/i.test(detail) ? { is: "storage", why: "full" } : { ...own, detail }
}

/** Each entry takes its own kind of problem, which the compiler cannot follow through a union. */
const ownWords = (own: OwnProblem) => (ownFailure[own.is] as (own: OwnProblem) => readonly [string, string])(plain(own))
/**
 * None if the account's key is an ordinary word that was removed from what the remedy consists of, too. Where to look
 * is text, which can be read without it.
 */
const remedyWords = (remedy: Remedy, isAtHub: boolean) =>
  remedy.to !== "lookFirst" && JSON.stringify(remedy).includes("<redacted>")
    ? ""
    : (words[remedy.to] as (remedy: Remedy, isAtHub: boolean) => string)(remedy, isAtHub)

/** The heading of a failure of the extension itself, without a full stop; `undefined` for any other failure. */
export const ownTitle = ({ own }: Problem): string | undefined => own && ownWords(own)[0]

/** A heading for the kind of failure alone. */
export const titleOfKind = (reason: Failure["reason"], guard: Failure["guard"] | undefined): string =>
  guard === undefined ? failure.title[reason] : failure.guard[guard]

const whatHappened = (problem: Problem): string => {
  const { own, reason, guard, what } = problem
  if (own !== undefined) return `${ownWords(own)[0]}.`
  return reason === undefined ? failure.sentence(what) : failure.what(what, titleOfKind(reason, guard))
}

/**
 * Plain "nothing was sent" would suggest that a lookup whose answer was lost earlier was never sent, so it says "now".
 */
const nothingHappened = ({ nothing, guard }: Problem): string => {
  if (nothing === undefined) return ""
  return nothingWas[nothing === "sent" && (guard === "unknownCharge" || guard === "uncached") ? "sentNow" : nothing]
}

/** Remedies that already say what to do about an unknown charge. */
const ABOUT_CHARGES: ReadonlySet<Remedy["to"] | undefined> = new Set<Remedy["to"]>(["checkCharge", "settleCharge"])

/** What certainly did not happen, then what to do; empty if neither is known. */
export const adviceFor = (problem: Problem): string => {
  const { own, remedy, charged, isFromHub } = problem
  if (own !== undefined) return [nothingHappened(problem), ownWords(own)[1]].filter(Boolean).join(" ")
  const isChargeOpen = charged === "unknown" && !ABOUT_CHARGES.has(remedy?.to)
  return [
    nothingHappened(problem),
    remedy && remedyWords(remedy, isFromHub === true),
    isChargeOpen && words.checkCharge({ to: "checkCharge" })
  ]
    .filter(Boolean)
    .join(" ")
}

/** The whole text, as sentences. */
export const problemText = (problem: Problem): string => `${whatHappened(problem)} ${adviceFor(problem)}`.trim()
