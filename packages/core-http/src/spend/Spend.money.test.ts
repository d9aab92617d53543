/**
 * How often a lookup is charged, and what a cap stops: a paid client against a provider on loopback that keeps its own
 * count.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

import { clientOf, json, post, serve, until } from "../../tests/provider.ts"
import * as Budget from "../budget/Budget.ts"
import type { CallRequest, ClientOptions } from "../client/Client.ts"
import * as Credential from "../credential/Credential.ts"
import { StorageError } from "../errors/StorageError.ts"
import * as Node from "../transport/node.ts"
import * as Ledger from "./Ledger.ts"
import * as LookupCache from "./LookupCache.ts"
import { Spend, UnknownCharge, type Quote } from "./Spend.ts"

interface Asked {
  readonly email?: string
  readonly profile?: string
}

interface Answered extends Asked {
  readonly match?: boolean
  readonly charged?: number
}

const keysOf = ({ email, profile }: Asked) => [
  ...(email === undefined ? [] : [`email:${email}`]),
  ...(profile === undefined ? [] : [`profile:${profile}`])
]

/** A quote of two credits for one subject, by email address and profile. An answer may report its charge. */
const quoteFor =
  (of: Partial<Quote> = {}) =>
  (request: CallRequest): Omit<Quote, "purse"> => {
    const keys = keysOf(request.body ?? {})
    return {
      provider: "salesdata",
      operation: "enrichPerson",
      scope: "salesdata/one",
      cacheScope: of.scope ?? "salesdata/one",
      caps: {},
      keys,
      soleKeys: keys.filter((key) => key.startsWith("profile:")),
      ledgerKeys: keys,
      estimate: 2,
      keepMatch: Duration.days(30),
      keepMiss: Duration.days(1),
      read: ({ body }) => {
        const { match = true, charged, ...record } = body as Answered
        return { match, keys: keysOf(record), ...(charged !== undefined && { charged }) }
      },
      ...of
    }
  }

const account = (address: string, of: Partial<Quote> = {}, options: Partial<ClientOptions> = {}) =>
  Effect.map(
    clientOf(address, { quote: quoteFor(of), ...options }),
    (client) => (question: Asked) => client.call(post({ body: { ...question } }))
  )

const memory = Layer.mergeAll(Ledger.layerMemory, LookupCache.layerMemory)

/** A cache whose disk is full for everything larger than a row. */
const full = Layer.effectContext(
  Effect.gen(function* () {
    const store = () => Effect.fail(new StorageError({ operation: "cache.store", cause: new Error("disk is full") }))
    return Context.make(Ledger.Ledger, yield* Ledger.Ledger).pipe(
      Context.add(LookupCache.LookupCache, { ...(yield* LookupCache.LookupCache), store })
    )
  })
).pipe(Layer.provide(memory))

/** As `full`, but without room for a row's outcome either, until `hasRoom` is set. */
const disk = { hasRoom: false }
const overfull = Layer.effectContext(
  Effect.gen(function* () {
    const stores = yield* Effect.context<Ledger.Ledger | LookupCache.LookupCache>()
    const ledger = Context.get(stores, Ledger.Ledger)
    const error = new StorageError({ operation: "ledger.settle", cause: new DOMException("", "QuotaExceededError") })
    const settle: typeof ledger.settle = (id, outcome) =>
      disk.hasRoom ? ledger.settle(id, outcome) : Effect.fail(error)
    return Context.add(stores, Ledger.Ledger, { ...ledger, settle })
  })
).pipe(Layer.provide(full))

const over = (stores: Layer.Layer<Ledger.Ledger | LookupCache.LookupCache>) =>
  Layer.mergeAll(Node.layer, Layer.provideMerge(Spend.layer("run"), stores))

type Services = Layer.Success<ReturnType<typeof over>>

const test = (title: string, stores: typeof memory, body: Effect.Effect<void, unknown, Services | Scope.Scope>) =>
  it.live(title, () => Effect.provide(body, over(stores)))

const refusal = <A, E extends { readonly reason: { readonly _tag: string } }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), ({ reason }) => ("guard" in reason ? reason.guard : reason._tag))

describe("an answer that could not be saved", () => {
  test(
    "is charged once and says so, and its lookup needs consent to repeat",
    full,
    Effect.gen(function* () {
      const provider = yield* serve((response) => json(response, { email: "ada@a.example", profile: "ada" }))
      const look = yield* account(provider.address)
      const first = yield* look({ email: "ada@a.example" })
      assert.deepStrictEqual([first.credits?.charged, first.uncached], [2, "store"])
      const error = yield* Effect.flip(look({ email: "ada@a.example" }))
      assert.match(error.message, /bought at \d{4}-.* for 2 credits, and its answer could not be kept/)
      assert.isUndefined(error.charged)
      // Its record contains a profile, which leads to the same person.
      assert.strictEqual(yield* refusal(look({ profile: "ada" })), "uncached")
      for (const decision of ["charged", "not_charged"] as const) {
        const settlement = Effect.provideService(look({ profile: "ada" }), UnknownCharge, decision)
        assert.strictEqual(yield* refusal(settlement), "uncached")
      }
      assert.strictEqual(provider.seen.length, 1)
      const again = yield* Effect.provideService(look({ email: "ada@a.example" }), UnknownCharge, "ask_again")
      assert.deepStrictEqual([again.uncached, provider.seen.length], ["store", 2])
      const { uncachedPurchase } = yield* (yield* Spend).preview({
        ...quoteFor()(post({ body: { profile: "ada" } })),
        purse: ""
      })
      assert.deepStrictEqual([uncachedPurchase?.charged, uncachedPurchase?.why], [2, "store"])
    })
  )

  test(
    "and whose outcome could not be written either is bought before, for a preview and for a repeat",
    overfull,
    Effect.gen(function* () {
      disk.hasRoom = false
      const provider = yield* serve((response) => json(response, { email: "ada@a.example", profile: "ada" }))
      const look = yield* account(provider.address)
      const preview = Effect.flatMap(Spend, (spend) =>
        spend.preview({ ...quoteFor()(post({ body: { profile: "ada" } })), purse: "" })
      )
      const first = yield* look({ email: "ada@a.example" })
      assert.deepStrictEqual([first.credits?.charged, first.uncached], [2, "store"])
      const { uncachedPurchase, refusal: ahead } = yield* preview
      const spend = yield* Spend
      // Lookups of others are not affected.
      const quote = { ...quoteFor()(post({ body: { profile: "ada" } })), purse: "" }
      const others: ReadonlyArray<Partial<Quote>> = [
        { ledgerKeys: ["profile:bob"] },
        { operation: "enrichCompany" },
        { scope: "salesdata/two" }
      ]
      for (const other of others) assert.isUndefined((yield* spend.preview({ ...quote, ...other })).uncachedPurchase)
      assert.deepStrictEqual([uncachedPurchase?.charged, uncachedPurchase?.why], [2, "store"])
      assert.strictEqual(ahead?.reason._tag === "Refused" && ahead.reason.guard, "uncached")
      const error = yield* Effect.flip(look({ profile: "ada" }))
      assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "ledger")
      assert.include(error.message, "ledger.settle failed: QuotaExceededError")
      disk.hasRoom = true
      assert.strictEqual(yield* refusal(look({ profile: "ada" })), "uncached")
      assert.deepStrictEqual((yield* preview).uncachedPurchase, uncachedPurchase)
      assert.strictEqual(provider.seen.length, 1)
    })
  )

  test(
    "of a miss is free, and so is asking again",
    full,
    Effect.gen(function* () {
      const provider = yield* serve((response) => json(response, { match: false }))
      const look = yield* account(provider.address)
      for (let n = 0; n < 3; n++) assert.isUndefined((yield* look({ email: "ada@a.example" })).uncached)
      assert.strictEqual(provider.seen.length, 3)
    })
  )

  test(
    "of a miss that was charged is not charged again",
    full,
    Effect.gen(function* () {
      const provider = yield* serve((response) => json(response, { match: false, charged: 1 }))
      const look = yield* account(provider.address)
      assert.strictEqual((yield* look({ email: "ada@a.example" })).uncached, "store")
      assert.strictEqual(yield* refusal(look({ email: "ada@a.example" })), "uncached")
    })
  )

  test(
    "is not reported if the account saves nothing by setting",
    full,
    Effect.gen(function* () {
      const provider = yield* serve((response) => json(response, { email: "ada@a.example" }))
      const look = yield* account(provider.address, { keepMatch: Duration.zero })
      for (let n = 0; n < 2; n++) assert.isUndefined((yield* look({ email: "ada@a.example" })).uncached)
      assert.strictEqual(provider.seen.length, 2)
    })
  )
})

describe("an answer about somebody else", () => {
  test(
    "is bought once for its question, and does not block other questions",
    memory,
    Effect.gen(function* () {
      const provider = yield* serve((response) => json(response, { email: "bob@b.example", profile: "bob" }))
      const look = yield* account(provider.address)
      const question = { email: "ada@a.example", profile: "ada" }
      assert.strictEqual((yield* look(question)).uncached, "contradicted")
      const error = yield* Effect.flip(look(question))
      assert.match(error.message, /for 2 credits, and its answer was about somebody else/)
      assert.strictEqual(provider.seen.length, 1)
    })
  )
})

describe("the same key under another account's name", () => {
  test(
    "shares the cap, and does not repeat what the other account lost or could not save",
    full,
    Effect.gen(function* () {
      const provider = yield* serve((response, { body }) => {
        const { email = "" } = JSON.parse(body) as Asked
        if (email === "lost@a.example") response.destroy()
        else json(response, { email })
      })
      const caps = { day: 6 }
      const one = yield* account(provider.address, { caps })
      const two = yield* account(`${provider.address}/v2`, { caps, scope: "salesdata/two" })
      const key = Credential.inHeader("x-api-key", Redacted.make("another key"))
      const third = yield* account(provider.address, { caps, scope: "salesdata/three" }, { credential: key })
      assert.strictEqual(yield* refusal(one({ email: "lost@a.example" })), "Transport")
      yield* one({ email: "ada@a.example" })
      assert.strictEqual(yield* refusal(two({ email: "lost@a.example" })), "unknownCharge")
      assert.strictEqual(yield* refusal(two({ email: "ada@a.example" })), "uncached")
      yield* two({ email: "bob@a.example" })
      assert.strictEqual(yield* refusal(two({ email: "eve@a.example" })), "cap")
      assert.strictEqual(yield* refusal(one({ email: "eve@a.example" })), "cap")
      assert.strictEqual(provider.seen.length, 3)
      yield* third({ email: "eve@a.example" })
      assert.strictEqual(provider.seen.length, 4)
    })
  )
})

describe("a provider that charges more than the account's price", () => {
  test(
    "is stopped by the cap as soon as a response reports it: waiting lookups are not sent",
    memory,
    Effect.gen(function* () {
      const provider = yield* serve((response, { body }) => json(response, { ...JSON.parse(body), charged: 7 }))
      const budget = Budget.make({ concurrency: 1 })
      const look = yield* account(provider.address, { caps: { day: 10 } }, { budget })
      const results = yield* Effect.all(
        Array.from({ length: 5 }, (_, n) => Effect.result(look({ email: `${n}@a.example` }))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        results.map((result) =>
          result._tag === "Success" ? result.success.priceExceeded : result.failure.reason._tag
        ),
        [2, "Refused", "Refused", "Refused", 2]
      )
      assert.strictEqual(provider.seen.length, 2)
    })
  )

  test(
    "counts from the moment of the response, however long the stores take",
    Layer.effectContext(
      Effect.gen(function* () {
        const cache = yield* LookupCache.LookupCache
        const store: typeof cache.store = (entry) => Effect.delay(cache.store(entry), "300 millis")
        return Context.make(Ledger.Ledger, yield* Ledger.Ledger).pipe(
          Context.add(LookupCache.LookupCache, { ...cache, store })
        )
      })
    ).pipe(Layer.provide(memory)),
    Effect.gen(function* () {
      const waiting: Array<() => void> = []
      const provider = yield* serve((response, { body }) => {
        const question = JSON.parse(body) as Asked
        if (question.email === "slow@a.example") waiting.push(() => json(response, {}, 429))
        else json(response, { ...question, charged: 9 })
      })
      // A throttled request is repeated by itself: here after the other answer has arrived, but before that answer is
      // stored.
      const look = yield* account(provider.address, { caps: { day: 10 } })
      const slow = yield* Effect.forkChild(Effect.flip(look({ email: "slow@a.example" })))
      yield* until(() => provider.seen.length === 1)
      const dear = yield* Effect.forkChild(look({ email: "ada@a.example" }))
      yield* until(() => provider.seen.length === 2)
      yield* Effect.sleep("50 millis")
      waiting.forEach((answer) => answer())
      const { reason } = yield* Fiber.join(slow)
      assert.strictEqual(reason._tag === "Refused" && reason.guard, "cap")
      yield* Fiber.join(dear)
      assert.strictEqual(provider.seen.length, 2)
    })
  )
})
