/**
 * What an answer to a paid call is: a match, no match, or one of a closed set of failures, decided once. Errors, ledger,
 * cache and outcome all go by it, so that what is shown, booked and cached never differ.
 *
 * An answer is no match only where it says so. One that is not understood is neither a match nor a miss, and not free.
 */
import { deniesMatch, evidenceOf, FAILURE_WORD, hasFailed, isEmpty, saysFailure } from "./evidence.ts"
import { isObject } from "./reading/json-path.ts"
import type { Question } from "./reading/locate.ts"
import type { Reading } from "./reading/Reading.ts"
import { speechOf, type Speech } from "./speech.ts"
import { wordsOf, type Words } from "./words.ts"

/** Why an answer is a failure. All but the last three prove that no lookup was made, and so cost nothing. */
export type Cause =
  | "throttled"
  | "noCredits"
  | "badKey"
  | "noRight"
  /** There is no such path at the base address. */
  | "noRoute"
  /** Whatever its status means. */
  | "status"
  /** The provider says that it failed, in words of its own. */
  | "failed"
  /** Not done yet: it may be charged later. */
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
  readonly words: Words
  /** The answer's own, or the one that its body names in its place. */
  readonly status: number
}

export interface ProviderAnswer {
  readonly status: number
  /** Decoded JSON; `null` for an empty body, `undefined` for one that is no JSON. */
  readonly body: unknown
}

/** How a kind of call reads its answers. */
export interface Kind<A> {
  /** Keys under which its record or list stands. */
  readonly places: RegExp
  readonly locate: (body: unknown, question: Question, weakly: boolean) => Candidate<A> | undefined
  /** Whether an answer without a readable record still tells of some: it is not empty then. */
  readonly holdsUnread?: (body: unknown) => boolean
}

/** A record in an answer, not read yet. */
export interface Candidate<A> {
  readonly read: () => Reading<A>
  /** Whether it holds contact points, or is otherwise what was paid for, not the first part of an unfinished answer. */
  readonly isComplete: boolean
}

const NO_MATCH: NoMatch = { _tag: "NoMatch" }

/** What a status of failure means: some by themselves, others by the words that come with them. */
const causeOfStatus = (status: number, speech: Speech): Cause | undefined => {
  if (status === 401) return "badKey"
  if (status === 402) return "noCredits"
  if (status >= 500) return status === 503 && speech.throttled ? "throttled" : "status"
  // What a web server or a gateway says about a path of its own, also in place of a 404.
  if (speech.noRoute && (status === 403 || status === 404)) return "noRoute"
  if (speech.noCredits) return "noCredits"
  if (speech.throttled || status === 429) return "throttled"
  if (speech.badKey) return "badKey"
  return undefined
}

const isRouteOf = (body: unknown): boolean =>
  isObject(body) && typeof body["path"] === "string" && body["path"].startsWith("/")

const judgeFailed = (
  { status, body }: ProviderAnswer,
  words: Words,
  speech: Speech,
  isPaid: boolean
): NoMatch | Failure => {
  const failure = (cause: Cause): Failure => ({ _tag: "Failure", cause, words, status })
  const cause = causeOfStatus(status, speech)
  if (cause !== undefined) return failure(cause)
  if (!isPaid) return failure("status")
  if (status === 404) {
    // A body that is no JSON is a web server's own page: about the address, not about anybody.
    if (body === undefined || speech.elsewhere || isRouteOf(body)) return failure("noRoute")
    return speech.inTrouble || words.statuses.some((bodyStatus) => bodyStatus >= 500) ? failure("failed") : NO_MATCH
  }
  if (status === 405 || status === 410) return failure("noRoute")
  return (status === 400 || status === 422) && speech.nobody ? NO_MATCH : failure("status")
}

/** What words alone speak of, where no status says more. */
const causeOfWords = (speech: Speech): Cause | undefined => {
  if (speech.noCredits) return "noCredits"
  if (speech.throttled) return "throttled"
  return speech.badKey ? "badKey" : undefined
}

/** What is judged of a call that is neither a lookup nor a search: its failures alone. */
export const judgeOther = (answer: ProviderAnswer): Failure | undefined => {
  const { status, body } = answer
  if (status < 400 && !saysFailure(body)) return undefined
  const words = wordsOf(body)
  const speech = speechOf(words)
  if (status < 400) return { _tag: "Failure", cause: causeOfWords(speech) ?? "failed", words, status }
  const judgment = judgeFailed(answer, words, speech, false)
  return judgment._tag === "Failure" ? judgment : undefined
}

/** Judges the answer to a lookup or a search. */
export const judge = <A>(kind: Kind<A>, answer: ProviderAnswer, question: Question): Judgment<A> => {
  const { status, body } = answer
  if (status === 204) return NO_MATCH
  const words = wordsOf(body)
  const speech = speechOf(words)
  const failure = (cause: Cause): Failure => ({ _tag: "Failure", cause, words, status })
  if (status >= 400) {
    const verdict = judgeFailed(answer, words, speech, true)
    // An answer that says "no match" and yet holds a record contradicts itself.
    return verdict._tag === "NoMatch" && kind.locate(body, question, false) !== undefined ? failure("unclear") : verdict
  }
  const reportsFailure = hasFailed(body)
  const candidate = kind.locate(body, question, false)
  const cause = candidate === undefined || reportsFailure ? causeOfWords(speech) : undefined
  if (cause !== undefined) return failure(cause)
  if (candidate !== undefined) {
    if (isObject(body) && deniesMatch(body)) return failure("unclear")
    return !candidate.isComplete && (status === 202 || speech.pending) ? failure("pending") : match(candidate)
  }
  const [bodyStatus] = words.statuses
  if (bodyStatus !== undefined) {
    const verdict = judgeFailed({ status: bodyStatus, body }, words, speech, true)
    return verdict._tag === "Failure" && bodyStatus >= 500 ? failure("failed") : verdict
  }
  if (speech.nobody) return NO_MATCH
  if (status === 202 || speech.pending) return failure("pending")
  const evidence = evidenceOf(body, kind.places, question)
  const isSilent = words.texts.every((text) => FAILURE_WORD.test(text))
  if (reportsFailure && !evidence.denied && !(evidence.emptyRecord && isSilent)) {
    return failure(speech.noRight ? "noRight" : speech.noRoute ? "noRoute" : "failed")
  }
  if (speech.inTrouble) return failure("failed")
  if (kind.holdsUnread?.(body) === true) return failure("unclear")
  if (isEmpty(body) || evidence.denied || evidence.empty || (evidence.free && !evidence.unread)) return NO_MATCH
  const weak = kind.locate(body, question, true)
  return weak === undefined ? failure("unclear") : match(weak)
}

const match = <A>({ read }: Candidate<A>): Judgment<A> => ({ _tag: "Match", reading: read() })
