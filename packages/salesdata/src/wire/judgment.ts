/**
 * Decides what the response to a paid call is: a match, no match, or one of a fixed set of failures. Errors, ledger,
 * cache and outcome all use this decision, so what is shown, booked and cached never differs.
 *
 * A response is a no-match only if it says so. A response that is not understood is neither a match nor a miss, and is
 * not free.
 */
import { isJsonObject } from "@inlay/core-http/json-object"

import { deniesMatch, evidenceOf, FAILURE_WORD, hasFailed, isEmpty, saysFailure, saysSuccess } from "./evidence.ts"
import { meaningOf, type Meaning } from "./meaning.ts"
import { messagesOf, type Messages } from "./messages.ts"
import type { Question } from "./reading/locate.ts"
import { toText, type Reading } from "./reading/record-reader.ts"

/** Why a response is a failure. All causes but the last three prove that no lookup was made, so nothing was charged. */
export type Cause =
  | "throttled"
  | "noCredits"
  | "badKey"
  | "noRight"
  /** The path does not exist at the base address. */
  | "noRoute"
  /** The meaning of the HTTP status. */
  | "status"
  /** The provider reports a failure in its own words. */
  | "failed"
  /** Not finished: it may still be charged. */
  | "pending"
  /** Not understood. */
  | "unclear"

export type Judgment<A> = { readonly _tag: "Match"; readonly reading: Reading<A> } | NoMatch | Failure

export interface NoMatch {
  readonly _tag: "NoMatch"
}

export interface Failure {
  readonly _tag: "Failure"
  readonly cause: Cause
  readonly messages: Messages
  /** The HTTP status, or the status that the body states instead. */
  readonly status: number
}

export interface ProviderAnswer {
  readonly status: number
  /** Parsed JSON; `null` for an empty body, `undefined` for a body that is not JSON. */
  readonly body: unknown
}

/** How a kind of call reads its responses. */
export interface Kind<A> {
  /** Keys under which its record or list is found. */
  readonly places: RegExp
  readonly locate: (body: unknown, question: Question, weakly: boolean) => Candidate<A> | "several" | undefined
  /** Whether a response without a readable record still mentions records, in which case it is not empty. */
  readonly holdsUnread?: (body: unknown) => boolean
}

/** A record that was found in a response. */
export interface Candidate<A> {
  readonly reading: Reading<A>
  /**
   * Whether it has contact points, or is otherwise what was paid for. If not, it may be the first part of an unfinished
   * response.
   */
  readonly isComplete: boolean
  /** Whether its lookup failed. What is said of the check of an address, or by one of many sources, is no such failure. */
  readonly isFailed?: boolean
}

const NO_MATCH: NoMatch = { _tag: "NoMatch" }

/** Reads what a response says, and makes its failure of a cause. */
export const reportOf = ({ status, body }: ProviderAnswer) => {
  const messages = messagesOf(body)
  const failure = (cause: Cause): Failure => ({ _tag: "Failure", cause, messages, status })
  return { messages, meaning: meaningOf(messages), failure }
}

/** The cause that the text alone indicates, if no status is more specific. */
const causeOfMeaning = (meaning: Meaning): Cause | undefined => {
  if (meaning.noCredits()) return "noCredits"
  if (meaning.throttled()) return "throttled"
  return meaning.badKey() ? "badKey" : undefined
}

/** The meaning of an error status. Some depend on the text of the response. */
const causeOfStatus = (status: number, meaning: Meaning): Cause | undefined => {
  if (status === 401) return "badKey"
  if (status === 402) return "noCredits"
  if (status >= 500) return status === 503 && meaning.throttled() ? "throttled" : "status"
  // A web server's or gateway's message about an unknown path. Some use another status than 404.
  if (meaning.noRoute() && (status === 403 || status === 404)) return "noRoute"
  return status === 429 && !meaning.noCredits() ? "throttled" : causeOfMeaning(meaning)
}

const isRouteOf = (body: unknown): boolean => isJsonObject(body) && toText(body["path"])?.startsWith("/") === true

const judgeFailed = (answer: ProviderAnswer): NoMatch | Failure => {
  const { status, body } = answer
  const { messages, meaning, failure } = reportOf(answer)
  const cause = causeOfStatus(status, meaning)
  if (cause !== undefined) return failure(cause)
  if (status === 404) {
    // A body that is not JSON is a web server's own page, so it is about the path and not about a subject.
    if (body === undefined || meaning.elsewhere() || (isRouteOf(body) && !meaning.nobodyNamed()))
      return failure("noRoute")
    if (meaning.inTrouble() || messages.statuses.some((bodyStatus) => bodyStatus >= 500)) return failure("failed")
    return meaning.aboutInput() || (meaning.offSubject() && !meaning.nobody()) ? failure("unclear") : NO_MATCH
  }
  if (status === 405 || status === 410) return failure("noRoute")
  return (status === 400 || status === 422) && meaning.nobody() ? NO_MATCH : failure("status")
}

/** Judges the response to a call that is neither a lookup nor a search. Only failures are detected. */
export const judgeOther = (answer: ProviderAnswer): Failure | undefined => {
  const { status, body } = answer
  if (status < 400 && !saysFailure(body)) return undefined
  const { meaning, failure } = reportOf(answer)
  return failure(status < 400 ? (causeOfMeaning(meaning) ?? "failed") : (causeOfStatus(status, meaning) ?? "status"))
}

/** Judges the response to a lookup or a search. */
export const judge = <A>(kind: Kind<A>, answer: ProviderAnswer, question: Question): Judgment<A> => {
  const { status, body } = answer
  if (status === 204) return NO_MATCH
  if (status >= 400) {
    const verdict = judgeFailed(answer)
    const isContradiction = verdict._tag === "NoMatch" && kind.locate(body, question, false) !== undefined
    return isContradiction ? reportOf(answer).failure("unclear") : verdict
  }
  const { messages, meaning, failure } = reportOf(answer)
  const reportsFailure = hasFailed(body)
  const candidate = kind.locate(body, question, false)
  const cause = candidate === undefined || reportsFailure ? causeOfMeaning(meaning) : undefined
  if (cause !== undefined) return failure(cause)
  const evidence = () => evidenceOf(body, kind.places, question)
  const isPending = () => status === 202 || meaning.pending() || evidence().unfinished
  if (candidate !== undefined) {
    if (candidate === "several" || (isJsonObject(body) && deniesMatch(body))) return failure("unclear")
    if (!candidate.isComplete) {
      if (isPending()) return failure("pending")
      if (candidate.isFailed === true) return failure("failed")
    }
    return match(candidate)
  }
  const [bodyStatus] = messages.statuses
  if (bodyStatus !== undefined) return judgeFailed({ status: bodyStatus, body })
  if (meaning.nobody()) return NO_MATCH
  if (meaning.aboutInput()) return failure("unclear")
  if (isPending()) return failure("pending")
  const { denied, empty, emptyRecord, free, unread } = evidence()
  const isSilent = messages.texts.every((text) => FAILURE_WORD.test(text))
  if (reportsFailure && !denied && !(emptyRecord && isSilent)) {
    return failure(meaning.noRight() ? "noRight" : meaning.noRoute() ? "noRoute" : "failed")
  }
  if (meaning.inTrouble()) return failure("failed")
  if (kind.holdsUnread?.(body) === true) return failure("unclear")
  if (isEmpty(body) || (denied && !meaning.offSubject())) return NO_MATCH
  const hasNothing = denied || empty || (free && !unread)
  // Alone beside an empty place, a name may be that of a person without data or of a job without results.
  const isNamed = isJsonObject(body) && toText(body["name"]) !== undefined && Object.keys(body).length < 3
  const isNothing = !isNamed && (meaning.neutral() || (saysSuccess(body) && meaning.harmless()))
  if (hasNothing) return isNothing ? NO_MATCH : failure("unclear")
  const weak = kind.locate(body, question, true)
  return weak === undefined || weak === "several" ? failure("unclear") : match(weak)
}

const match = <A>({ reading }: Candidate<A>): Judgment<A> => ({ _tag: "Match", reading })
