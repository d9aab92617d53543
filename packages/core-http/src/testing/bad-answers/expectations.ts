/**
 * The expected result of every fault, over undici and over a browser's `fetch`: reason, attempts, charge. If a browser
 * differs from undici, the row says why.
 */
import type { Reason } from "../../errors/ProviderError.ts"
import type { FaultName } from "../faults/index.ts"
import { PRICE, REPEATS, type CallKind } from "./play.ts"

type Outcome = "answered" | Reason["_tag"]

export interface Verdict {
  readonly outcome: Outcome
  readonly attempts: number
  /** Credits in the ledger. For the paid call only. */
  readonly charged?: number | "unknown"
}

export type Verdicts = Readonly<Record<CallKind, Verdict>>

export interface Expectation {
  readonly undici: Verdicts
  /** Set if it differs from undici. */
  readonly browser?: Verdicts
  /** Why it differs, as a text for the table. */
  readonly because?: string
  /** A text that the error's message and remedy, or the body of the answer, contains over undici. */
  readonly says?: string
  /** The least time that a GET waits because the provider asked for it. */
  readonly atLeastMillis?: number
  /** The browser repeats by itself a request that it was told to send once. */
  readonly browserRepeats?: true
  /** See `Scene`. */
  readonly warmUp?: true
}

const verdicts = (
  get: readonly [Outcome, number],
  post: readonly [Outcome, number],
  paidVerdict: readonly [Outcome, number, number | "unknown"]
): Verdicts => ({
  get: { outcome: get[0], attempts: get[1] },
  post: { outcome: post[0], attempts: post[1] },
  paid: { outcome: paidVerdict[0], attempts: paidVerdict[1], charged: paidVerdict[2] }
})

const ALL = 1 + REPEATS

/** A usable answer, so what was paid for is not lost. */
const answers = verdicts(["answered", 1], ["answered", 1], ["answered", 1, PRICE])
/**
 * An answer arrived but cannot be read. The same call would get the same answer again, and it may have been charged.
 */
const unreadable = verdicts(["Decode", 1], ["Decode", 1], ["Decode", 1, "unknown"])
/** The connection was lost after the request may have arrived, so only a read is repeated. */
const lostAnswers = verdicts(["Transport", ALL], ["Transport", 1], ["Transport", 1, "unknown"])
/** No connection was made, so every call is repeated and nothing is charged. */
const unreachedVerdicts = verdicts(["Transport", ALL], ["Transport", ALL], ["Transport", ALL, 0])
const late = verdicts(["Timeout", 1], ["Timeout", 1], ["Timeout", 1, "unknown"])
const lateUnreached = verdicts(["Timeout", 1], ["Timeout", 1], ["Timeout", 1, 0])
/** The provider rejected the request, and so did nothing. */
const rejection = (reason: Outcome) => verdicts([reason, 1], [reason, 1], [reason, 1, 0])
/** As `rejection`, but the call may be repeated. @param attempts how often it is sent */
const throttle = (attempts: number) =>
  verdicts(["RateLimited", attempts], ["RateLimited", attempts], ["RateLimited", attempts, 0])
/**
 * The provider failed and may have served the request before, so only a read is repeated.
 * @param attempts how often the read is sent
 */
const failing = (attempts: number) =>
  verdicts(["Unavailable", attempts], ["Unavailable", 1], ["Unavailable", 1, "unknown"])
/** A redirect that is not followed, after a request that may have been served. */
const redirects = verdicts(["Refused", 1], ["Refused", 1], ["Refused", 1, "unknown"])
/** A redirect that is not followed. 307 and 308 say that the request was not served. */
const sentOn = verdicts(["Refused", 1], ["Refused", 1], ["Refused", 1, 0])

/** The ways in which a browser's `fetch` differs, shared by the rows. */
const OPAQUE = "every failure of the connection is one TypeError"
const HIDDEN = "hides where a redirect leads, and with which status"
const LENIENT = "repairs what undici refuses"

export const expectations: Readonly<Record<FaultName, Expectation>> = {
  "truncated-json": { undici: unreadable, says: "is not complete JSON" },
  "html-200": { undici: unreadable, says: "The response (text/html) is not complete JSON" },
  "text-200": { undici: unreadable, says: "The response (text/plain) is not complete JSON" },
  "json-as-image": { undici: answers },
  "empty-200": { undici: answers, says: "null" },
  "nested-json": { undici: unreadable, says: "nested too deeply" },
  "prototype-keys": { undici: answers, says: '{"__proto__":{"polluted":true}' },
  "long-integers": { undici: answers, says: '"id":"9007199254740993","ids":["-9223372036854775808"' },
  "invalid-utf8": { undici: answers, says: "Ad\uFFFD\uFFFD" },
  "byte-order-mark": { undici: answers, says: '{"id":7' },
  "utf16-json": { undici: unreadable, says: "is not complete JSON" },
  "endless-body": { undici: unreadable, says: "too large: more than 16777216 bytes" },

  "gzip-damaged": { undici: unreadable, browser: lostAnswers, because: OPAQUE, says: "its gzip body is damaged" },
  "gzip-checksum": {
    undici: unreadable,
    browser: answers,
    because: "does not look at gzip's checksum",
    says: "its gzip body is damaged"
  },
  "gzip-cut": { undici: unreadable, says: "its gzip body is damaged" },
  "gzip-not": { undici: unreadable, browser: lostAnswers, because: OPAQUE, says: "its gzip body is damaged" },
  "gzip-bomb": { undici: unreadable, says: "too large: more than 16777216 bytes" },
  "brotli-damaged": { undici: unreadable, browser: lostAnswers, because: OPAQUE, says: "its br body is damaged" },
  "brotli-cut": { undici: unreadable, says: "its br body is damaged" },
  "brotli-bomb": { undici: unreadable, says: "too large: more than 16777216 bytes" },
  "unknown-encoding": {
    undici: unreadable,
    browser: answers,
    because: "hands on bytes whose encoding it does not know",
    says: "content encoding compress is not supported"
  },

  "short-body": { undici: lostAnswers, says: "connection was lost" },
  "bad-chunk": { undici: lostAnswers, says: "connection was lost" },
  "chunks-cut": { undici: lostAnswers, says: "connection was lost" },
  "two-lengths": { undici: unreadable, browser: lostAnswers, because: OPAQUE, says: "not valid HTTP" },
  "length-and-chunks": { undici: unreadable, browser: answers, because: LENIENT, says: "not valid HTTP" },
  "second-answer": { undici: answers, says: '"id":7' },
  "204-with-body": { undici: answers, says: "null" },
  "304-unasked": { undici: unreadable, says: "status 304" },
  "no-status-line": { undici: unreadable, browser: lostAnswers, because: OPAQUE, says: "not valid HTTP" },
  "half-status-line": {
    undici: lostAnswers,
    browser: unreadable,
    because: "takes a status cut to two digits for a whole one",
    says: "connection was lost"
  },
  "tls-bytes": { undici: unreadable, browser: lostAnswers, because: OPAQUE, says: "not valid HTTP" },
  "unasked-continue": { undici: lostAnswers, browser: answers, because: "reads on behind a 100, as HTTP says" },
  "unasked-upgrade": { undici: lostAnswers },

  "huge-header": {
    undici: unreadable,
    browser: answers,
    because: "takes 256 KB of headers, undici 16 KB",
    says: "headers are too large"
  },
  "many-headers": {
    undici: unreadable,
    browser: answers,
    because: "takes 256 KB of headers, undici 16 KB",
    says: "headers are too large"
  },
  "bare-cr-header": { undici: unreadable, browser: answers, because: LENIENT, says: "not valid HTTP" },
  "nul-header": { undici: unreadable, browser: lostAnswers, because: OPAQUE, says: "not valid HTTP" },
  "no-colon-header": { undici: unreadable, browser: answers, because: LENIENT, says: "not valid HTTP" },
  "folded-header": { undici: unreadable, browser: answers, because: LENIENT, says: "not valid HTTP" },

  "redirect-loop": { undici: redirects, says: "redirected the call to 127.0.0.1" },
  "redirect-301": { undici: redirects, says: "redirected the call to 127.0.0.1" },
  "redirect-307": { undici: sentOn, browser: redirects, because: HIDDEN, says: "redirected the call to 127.0.0.1" },
  "redirect-308": { undici: sentOn, browser: redirects, because: HIDDEN, says: "redirected the call to 127.0.0.1" },

  "401": { undici: rejection("Unauthorized") },
  "403": { undici: rejection("Forbidden") },
  "404": { undici: rejection("NotFound") },
  "409": { undici: rejection("Conflict") },
  "422": { undici: rejection("Invalid") },
  "429": { undici: throttle(ALL) },
  "429-seconds": { undici: throttle(ALL), atLeastMillis: 1_900, says: '"afterSeconds":1' },
  "429-date": { undici: throttle(1), says: '"afterSeconds":' },
  "429-years": { undici: throttle(1), says: '"afterSeconds":86400' },
  "429-endless": { undici: throttle(1) },
  "429-negative": { undici: throttle(ALL) },
  "429-garbage": { undici: throttle(ALL) },
  "500": { undici: failing(ALL) },
  "500-html": { undici: failing(ALL) },
  "502-html": { undici: failing(ALL) },
  "503": { undici: failing(ALL) },
  "503-seconds": { undici: failing(ALL), atLeastMillis: 1_900, says: '"afterSeconds":1,"orSee":"statusPage"' },
  "503-hour": { undici: failing(1), says: '"afterSeconds":3600' },
  "504": { undici: failing(ALL) },

  hang: { undici: late },
  "hang-after-headers": { undici: late },
  "hang-in-body": { undici: late },
  "slow-headers": { undici: late },
  "slow-body": { undici: late },
  "early-hints-flood": { undici: late },

  refused: {
    undici: unreachedVerdicts,
    browser: lostAnswers,
    because: OPAQUE,
    says: "No connection could be made (ECONNREFUSED)"
  },
  "reset-on-accept": { undici: lostAnswers },
  "no-tls": { undici: unreachedVerdicts, browser: lostAnswers, because: OPAQUE, says: "No connection could be made" },
  "silent-tls": {
    undici: lateUnreached,
    browser: late,
    because: "does not say whether a connection stands",
    says: "No answer within"
  },
  "reset-before-answer": { undici: lostAnswers },
  "close-before-answer": { undici: lostAnswers },
  "reset-after-headers": { undici: lostAnswers },
  "reset-in-body": { undici: lostAnswers },
  "closed-when-idle": { undici: answers, warmUp: true },
  "reset-when-reused": {
    // A paid call has a connection of its own, which carried no request before.
    undici: verdicts(["answered", 2], ["Transport", 1], ["answered", 1, PRICE]),
    browser: answers,
    because: "sends again by itself, a POST too, and does not say so",
    browserRepeats: true,
    warmUp: true
  }
}
