/**
 * Runs the lookups of a list, a few concurrently, under a cap. A failed lookup does not stop the others, except for errors
 * that would affect all of them.
 */
import { Progress } from "@inlay/agent-plugin/Caller"
import { Runner } from "@inlay/agent-plugin/Runner"
import { isWithin } from "@inlay/core-http/Ledger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { MaxCredits } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { enrichmentOf } from "../../schema/Enrichment.ts"
import type { Kind } from "./column-names.ts"
import { STEPS, type Lookup } from "./estimate.ts"
import type { RowOutcome } from "./new-columns.ts"

/** Concurrent lookups. The client below also keeps to the provider's rate limit. */
const AT_ONCE = 8
/** After this many consecutive lookups that the provider answered with neither a match nor no match, the run stops. */
const MOST_WITHOUT_OUTCOME = 5
/**
 * The same for free refusals once a lookup had an outcome: the key is good then, and they may be about the people
 * themselves, such as those who opted out.
 */
const MOST_REFUSED = 25
/** The longest pause to wait for if the provider asks for one. */
const LONGEST_PAUSE = Duration.minutes(5)
const MOST_PAUSES = 10

/** The record is passed on unchecked, because the step has already validated it. */
const Answer = enrichmentOf(Schema.Unknown)
const decode = Schema.decodeUnknownEffect(Answer)

/** Retries after each pause that the provider asks for. Rate-limited requests are not charged. */
const withRetries = <A, R>(
  ask: Effect.Effect<A, ProviderError, R>,
  pausesLeft = MOST_PAUSES
): Effect.Effect<A, ProviderError, R> =>
  ask.pipe(
    Effect.catch((error) => {
      const { reason } = error
      if (reason._tag !== "RateLimited" || pausesLeft === 0) return Effect.fail(error)
      const pause = Duration.seconds(reason.retryAfterSeconds ?? 1)
      return Duration.isGreaterThan(pause, LONGEST_PAUSE)
        ? Effect.fail(error)
        : Effect.andThen(Effect.sleep(pause), withRetries(ask, pausesLeft - 1))
    })
  )

/** Refusals of our own that every other lookup would meet, too: a cap is reached, or the ledger or accounts cannot be used. */
const REFUSES_ALL: ReadonlySet<string> = new Set(["cap", "ledger", "vault"])

/** Whether an error would also affect every other lookup. */
const stopsAll = ({ reason }: ProviderError): boolean =>
  reason._tag === "Unauthorized" ||
  reason._tag === "QuotaExhausted" ||
  reason._tag === "RateLimited" ||
  (reason._tag === "Refused" && REFUSES_ALL.has(reason.guard))

/** Whether an error may be that of every row. A refusal of our own, a rejected input and a conflict are about one row. */
const isWithoutOutcome = ({ reason }: ProviderError): boolean =>
  reason._tag !== "Refused" && reason._tag !== "Invalid" && reason._tag !== "Conflict"

const isRefusal = ({ reason }: ProviderError): boolean => reason._tag === "Forbidden" || reason._tag === "NotFound"

/**
 * Whether a lookup was refused because an earlier one left its charge unknown, or was paid and its answer not saved, or
 * because its price has risen or its saved answer is gone since the estimate.
 */
const isRefusedAs = (guard: "unknownCharge" | "uncached" | "price", { reason }: ProviderError): boolean =>
  reason._tag === "Refused" && reason.guard === guard

const hasUnknownCharge = (error: ProviderError): boolean =>
  error.charged === "unknown" || isRefusedAs("unknownCharge", error)

const ANOTHER = { person: "another person", company: "another company" } as const

/** Whether the record contradicts the row and confirms nothing in it. Its contact details would be somebody else's. */
const isAboutAnother = ({ uncached, matchedOn }: typeof Answer.Type): boolean =>
  uncached === "contradicted" && matchedOn.length === 0

/** The warning that the record's card would show. */
const noteOf = ({ match, matchedOn, notice }: typeof Answer.Type): Pick<RowOutcome, "note"> => {
  if (notice !== undefined) return { note: notice }
  return match && matchedOn.length === 0 ? { note: "nothing in the record confirms that it matches the request" } : {}
}

export interface Lookups {
  readonly outcomes: ReadonlyMap<string, RowOutcome>
  /** Credits that were charged, without unknown charges. */
  readonly credits: number
  /** Why some lookups were not sent. */
  readonly stop: string | undefined
  /** The error that stopped the run, otherwise the first one. */
  readonly error: ProviderError | undefined
}

/** @param cap the most credits to spend; a lookup that may cost more than what is left is not sent */
export const lookUp = Effect.fnUntraced(function* (
  kind: Kind,
  lookups: ReadonlyArray<Lookup>,
  cap: number | undefined,
  account: string | undefined
) {
  const runner = yield* Runner
  const tell = yield* Progress
  const outcomes = new Map<string, RowOutcome>()
  let credits = 0
  /** The most that the unknown charges may cost. */
  let unknownCredits = 0
  let withoutOutcome = 0
  let hasOutcome = false
  let stop: string | undefined
  let stopError: ProviderError | undefined
  let firstError: ProviderError | undefined

  const fail = (error: ProviderError, { price, isAnothers }: Lookup): RowOutcome => {
    firstError ??= error
    if (isWithoutOutcome(error)) withoutOutcome++
    const most = hasOutcome && isRefusal(error) ? MOST_REFUSED : MOST_WITHOUT_OUTCOME
    const hasPriceRisen = isRefusedAs("price", error)
    if (stopsAll(error) || (hasPriceRisen && price > 0) || withoutOutcome >= most) {
      stop ??= error.reason.what
      stopError ??= error
    }
    if (error.charged === "unknown" && !isRefusedAs("unknownCharge", error)) unknownCredits += price
    if (hasUnknownCharge(error)) return { status: "charge unknown", credits: "unknown", note: error.reason.what }
    if (isAnothers && isRefusedAs("uncached", error)) return { status: ANOTHER[kind], note: error.reason.what }
    return stopsAll(error) || hasPriceRisen
      ? { status: "not asked", note: error.reason.what }
      : { status: "failed", note: error.reason.what }
  }

  const ask = Effect.fnUntraced(function* (lookup: Lookup) {
    // Stopping the command waits for running lookups. Interrupting one would leave its charge unknown.
    const run = runner
      .run(STEPS[kind], lookup.input, account)
      .pipe(Effect.provideService(MaxCredits, lookup.maxCredits), Effect.uninterruptible)
    const answer = yield* Effect.result(withRetries(run))
    if (Result.isFailure(answer)) return void outcomes.set(lookup.key, fail(answer.failure, lookup))
    const enrichment = yield* Effect.orDie(decode(answer.success))
    hasOutcome = true
    // A cached answer does not tell whether the provider can be read now.
    if (!enrichment.fromCache) withoutOutcome = 0
    const { charged } = enrichment.credits
    if (charged === "unknown") unknownCredits += lookup.price
    else credits += charged
    outcomes.set(lookup.key, {
      ...(isAboutAnother(enrichment)
        ? { status: ANOTHER[kind] }
        : { status: enrichment.match ? "match" : "no match", record: enrichment.record }),
      matchedOn: enrichment.matchedOn,
      credits: charged,
      ...(enrichment.checkedOn !== undefined && { checkedOn: enrichment.checkedOn }),
      ...noteOf(enrichment)
    })
  })

  /**
   * Returns the next lookups that fit in the cap, starting at an index, and the index after them. Lookups that do not
   * fit are skipped.
   */
  const batchFrom = (start: number): readonly [batch: ReadonlyArray<Lookup>, end: number] => {
    const batch: Array<Lookup> = []
    let room = (cap ?? Number.POSITIVE_INFINITY) - credits - unknownCredits
    let at = start
    for (; at < lookups.length && batch.length < AT_ONCE; at++) {
      const lookup = lookups[at]!
      if (!isWithin(lookup.price, room) || (stop !== undefined && lookup.price > 0)) {
        // How much of the cap the current batch leaves is known only once it has finished.
        if (batch.length > 0) break
        stop ??= `the cap of ${cap} credits is reached`
        outcomes.set(lookup.key, { status: "not asked", note: stop })
        continue
      }
      room -= lookup.price
      batch.push(lookup)
    }
    return [batch, at]
  }

  for (let at = 0; at < lookups.length;) {
    const [batch, end] = batchFrom(at)
    at = end
    yield* Effect.forEach(batch, ask, { concurrency: AT_ONCE })
    yield* tell({ done: outcomes.size, total: lookups.length, text: `lookups, ${credits} credits` })
  }
  const done: Lookups = { outcomes, credits, stop, error: stopError ?? firstError }
  return done
})
