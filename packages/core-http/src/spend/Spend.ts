/**
 * The spending path of every paid call: cache, single flight, cache again, unknown charges, caps, ledger row, request,
 * outcome. It is below the typed client, so a hand-written API Call to a paid path takes it too.
 *
 * It guarantees that nothing is sent over a cap or above the price that the caller agreed to (`MaxCredits`), that a
 * subject which is already known costs nothing unless `Refresh` asks for it anew, and that a request with an unknown
 * outcome is never repeated unless `UnknownCharge` says so.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

import { isOfEarlierRequest, provesNothingDone, type ProviderError, type Reason } from "../errors/ProviderError.ts"
import type { StorageError } from "../errors/StorageError.ts"
import type { Answer } from "./Answer.ts"
import * as Booking from "./booking.ts"
import { FREE, creditsOf, excessOf, outcomeOf } from "./charges.ts"
import { Ledger, isWithin, layerMemory as ledgerInMemory } from "./Ledger.ts"
import { layerMemory as cacheInMemory, LookupCache } from "./LookupCache.ts"
import * as PaidAnswers from "./paid-answers.ts"
import { leftOf, type Preview } from "./Preview.ts"
import {
  MaxCredits,
  OnCharge,
  Refresh,
  UnknownCharge,
  forSpenders,
  type PricedRequest,
  type Quote,
  type Send
} from "./Quote.ts"
import { aboveAgreedPrice, markCharge, notBought, refusalOf, storeFailed, waitedTooLong } from "./refusals.ts"
import * as SingleFlight from "./SingleFlight.ts"
import { SpendPort } from "./SpendPort.ts"

export type { Answer } from "./Answer.ts"
export { free, type Preview } from "./Preview.ts"
export {
  MaxCredits,
  OnCharge,
  Refresh,
  SpendingEvent,
  SpendingPrincipal,
  UnknownCharge,
  type EventSpender,
  type PricedRequest,
  type Quote,
  type Send,
  type Spender,
  type Ticket
} from "./Quote.ts"
export type { UnknownChargeDecision } from "./Ledger.ts"

const BUSY_POLL = Duration.millis(100)

/** One paid call: its price, how to send it, and its deadline. */
interface Purchase {
  readonly quote: Quote
  readonly send: Send
  readonly timeLimitMillis: number
  readonly deadlineMillis: number
  /** Answers that were bought before this do not count. */
  readonly sinceMillis: number
  readonly mayBeServed: () => boolean
}

/** The spending path of a process, over its ledger and cache. */
export class Spend extends SpendPort {
  /** Refuses every purchase. For code that only makes free calls, such as the check of an account. Needs no stores. */
  static readonly layerFree: Layer.Layer<Spend> = Layer.succeed(Spend, {
    cachedAnswer: () => Effect.undefined,
    run: (quote) => Effect.fail(notBought(quote)),
    preview: (quote) => Effect.fail(notBought(quote)),
    spent: () => Effect.succeed({ day: 0, run: 0 }),
    unknowns: () => Effect.succeed([]),
    settleUnknown: () => Effect.succeed(false)
  })
  /**
   * The spending path over a ledger and a cache.
   * @param run names the lifetime that run caps apply to: one process, or one browser session
   */
  static readonly layer = (run: string): Layer.Layer<Spend, never, Ledger | LookupCache> =>
    Layer.effect(
      Spend,
      Effect.map(Effect.all([Ledger, LookupCache]), ([ledger, cache]) => make(run, ledger, cache))
    )
}

/** The spending path over a ledger and a cache in memory. @param run as for `Spend.layer` */
export const layerMemory = (run: string): Layer.Layer<Spend> =>
  Layer.provide(Spend.layer(run), [ledgerInMemory, cacheInMemory])

/** Turns a failed store into a refusal, so that nothing is bought without the stores. */
const refusing = <A>(quote: Omit<PricedRequest, "purse">, effect: Effect.Effect<A, ProviderError | StorageError>) =>
  Effect.catchTag(effect, "StorageError", (error) => Effect.fail(storeFailed(quote, error)))

const failedAs = (exit: Exit.Exit<unknown, ProviderError>, isMeant: (reason: Reason) => boolean): boolean =>
  Exit.isFailure(exit) && exit.cause.reasons.some((each) => each._tag === "Fail" && isMeant(each.error.reason))

/** Whether a lookup was refused by the cap of its own caller or event, which does not apply to another caller. */
const passedOwnCap = (reason: Reason): boolean =>
  reason._tag === "Refused" && (reason.cap?.kind === "principal" || reason.cap?.kind === "event")

/** A request that is sent with less time than this is likely to be charged without an answer. */
const LEAST_MILLIS = 1_000

/**
 * Returns whether a lookup sent nothing that counts and ended only because its own caller had no more time: at its
 * limit, or at a wait that did not fit into it. Another caller may have the time.
 */
const ranOutOfTime =
  (leftMillis: number) =>
  (reason: Reason): boolean => {
    const waitSeconds = reason._tag === "RateLimited" ? reason.retryAfterSeconds : 0
    return (
      (reason._tag === "Timeout" || reason._tag === "RateLimited") &&
      provesNothingDone(reason) &&
      waitSeconds !== undefined &&
      leftMillis >= waitSeconds * 1_000 + LEAST_MILLIS
    )
  }

/** Returns whether a lookup ended by an interruption or a bug, which is no result for another caller. */
const isBroken = (exit: Exit.Exit<unknown, ProviderError>): boolean =>
  Exit.isFailure(exit) && !exit.cause.reasons.every((reason) => reason._tag === "Fail")

const make = (run: string, ledger: Ledger["Service"], cache: LookupCache["Service"]): Spend["Service"] => {
  const flights = SingleFlight.make<Answer, ProviderError>()
  const paidAnswers = PaidAnswers.make(cache)
  const booking = Booking.make(run, ledger)
  /** With the purse, because a failure of an account's old key says nothing about its new one. */
  const flightKeys = (quote: PricedRequest) =>
    quote.keys.map((key) => `${quote.cacheScope}\n${quote.purse}\n${quote.operation}\n${key}`)

  /**
   * Reserves and buys. Only the request itself can be interrupted, so that no open row is left for a request that was
   * never sent.
   */
  const buy = (purchase: Purchase) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const { quote, send, timeLimitMillis, sinceMillis } = purchase
        const reservation = yield* booking.reserve(quote, timeLimitMillis)
        if (reservation._tag !== "Reserved") return reservation
        // Another process may have bought the answer after the cache was checked and before the reservation.
        const cachedAnswer = yield* Effect.tapError(paidAnswers.answerFor(quote, sinceMillis), () =>
          booking.settle(reservation.id, FREE)
        )
        if (cachedAnswer !== undefined) {
          yield* booking.settle(reservation.id, FREE)
          return cachedAnswer
        }
        const ticket = { id: reservation.id, stillAffordable: refusing(quote, booking.stillAffordable(quote)) }
        const exit = yield* Effect.exit(restore(Effect.mapError(send(ticket), markCharge)))
        const excess = excessOf(quote, exit)
        if (excess > 0) booking.exceed(reservation.id, excess)
        // The answer is stored before the row is settled, so that a lookup that finds no open row finds the answer.
        const uncachedAnswer = Exit.isSuccess(exit) ? yield* paidAnswers.keep(quote, exit.value) : undefined
        const outcome = outcomeOf(quote, exit, purchase.mayBeServed, uncachedAnswer)
        yield* booking.settle(reservation.id, outcome)
        const charged = outcome.state === "unknown" ? null : outcome.charged
        yield* Effect.map(OnCharge, (notify) => notify(charged ?? "unknown"))
        const answer = yield* exit
        return {
          ...answer,
          credits: creditsOf(quote, answer),
          ...(uncachedAnswer !== undefined && { uncached: uncachedAnswer.uncached }),
          ...(excess > 0 && { priceExceeded: quote.estimate ?? 0 })
        }
      })
    )

  const lead = (purchase: Purchase) =>
    Effect.gen(function* () {
      const { quote, timeLimitMillis, deadlineMillis, sinceMillis } = purchase
      for (;;) {
        const cachedAnswer = yield* paidAnswers.answerFor(quote, sinceMillis)
        if (cachedAnswer !== undefined) return cachedAnswer
        const refusal = booking.priceRefusal(quote)
        if (refusal !== undefined) return yield* refusal
        const answer = yield* buy(purchase)
        if (!("_tag" in answer)) return answer
        if (answer._tag !== "Busy") return yield* refusalOf(quote, answer)
        if ((yield* Clock.currentTimeMillis) >= deadlineMillis) return yield* waitedTooLong(quote, timeLimitMillis)
        yield* Effect.sleep(BUSY_POLL)
      }
    })

  return {
    cachedAnswer: (quote) =>
      Effect.flatMap(Refresh, (refresh) =>
        refresh ? Effect.undefined : refusing(quote, paidAnswers.answerFor(quote))
      ),
    run: Effect.fnUntraced(function* (baseQuote, send, timeLimitMillis, mayBeServed = () => true) {
      const refresh = yield* Refresh
      const maxCredits = yield* MaxCredits
      const quote = yield* forSpenders(baseQuote)
      const isAgreed = maxCredits === undefined || (quote.estimate !== null && isWithin(quote.estimate, maxCredits))
      const hasDecided = (yield* UnknownCharge) !== "block"
      const nowMillis = yield* Clock.currentTimeMillis
      const deadlineMillis = nowMillis + timeLimitMillis
      const sinceMillis = refresh ? nowMillis : 0
      const purchase: Purchase = { quote, send, timeLimitMillis, deadlineMillis, sinceMillis, mayBeServed }
      const keys = flightKeys(quote)
      const lookup: Effect.Effect<Answer, ProviderError> = isAgreed
        ? refusing(quote, lead(purchase))
        : aboveAgreedPrice(quote, maxCredits)
      for (;;) {
        if (!isAgreed && !flights.isUnderWay(keys)) {
          return (yield* refusing(quote, paidAnswers.answerFor(quote, sinceMillis))) ?? (yield* lookup)
        }
        const flight = yield* flights.join(keys, lookup)
        if (flight._tag === "Led") return flight.value
        const leftMillis = Effect.map(Clock.currentTimeMillis, (now) => Math.max(0, deadlineMillis - now))
        const exit = yield* Effect.timeoutOrElse(flight.result, {
          duration: yield* leftMillis,
          orElse: () => waitedTooLong(quote, timeLimitMillis)
        })
        // These outcomes say nothing about this caller's request, and the cache may have the answer by now, so try
        // again.
        if (!flight.same || isBroken(exit) || failedAs(exit, passedOwnCap)) continue
        if ((hasDecided && failedAs(exit, isOfEarlierRequest)) || failedAs(exit, ranOutOfTime(yield* leftMillis)))
          continue
        const answer = yield* exit
        if (Date.parse(answer.fetchedAt) < sinceMillis) continue
        return PaidAnswers.paidBefore(answer)
      }
    }),
    preview: (baseQuote) =>
      refusing(
        baseQuote,
        Effect.gen(function* () {
          const quote = yield* forSpenders(baseQuote)
          // First alone, because a cache that finds a damaged answer marks its purchase in the ledger.
          const entry = yield* paidAnswers.entryFor(quote)
          const [blocking, uncachedPurchase, spending] = yield* Effect.all(
            [booking.blocking(quote), booking.uncachedPurchase(quote), booking.spent(quote)],
            { concurrency: "unbounded" }
          )
          const preview: Preview = {
            isFree: false,
            estimate: quote.estimate,
            cached: entry && { match: entry.match, fetchedAt: new Date(entry.fetchedAtMillis).toISOString() },
            isUnderWay: flights.isUnderWay(flightKeys(quote)),
            blocking,
            uncachedPurchase: uncachedPurchase && {
              since: new Date(uncachedPurchase.atMillis).toISOString(),
              charged: uncachedPurchase.charged,
              why: uncachedPurchase.uncached ?? "store"
            },
            refusal: entry === undefined ? booking.refusal(quote, blocking, uncachedPurchase, spending) : undefined,
            spent: spending,
            caps: quote.caps,
            left: leftOf(quote.caps, spending)
          }
          return preview
        })
      ),
    spent: booking.spent,
    unknowns: booking.unknowns,
    settleUnknown: booking.settleUnknown
  }
}
