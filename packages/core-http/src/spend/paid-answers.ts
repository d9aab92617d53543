/** Reads paid answers from the cache, and stores new ones for their question. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import type { Answer } from "./Answer.ts"
import { creditsOf } from "./charges.ts"
import type { Credits } from "./Credits.ts"
import type { UncachedAnswer } from "./Ledger.ts"
import { answering, keysOfMatch, keysOfQuestion, type LookupCache } from "./LookupCache.ts"
import type { PricedRequest, Quote } from "./Quote.ts"

/** Marks an answer as already paid for, so it costs nothing this time. */
export const paidBefore = ({
  status,
  body,
  fetchedAt,
  uncached
}: Omit<Answer, "headers" | "credits" | "fromCache">): Answer => {
  const credits: Credits = { charged: 0, basis: "cache" }
  return { status, headers: {}, body, credits, fetchedAt, fromCache: true, ...(uncached !== undefined && { uncached }) }
}

export const make = (cache: LookupCache["Service"]) => {
  const entryFor = Effect.fnUntraced(function* (quote: Omit<PricedRequest, "purse">, sinceMillis = 0) {
    const { cacheScope: scope, operation, keys } = quote
    if (keys.length === 0) return undefined
    const places = { scope, operation, keys: keysOfQuestion(keys) }
    const entries = yield* cache.find(places, yield* Clock.currentTimeMillis)
    return answering(
      quote,
      entries.filter(({ fetchedAtMillis }) => fetchedAtMillis >= sinceMillis)
    )
  })

  return {
    /**
     * Returns the entry that answers a quote, or `undefined` if there is none.
     * @param sinceMillis earlier ones do not count
     */
    entryFor,
    /** As `entryFor`, but returns an answer. */
    answerFor: (quote: Omit<Quote, "purse">, sinceMillis?: number) =>
      Effect.map(
        entryFor(quote, sinceMillis),
        (entry) =>
          entry && {
            ...paidBefore({ ...entry, fetchedAt: new Date(entry.fetchedAtMillis).toISOString() }),
            match: entry.match
          }
      ),
    /** Caches an answer. Returns why if the same question would not find it. */
    keep: Effect.fnUntraced(function* (quote: Quote, answer: Answer) {
      if (quote.keys.length === 0) return undefined
      const { match, keys, soleKeys, isOther } = quote.read(answer)
      const place = match ? keysOfMatch(quote, keys) : { keys: keysOfQuestion(quote.keys), isContradicted: false }
      const fetchedAtMillis = Date.parse(answer.fetchedAt)
      const keepMillis = Math.round(Duration.toMillis(match ? quote.keepMatch : quote.keepMiss))
      const entry = {
        scope: quote.cacheScope,
        operation: quote.operation,
        keys: place.keys,
        match,
        status: answer.status,
        body: answer.body,
        fetchedAtMillis,
        expiresAtMillis: fetchedAtMillis + keepMillis
      }
      // The answer has been paid for, so it is returned even if the store fails.
      const storing = yield* Effect.exit(cache.store(entry, soleKeys, isOther))
      if (Exit.isFailure(storing)) yield* Effect.logError(`cache: ${String(Cause.squash(storing.cause))}`)
      const isKept = Exit.isSuccess(storing) && !place.isContradicted
      // An answer that cost nothing can be requested again at no cost.
      if (isKept || keepMillis === 0 || creditsOf(quote, answer).charged === 0) return undefined
      const uncachedAnswer: UncachedAnswer = {
        uncached: place.isContradicted ? "contradicted" : "store",
        uncachedUntilMillis: entry.expiresAtMillis,
        keys: place.isContradicted ? [] : keys
      }
      return uncachedAnswer
    })
  }
}
