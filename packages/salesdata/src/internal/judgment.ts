/**
 * What an answer to a paid call is: one of a closed set, decided once. Errors, ledger, cache and outcome all go by it, so
 * that what is shown, what is booked and what is kept never differ.
 *
 * Nobody is only where something says so. What is not understood is neither a match nor a miss, and not free.
 */
import type { Reading } from "../schema/Reading.ts"
import { everyValue, firstFields, isObject } from "./json-path.ts"
import { ASIDE, isBare, nothingAsked, type Asked } from "./locate.ts"
import { foldKey } from "./reader.ts"
import { speech, wordsOf, type Speech, type Words } from "./words.ts"

/** Why an answer is a failure. All but the last three prove that nothing was done, and so cost nothing. */
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
  /** Nothing that is known. */
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

export interface Answered {
  readonly status: number
  /** Decoded JSON; `null` for an empty body, `undefined` for one that is no JSON. */
  readonly body: unknown
}

/** How a kind of call reads its answers. */
export interface Kind<A> {
  /** About one subject: `false` for a search. */
  readonly isLookup: boolean
  /** Keys under which its record or list stands. */
  readonly places: RegExp
  readonly locate: (body: unknown, asked: Asked, weakly: boolean) => Found<A> | undefined
  /** Whether an answer without anything readable still tells of some: it is not empty then. */
  readonly holdsUnread?: (body: unknown) => boolean
}

export interface Found<A> {
  readonly read: () => Reading<A>
  /** Whether it holds contact points, or is otherwise what was paid for, not the first part of an unfinished answer. */
  readonly isComplete: boolean
}

const isError = (value: unknown): boolean =>
  value === true || (typeof value === "string" ? value.trim() !== "" : !isBare(value, nothingAsked))

/** Whether a body reports a failure, whatever its status says. */
export const saysFailure = (body: unknown): boolean =>
  isObject(body) && (body["success"] === false || body["ok"] === false || isError(body["error"]))

/** The same of a lookup's own answer, whose status and errors are about nothing else. */
const hasFailed = (body: unknown): boolean =>
  saysFailure(body) ||
  (isObject(body) &&
    (isError(body["errors"]) ||
      isError(body["fault"]) ||
      (typeof body["status"] === "string" && FAILED.test(body["status"]))))

const FAILED = /^(error|fail|failed|failure)$/i

const DENIED = /^(match|matched|found|exists|ismatch|hasmatch|isfound|personfound|companyfound|emailfound)$/
const COUNTED = /^(total|totalresults|totalcount|count|found|matches|matched|numresults|resultscount|resultcount)$/
/** Keys under which the answer itself stands, whatever it is about. */
const ENVELOPES = /^(data|result|results|response|payload|matches|items|hits|output|records|record|body)$/
const CHARGE =
  /^(charged|creditscharged|creditsused|creditsconsumed|creditcost|creditscost|iscreditcharged|creditcharged)$/

interface Evidence {
  /** A known place of the record is there and empty. */
  empty: boolean
  /** The same, of a place that names the record. */
  emptyRecord: boolean
  /** An explicit false of a match, or a count of none. */
  denied: boolean
  /** The provider says that it charged nothing. */
  free: boolean
  /** Something stands there that nobody reads. */
  unread: boolean
}

const MAX_DEPTH = 4

const evidenceOf = (body: unknown, places: RegExp, asked: Asked): Evidence => {
  const evidence: Evidence = { empty: false, emptyRecord: false, denied: false, free: false, unread: false }
  /** @param known whether all that stands around it are known places */
  const visit = (value: unknown, depth: number, known: boolean): void => {
    if (depth > MAX_DEPTH) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 5)) visit(item, depth + 1, known)
      return
    }
    if (!isObject(value)) return
    for (const [key, inner] of firstFields(value)) {
      const folded = foldKey(key)
      const names = places.test(folded)
      const isPlace = names || ENVELOPES.test(folded)
      const bare = isBare(inner, asked)
      if ((inner === 0 || inner === false) && CHARGE.test(folded)) evidence.free = true
      if (known && ((inner === false && DENIED.test(folded)) || (inner === 0 && COUNTED.test(folded))))
        evidence.denied = true
      if (known && bare && names) evidence.emptyRecord = true
      if (known && bare && isPlace) evidence.empty = true
      if (typeof inner !== "object" || inner === null || bare) continue
      if (!ASIDE.test(folded)) evidence.unread = true
      // Items of a batch stand under names that nobody can know.
      visit(inner, depth + 1, known && (isPlace || depth > 0))
    }
  }
  visit(body, 0, true)
  return evidence
}

const NO_MATCH: NoMatch = { _tag: "NoMatch" }

/** Statuses under which words decide; 401 and the others say it all by themselves. */
const causeOfStatus = (status: number, said: Speech): Cause | undefined => {
  if (status === 401) return "badKey"
  if (status === 402) return "noCredits"
  if (status >= 500) return status === 503 && said.throttled ? "throttled" : "status"
  // What a web server or a gateway says about a path of its own, also in place of a 404.
  if (said.noRoute && (status === 403 || status === 404)) return "noRoute"
  if (said.noCredits) return "noCredits"
  if (said.throttled || status === 429) return "throttled"
  if (said.badKey) return "badKey"
  return undefined
}

const isRouteOf = (body: unknown): boolean =>
  isObject(body) && typeof body["path"] === "string" && body["path"].startsWith("/")

const judgeFailed = (
  { status, body }: Answered,
  words: Words,
  said: Speech,
  paid: "lookup" | "search" | undefined
): NoMatch | Failure => {
  const failure = (cause: Cause): Failure => ({ _tag: "Failure", cause, words, status })
  const cause = causeOfStatus(status, said)
  if (cause !== undefined) return failure(cause)
  if (paid === undefined) return failure("status")
  if (status === 404) {
    // A body that is no JSON is a web server's own page: about the address, not about anybody.
    if (body === undefined || said.elsewhere || isRouteOf(body)) return failure("noRoute")
    return said.inTrouble || words.statuses.some((named) => named >= 500) ? failure("failed") : NO_MATCH
  }
  if (status === 405 || status === 410) return failure("noRoute")
  return (status === 400 || status === 422) && said.nobody ? NO_MATCH : failure("status")
}

/** What words alone speak of, where no status says more. */
const spoken = (said: Speech): Cause | undefined => {
  if (said.noCredits) return "noCredits"
  if (said.throttled) return "throttled"
  return said.badKey ? "badKey" : undefined
}

/** What is judged of a call that is neither a lookup nor a search: its failures alone. */
export const judgeOther = (answer: Answered): Failure | undefined => {
  const { status, body } = answer
  if (status < 400 && !saysFailure(body)) return undefined
  const words = wordsOf(body)
  const said = speech(words)
  if (status < 400) return { _tag: "Failure", cause: spoken(said) ?? "failed", words, status }
  const judgment = judgeFailed(answer, words, said, undefined)
  return judgment._tag === "Failure" ? judgment : undefined
}

/** Judges the answer to a lookup or a search; `asked` is what its request held. */
export const judge = <A>(kind: Kind<A>, answer: Answered, asked: Asked): Judgment<A> => {
  const { status, body } = answer
  if (status === 204) return NO_MATCH
  const words = wordsOf(body)
  const said = speech(words)
  const failure = (cause: Cause): Failure => ({ _tag: "Failure", cause, words, status })
  const paid = kind.isLookup ? "lookup" : "search"
  if (status >= 400) {
    const judged = judgeFailed(answer, words, said, paid)
    // What says that nobody matches holds nobody.
    return judged._tag === "NoMatch" && kind.locate(body, asked, false) !== undefined ? failure("unclear") : judged
  }
  const cause = spoken(said)
  const failed = hasFailed(body)
  const found = kind.locate(body, asked, false)
  if (found !== undefined && !(failed && cause !== undefined)) {
    if (isObject(body) && deniesMatch(body)) return failure("unclear")
    return !found.isComplete && (status === 202 || said.pending) ? failure("pending") : match(found)
  }
  if (cause !== undefined) return failure(cause)
  const [named] = words.statuses
  if (named !== undefined) {
    const judged = judgeFailed({ status: named, body }, words, said, paid)
    return judged._tag === "Failure" && named >= 500 ? failure("failed") : judged
  }
  if (said.nobody) return NO_MATCH
  if (status === 202 || said.pending) return failure("pending")
  const evidence = evidenceOf(body, kind.places, asked)
  const isSilent = words.texts.every((text) => FAILED.test(text))
  if (failed && !evidence.denied && !(evidence.emptyRecord && isSilent)) {
    return failure(said.noRight ? "noRight" : said.noRoute ? "noRoute" : "failed")
  }
  if (said.inTrouble) return failure("failed")
  if (kind.holdsUnread?.(body) === true) return failure("unclear")
  if (isEmpty(body) || evidence.denied || evidence.empty || (evidence.free && !evidence.unread)) return NO_MATCH
  const weak = kind.locate(body, asked, true)
  return weak === undefined ? failure("unclear") : match(weak)
}

const match = <A>({ read }: Found<A>): Judgment<A> => ({ _tag: "Match", reading: read() })

/** Empty all through; a false or a zero says something. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && everyValue(value, isEmpty))

const deniesMatch = (body: Readonly<Record<string, unknown>>): boolean =>
  firstFields(body).some(([key, value]) => value === false && DENIED.test(foldKey(key)))
