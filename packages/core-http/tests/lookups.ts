/** Paid lookups of a provider whose answers the test determines, over stores in memory. */
import { it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import { ProviderError, type Reason } from "../src/errors/ProviderError.ts"
import { StorageError } from "../src/errors/StorageError.ts"
import * as LedgerModule from "../src/spend/Ledger.ts"
import { Ledger } from "../src/spend/Ledger.ts"
import * as CacheModule from "../src/spend/LookupCache.ts"
import { LookupCache } from "../src/spend/LookupCache.ts"
import { Spend, type Answer, type Quote } from "../src/spend/Spend.ts"

export const LIMIT = 30_000

/** A provider's answer: `match`, and optionally `charged` and further identifiers. */
interface Body {
  readonly match: boolean
  readonly charged?: number
  readonly keys?: ReadonlyArray<string>
}

export const quoteOf = (of: Partial<Quote> = {}): Quote => ({
  provider: "salesdata",
  operation: "enrichPerson",
  scope: "account-1",
  purse: "",
  cacheScope: of.scope ?? "account-1",
  caps: {},
  keys: ["email:ada@example.com"],
  soleKeys: [],
  ledgerKeys: of.keys ?? ["email:ada@example.com"],
  estimate: 2,
  keepMatch: Duration.days(30),
  keepMiss: Duration.days(1),
  read: ({ body }) => {
    const { match, charged, keys } = body as Body
    return { match, keys: keys ?? [], ...(charged !== undefined && { charged }) }
  },
  ...of
})

export const facts = { what: "It failed." }

const failure = (reason: Reason) => new ProviderError({ provider: "salesdata", operation: "enrichPerson", reason })

export const guardOf = (error: ProviderError | undefined) =>
  error?.reason._tag === "Refused" ? error.reason.guard : undefined

/** Counts the requests that are sent, and answers them. */
export const provider = (body: Body = { match: true }, pause: Duration.Input = "1 second") => {
  const sent = { count: 0 }
  const send = Effect.gen(function* () {
    sent.count++
    yield* Effect.sleep(pause)
    const answer: Answer = {
      status: 200,
      headers: { "content-type": "application/json" },
      body,
      fetchedAt: new Date(yield* Clock.currentTimeMillis).toISOString(),
      fromCache: false
    }
    return answer
  })
  return { sent, send }
}

export const failing = (reason: Reason) => {
  const sent = { count: 0 }
  const send = Effect.suspend(() => {
    sent.count++
    return Effect.fail(failure(reason))
  })
  return { sent, send }
}

export const stores = Layer.mergeAll(LedgerModule.layerMemory, CacheModule.layerMemory)

const everything = Layer.provideMerge(Spend.layer("run-1"), stores)

/** Asks as a client does: returns the cached answer, or makes a purchase. */
export const run = Effect.fnUntraced(function* (
  quote: Quote,
  send: Effect.Effect<Answer, ProviderError>,
  mayBeServed?: () => boolean
) {
  const spend = yield* Spend
  return (yield* spend.cachedAnswer(quote)) ?? (yield* spend.run(quote, () => send, LIMIT, mayBeServed))
})

/** Runs an effect to its end while the test clock advances by `by`. */
export const runToEnd = Effect.fnUntraced(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  by: Duration.Input = "2 seconds"
) {
  const fiber = yield* Effect.forkChild(effect)
  yield* TestClock.adjust(by)
  return yield* Fiber.join(fiber)
})

export const spent = Effect.gen(function* () {
  const ledger = yield* Ledger
  return (yield* ledger.spent(quoteOf(), { nowMillis: yield* Clock.currentTimeMillis, run: "run-1" })).day
})

export const unknowns = Effect.gen(function* () {
  const ledger = yield* Ledger
  return (yield* ledger.unknowns(quoteOf(), yield* Clock.currentTimeMillis)).length
})

export const test = (title: string, body: Effect.Effect<void, unknown, Spend | Ledger | LookupCache>) =>
  it.effect(title, () => Effect.provide(body, everything))

/** A layer over memory stores with a shared ledger and cache, some of whose members are replaced. */
export const broken = (ledger: Partial<Ledger["Service"]>, cache: Partial<LookupCache["Service"]> = {}) => {
  const faulty = Layer.effectContext(
    Effect.gen(function* () {
      return Context.make(Ledger, { ...(yield* Ledger), ...ledger }).pipe(
        Context.add(LookupCache, { ...(yield* LookupCache), ...cache })
      )
    })
  )
  return Layer.provideMerge(Spend.layer("run-1"), Layer.provide(faulty, stores))
}

/**
 * Slow stores, like those on a disk: other fibers run in the middle of each of their steps. Writes take longer to begin
 * than reads, so that what was read is outdated by then.
 */
export const slowStores = Layer.effectContext(
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const cache = yield* LookupCache
    const slow = <A, E>(effect: Effect.Effect<A, E>, before: number) =>
      effect.pipe(
        Effect.delay(before),
        Effect.tap(() => Effect.sleep(7))
      )
    return Context.make(Ledger, {
      ...ledger,
      reserve: (reservation) => slow(ledger.reserve(reservation), 40),
      settle: (id, outcome) => slow(ledger.settle(id, outcome), 7)
    }).pipe(
      Context.add(LookupCache, {
        ...cache,
        find: (question, now) => slow(cache.find(question, now), 7),
        store: (entry) => slow(cache.store(entry), 40)
      })
    )
  })
).pipe(Layer.provide(stores))

export const diskFull = (operation: string) =>
  Effect.fail(new StorageError({ operation, cause: new Error("disk full") }))
