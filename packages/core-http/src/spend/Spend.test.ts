import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import { ProviderError, type Reason } from "../errors/ProviderError.ts"
import { StorageError } from "../errors/StorageError.ts"
import * as LedgerModule from "./Ledger.ts"
import { Ledger } from "./Ledger.ts"
import * as CacheModule from "./LookupCache.ts"
import { LookupCache } from "./LookupCache.ts"
import { Spend, UnknownCharge, type Answer, type Quote, type UnknownChargeDecision } from "./Spend.ts"

const LIMIT = 30_000
const DAY = 86_400_000

/** A provider whose answer says `match`, and perhaps `charged` and other identifiers. */
interface Body {
  readonly match: boolean
  readonly charged?: number
  readonly keys?: ReadonlyArray<string>
}

const quoteOf = (of: Partial<Quote> = {}): Quote => ({
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

const said = { what: "It failed." }
const failure = (reason: Reason) => new ProviderError({ provider: "salesdata", operation: "enrichPerson", reason })

const guardOf = (error: ProviderError | undefined) =>
  error?.reason._tag === "Refused" ? error.reason.guard : undefined

/** Counts what is sent, and answers. */
const provider = (body: Body = { match: true }, pause: Duration.Input = "1 second") => {
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

const failing = (reason: Reason) => {
  const sent = { count: 0 }
  const send = Effect.suspend(() => {
    sent.count++
    return Effect.fail(failure(reason))
  })
  return { sent, send }
}

const stores = Layer.mergeAll(LedgerModule.layerMemory, CacheModule.layerMemory)
const everything = Layer.provideMerge(Spend.layer("run-1"), stores)

const run = (quote: Quote, send: Effect.Effect<Answer, ProviderError>, mayBeServed?: () => boolean) =>
  Effect.flatMap(Spend, (spend) => spend.run(quote, () => send, LIMIT, mayBeServed))

/** Runs it with the clock moved as far as it needs. */
const done = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>, by: Duration.Input = "2 seconds") {
  const fiber = yield* Effect.forkChild(effect)
  yield* TestClock.adjust(by)
  return yield* Fiber.join(fiber)
})

const spent = Effect.gen(function* () {
  const ledger = yield* Ledger
  return (yield* ledger.spent(quoteOf(), { nowMillis: yield* Clock.currentTimeMillis, run: "run-1" })).day
})
const unknowns = Effect.gen(function* () {
  const ledger = yield* Ledger
  return (yield* ledger.unknowns(quoteOf(), yield* Clock.currentTimeMillis)).length
})

const test = (title: string, body: Effect.Effect<void, unknown, Spend | Ledger | LookupCache>) =>
  it.effect(title, () => Effect.provide(body, everything))

/** A layer over the memory stores that share one ledger and cache, with some members replaced. */
const broken = (ledger: Partial<Ledger["Service"]>, cache: Partial<LookupCache["Service"]> = {}) => {
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
 * Slow stores, as on disk: other fibers run in the middle of every one of their steps. Writes take longer to begin than
 * reads, so that what was read is old by then.
 */
const slowStores = Layer.effectContext(
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

const diskFull = (operation: string) => Effect.fail(new StorageError({ operation, cause: new Error("disk full") }))

describe("an answer", () => {
  it.effect("that is kept is given at once, although the flight that brought it has not landed yet", () =>
    Effect.gen(function* () {
      const { send, sent } = provider()
      const flight = yield* Effect.forkChild(run(quoteOf(), send))
      yield* TestClock.adjust("2 seconds")
      const second = yield* Effect.forkChild(run(quoteOf(), send))
      yield* Effect.yieldNow
      const landed = [flight, second].map((fiber) => fiber.pollUnsafe()?._tag)
      yield* TestClock.adjust("1 hour")
      yield* Fiber.join(flight)
      const { credits, fromCache } = yield* Fiber.join(second)
      assert.deepStrictEqual([credits?.charged, fromCache, sent.count], [0, true, 1])
      assert.deepStrictEqual(landed, [undefined, "Success"])
    }).pipe(Effect.provide(broken({ settle: () => Effect.sleep("1 hour") })))
  )

  test(
    "is charged by the price, and costs nothing the second time",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const first = yield* done(run(quoteOf(), send))
      assert.deepStrictEqual(first.credits, { charged: 2, basis: "price" })
      assert.isFalse(first.fromCache)
      const second = yield* run(quoteOf(), send)
      assert.deepStrictEqual(second.credits, { charged: 0, basis: "cache" })
      assert.isTrue(second.fromCache)
      assert.deepStrictEqual(second.body, first.body)
      assert.strictEqual(second.fetchedAt, first.fetchedAt)
      assert.deepStrictEqual(second.headers, {})
      assert.strictEqual(sent.count, 1)
      assert.strictEqual(yield* spent, 2)
    })
  )

  test(
    "is charged by the provider's own figure where it gives one",
    Effect.gen(function* () {
      const { send } = provider({ match: true, charged: 1 })
      assert.deepStrictEqual((yield* done(run(quoteOf(), send))).credits, { charged: 1, basis: "provider" })
      assert.strictEqual(yield* spent, 1)
    })
  )

  test(
    "that is a miss costs nothing by the price, and is kept for its own time",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: false })
      assert.deepStrictEqual((yield* done(run(quoteOf(), send))).credits, { charged: 0, basis: "price" })
      assert.isTrue((yield* run(quoteOf(), send)).fromCache)
      yield* TestClock.adjust(DAY)
      yield* done(run(quoteOf(), send))
      assert.strictEqual(sent.count, 2)
      assert.strictEqual(yield* spent, 0)
    })
  )

  test(
    "that is a miss costs what the provider says",
    Effect.gen(function* () {
      const { send } = provider({ match: false, charged: 1 })
      assert.deepStrictEqual((yield* done(run(quoteOf(), send))).credits, { charged: 1, basis: "provider" })
    })
  )

  test(
    "is kept 30 days under every identifier asked and every one in the answer",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: true, keys: ["url:ada", "phone:1"] })
      yield* done(run(quoteOf(), send))
      for (const key of ["email:ada@example.com", "url:ada", "phone:1"]) {
        assert.isTrue((yield* run(quoteOf({ keys: [key] }), send)).fromCache)
      }
      yield* TestClock.adjust("31 days")
      yield* done(run(quoteOf(), send))
      assert.strictEqual(sent.count, 2)
    })
  )

  test(
    "to a search is bought every time, and never blocks",
    Effect.gen(function* () {
      const { send, sent } = provider()
      for (let n = 0; n < 3; n++) yield* done(run(quoteOf({ keys: [] }), send))
      assert.strictEqual(sent.count, 3)
      assert.strictEqual(yield* spent, 6)
    })
  )

  test(
    "without a price is charged unknown, unless the provider says",
    Effect.gen(function* () {
      const price = { keys: [], estimate: null }
      const silent = yield* done(run(quoteOf(price), provider().send))
      assert.deepStrictEqual(silent.credits, { charged: "unknown", basis: "price" })
      const told = yield* done(run(quoteOf(price), provider({ match: true, charged: 3 }).send))
      assert.deepStrictEqual(told.credits, { charged: 3, basis: "provider" })
      assert.strictEqual(yield* spent, 3)
    })
  )
})

describe("a cap", () => {
  test(
    "refuses before anything is sent, and says what is used and what to do",
    Effect.gen(function* () {
      const { send, sent } = provider()
      yield* done(run(quoteOf({ keys: ["a"], caps: { day: 3 } }), send))
      const error = yield* Effect.flip(run(quoteOf({ keys: ["b"], caps: { day: 3 } }), send))
      assert.strictEqual(sent.count, 1)
      assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "cap")
      assert.strictEqual(
        error.message,
        "This would cost up to 2 credits, and 2 of the day cap of 3 credits are used. Nothing was sent."
      )
      assert.deepStrictEqual(error.reason.remedy, { to: "raiseCap", cap: "day" })
      assert.isUndefined(error.charged)
    })
  )

  test(
    "of the run is told as one",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const error = yield* Effect.flip(run(quoteOf({ estimate: 1, caps: { run: 0, day: 0 } }), send))
      assert.include(error.message, "up to 1 credit, and 0 of the run cap of 0 credits are used")
      assert.strictEqual(sent.count, 0)
    })
  )

  test(
    "does not stand before what is already known",
    Effect.gen(function* () {
      const { send } = provider()
      yield* done(run(quoteOf(), send))
      assert.isTrue((yield* run(quoteOf({ caps: { day: 0 }, estimate: null }), send)).fromCache)
    })
  )

  test(
    "refuses a price that nobody knows",
    Effect.gen(function* () {
      const { send, sent } = provider()
      for (const caps of [{ day: 1000 }, { run: 1000 }]) {
        const error = yield* Effect.flip(run(quoteOf({ estimate: null, caps }), send))
        assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "cap")
        assert.include(error.message, "price of this call is not known")
      }
      assert.strictEqual(sent.count, 0)
    })
  )

  test(
    "holds for 100 who buy different subjects at once",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const results = yield* done(
        Effect.all(
          Array.from({ length: 100 }, (_, n) =>
            Effect.exit(run(quoteOf({ keys: [`k${n}`], caps: { run: 21 } }), send))
          ),
          { concurrency: "unbounded" }
        )
      )
      assert.strictEqual(results.filter(Exit.isSuccess).length, 10)
      assert.strictEqual(sent.count, 10)
      assert.strictEqual(yield* spent, 20)
    })
  )
})

describe("lookups at the same time", () => {
  test(
    "of the same subject are one: one is sent, one is charged",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const answers = yield* done(
        Effect.all(
          Array.from({ length: 20 }, () => run(quoteOf(), send)),
          { concurrency: "unbounded" }
        )
      )
      assert.strictEqual(sent.count, 1)
      assert.deepStrictEqual(
        answers.map((answer) => answer.credits?.charged),
        [2, ...Array.from({ length: 19 }, () => 0)]
      )
      assert.isTrue(answers.every((answer, n) => answer.fromCache === n > 0))
      assert.strictEqual(yield* spent, 2)
    })
  )

  test(
    "that share an identifier are one, where the answer confirms it",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: true, keys: ["b"] })
      yield* done(
        Effect.all([run(quoteOf({ keys: ["a", "b"] }), send), run(quoteOf({ keys: ["b", "c"] }), send)], {
          concurrency: 2
        })
      )
      assert.strictEqual(sent.count, 1)
    })
  )

  test(
    "that share an identifier are two, where the answer does not say whom it is about",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const ask = (keys: ReadonlyArray<string>) => run(quoteOf({ keys }), send)
      yield* done(Effect.all([ask(["a", "b"]), ask(["b", "c"])], { concurrency: 2 }))
      assert.strictEqual(sent.count, 2)
      // Asked just so again, each is answered from what is kept.
      yield* done(Effect.all([ask(["b", "a"]), ask(["b", "c"])], { concurrency: 2 }))
      assert.strictEqual(sent.count, 2)
      yield* done(ask(["b"]))
      assert.strictEqual(sent.count, 3)
    })
  )

  test(
    "of one account at two addresses are two: neither is answered by the other's provider",
    Effect.gen(function* () {
      const [one, other] = [provider({ match: true, keys: ["one"] }), provider({ match: true, keys: ["other"] })]
      const answers = yield* done(
        Effect.all(
          [run(quoteOf({ cacheScope: "a@one" }), one.send), run(quoteOf({ cacheScope: "a@other" }), other.send)],
          {
            concurrency: 2
          }
        )
      )
      assert.deepStrictEqual([one.sent.count, other.sent.count], [1, 1])
      assert.deepStrictEqual(
        answers.map(({ body }) => body),
        [
          { match: true, keys: ["one"] },
          { match: true, keys: ["other"] }
        ]
      )
    })
  )

  test(
    "that share an identifier are two, where the first missed and the second knows more",
    Effect.gen(function* () {
      const { send, sent } = provider({ match: false })
      yield* done(
        Effect.all([run(quoteOf({ keys: ["a"] }), send), run(quoteOf({ keys: ["a", "b"] }), send)], { concurrency: 2 })
      )
      assert.strictEqual(sent.count, 2)
    })
  )

  test(
    "of different subjects, operations or accounts are their own",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const all = [{}, { keys: ["b"] }, { operation: "enrichCompany" }, { scope: "account-2" }]
      yield* done(
        Effect.all(
          all.map((of) => run(quoteOf(of), send)),
          { concurrency: "unbounded" }
        )
      )
      assert.strictEqual(sent.count, 4)
    })
  )

  test(
    "of the same subject share a failure",
    Effect.gen(function* () {
      const { send, sent } = failing({ _tag: "Unauthorized", ...said })
      const slow = Effect.andThen(Effect.sleep("1 second"), send)
      const errors = yield* done(
        Effect.all(
          Array.from({ length: 5 }, () => Effect.flip(run(quoteOf(), slow))),
          { concurrency: "unbounded" }
        )
      )
      assert.strictEqual(sent.count, 1)
      assert.isTrue(errors.every((error) => error.reason._tag === "Unauthorized"))
    })
  )

  test(
    "do not share the failure of another question",
    Effect.gen(function* () {
      const wrong = failing({ _tag: "Invalid", fields: [], ...said })
      const right = provider()
      const [first, second] = yield* done(
        Effect.all(
          [
            Effect.exit(run(quoteOf({ keys: ["a", "wrong"] }), Effect.andThen(Effect.sleep("1 second"), wrong.send))),
            Effect.exit(run(quoteOf({ keys: ["a"] }), right.send))
          ],
          { concurrency: 2 }
        ),
        "3 seconds"
      )
      assert.isTrue(Exit.isFailure(first))
      assert.isTrue(Exit.isSuccess(second))
    })
  )

  it.effect("share an answer that could not be stored", () =>
    Effect.gen(function* () {
      const { send, sent } = provider()
      const answers = yield* done(Effect.all([run(quoteOf(), send), run(quoteOf(), send)], { concurrency: 2 }))
      assert.strictEqual(sent.count, 1)
      assert.deepStrictEqual(
        answers.map((answer) => answer.credits?.charged),
        [2, 0]
      )
    }).pipe(Effect.provide(broken({}, { store: () => diskFull("cache.store") })))
  )

  test(
    "end in time for those who wait",
    Effect.gen(function* () {
      const { send } = provider({ match: true }, "10 minutes")
      yield* Effect.forkChild(run(quoteOf(), send))
      yield* Effect.yieldNow
      const error = yield* done(Effect.flip(run(quoteOf(), send)), LIMIT)
      assert.deepStrictEqual([error.reason._tag, error.charged], ["Timeout", undefined])
      assert.include(error.message, "already under way")
    })
  )
})

describe("a lookup whose fate is unknown", () => {
  const lost: ReadonlyArray<readonly [string, Reason]> = [
    ["a timeout", { _tag: "Timeout", sent: true, ...said }],
    ["a reset", { _tag: "Transport", sent: true, ...said }],
    ["an unreadable answer", { _tag: "Decode", ...said }],
    ["a 5xx", { _tag: "Unavailable", status: 503, ...said }]
  ]
  for (const [name, reason] of lost) {
    test(
      `after ${name}: says so, counts, is not sent again, and then is by choice`,
      Effect.gen(function* () {
        const { send, sent } = failing(reason)
        const error = yield* Effect.flip(run(quoteOf(), send))
        assert.strictEqual(error.charged, "unknown")
        assert.strictEqual(error.reason._tag, reason._tag)
        assert.deepStrictEqual(error.reason.remedy, { to: "checkCharge" })
        assert.strictEqual(yield* spent, 2)
        assert.strictEqual(yield* unknowns, 1)

        const again = provider()
        const blocked = yield* Effect.flip(run(quoteOf(), again.send))
        assert.strictEqual(blocked.reason._tag === "Refused" && blocked.reason.guard, "undecided")
        assert.strictEqual(blocked.charged, "unknown")
        assert.include(blocked.message, "sent at 1970-01-01T00:00:00.000Z")
        assert.include(blocked.message, "Nothing was sent now.")
        assert.deepStrictEqual(blocked.reason.remedy, { to: "settleCharge" })
        assert.deepStrictEqual([sent.count, again.sent.count], [1, 0])

        const answer = yield* done(Effect.provideService(run(quoteOf(), again.send), UnknownCharge, "ask_again"))
        assert.strictEqual(answer.credits?.charged, 2)
        assert.strictEqual(again.sent.count, 1)
        assert.strictEqual(yield* unknowns, 0)
        assert.strictEqual(yield* spent, 4)
      })
    )
  }

  const harmless: ReadonlyArray<readonly [string, Reason]> = [
    ["a wrong key", { _tag: "Unauthorized", ...said }],
    ["a throttle", { _tag: "RateLimited", ...said }],
    ["bad input", { _tag: "Invalid", fields: [], ...said }],
    ["a refused connection", { _tag: "Transport", sent: false, ...said }],
    ["a time limit before sending", { _tag: "Timeout", sent: false, ...said }],
    ["a redirect", { _tag: "Refused", guard: "redirect", ...said }]
  ]
  for (const [name, reason] of harmless) {
    test(
      `is not left by ${name}: nothing counts and nothing blocks`,
      Effect.gen(function* () {
        const error = yield* Effect.flip(run(quoteOf(), failing(reason).send))
        assert.isUndefined(error.charged)
        assert.strictEqual(yield* spent, 0)
        assert.strictEqual(yield* unknowns, 0)
        assert.isFalse((yield* done(run(quoteOf(), provider().send))).fromCache)
      })
    )
  }

  const interrupt = Effect.fnUntraced(function* (mayBeServed?: () => boolean) {
    const { send } = provider()
    const fiber = yield* Effect.forkChild(run(quoteOf(), send, mayBeServed))
    yield* TestClock.adjust("500 millis")
    yield* Fiber.interrupt(fiber)
    return { spent: yield* spent, unknowns: yield* unknowns }
  })

  test(
    "is left by an interruption",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* interrupt(), { spent: 2, unknowns: 1 })
    })
  )

  test(
    "is not left by an interruption before anything was on the wire",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* interrupt(() => false), { spent: 0, unknowns: 0 })
    })
  )

  test(
    "is left by a defect of the sender",
    Effect.gen(function* () {
      yield* Effect.exit(run(quoteOf(), Effect.die("bug")))
      assert.strictEqual(yield* unknowns, 1)
    })
  )

  test(
    "does not bind those who joined an interrupted leader: they learn that it is undecided",
    Effect.gen(function* () {
      const { send, sent } = provider()
      const leader = yield* Effect.forkChild(run(quoteOf(), send))
      const joiner = yield* Effect.forkChild(Effect.flip(run(quoteOf(), send)))
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(leader)
      const error = yield* Fiber.join(joiner)
      assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "undecided")
      assert.strictEqual(sent.count, 1)
    })
  )
})

describe("a lookup that joins one which awaits a decision", () => {
  const slow = Layer.provideMerge(Spend.layer("run-1"), slowStores)
  const joining = (decision: UnknownChargeDecision, first: Effect.Effect<unknown, ProviderError, Spend>) =>
    Effect.gen(function* () {
      yield* done(Effect.exit(first))
      const { send, sent } = provider()
      const leader = yield* Effect.forkChild(Effect.flip(run(quoteOf(), send)))
      yield* TestClock.adjust("10 millis")
      const joiner = yield* Effect.forkChild(
        Effect.exit(Effect.provideService(run(quoteOf(), send), UnknownCharge, decision))
      )
      yield* TestClock.adjust("5 seconds")
      const refusal = yield* Fiber.join(leader)
      return { refusal, exit: yield* Fiber.join(joiner), sent: sent.count }
    }).pipe(Effect.provide(slow))

  const lost = run(quoteOf(), failing({ _tag: "Decode", ...said }).send)
  for (const decision of ["ask_again", "charged", "not_charged"] as const) {
    it.effect(`goes on by itself where its own caller has decided: ${decision}`, () =>
      Effect.gen(function* () {
        const { refusal, exit, sent } = yield* joining(decision, lost)
        assert.strictEqual(guardOf(refusal), "undecided")
        assert.isTrue(Exit.isSuccess(exit) && !exit.value.fromCache)
        assert.strictEqual(sent, 1)
      })
    )
  }

  it.effect("goes on by itself, where the answer was not kept", () =>
    Effect.gen(function* () {
      const other = quoteOf({ soleKeys: ["email:ada@example.com"] })
      const elsewhere = provider({ match: true, keys: ["email:grace@example.com"] })
      const { refusal, exit, sent } = yield* joining("ask_again", run(other, elsewhere.send))
      assert.strictEqual(guardOf(refusal), "unkept")
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(sent, 1)
    })
  )

  it.effect("is refused with it where nobody has decided", () =>
    Effect.gen(function* () {
      const { exit, sent } = yield* joining("block", lost)
      assert.isTrue(Exit.isFailure(exit))
      assert.strictEqual(sent, 0)
    })
  )
})

describe("an interruption while the row is being written", () => {
  it.effect("leaves no open row behind, and nothing is sent", () =>
    Effect.gen(function* () {
      const { send, sent } = provider()
      const fiber = yield* Effect.forkChild(run(quoteOf(), send, () => false))
      yield* TestClock.adjust("5 millis")
      const stopping = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(stopping)
      assert.strictEqual(sent.count, 0)
      assert.strictEqual(yield* spent, 0)
      assert.isFalse((yield* done(run(quoteOf(), send))).fromCache)
    }).pipe(Effect.provide(Layer.provideMerge(Spend.layer("run-1"), slowStores)))
  )
})

describe("storage that fails", () => {
  const before: ReadonlyArray<readonly [string, Partial<Ledger["Service"]>, Partial<LookupCache["Service"]>]> = [
    ["the ledger", { reserve: () => diskFull("ledger.reserve") }, {}],
    ["the cache", {}, { find: () => diskFull("cache.find") }]
  ]
  for (const [name, ledger, cache] of before) {
    it.effect(`before sending sends nothing: ${name}`, () =>
      Effect.gen(function* () {
        const { send, sent } = provider()
        const error = yield* Effect.flip(run(quoteOf(), send))
        assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "ledger")
        assert.include(error.message, "disk full")
        assert.include(error.message, "Nothing was sent.")
        assert.strictEqual(sent.count, 0)
      }).pipe(Effect.provide(broken(ledger, cache)))
    )
  }

  it.effect("after the answer keeps the answer: the ledger, whose row then reads as unknown", () =>
    Effect.gen(function* () {
      const answer = yield* done(run(quoteOf(), provider().send))
      assert.strictEqual(answer.credits?.charged, 2)
      assert.isTrue((yield* run(quoteOf(), provider().send)).fromCache)
      yield* TestClock.adjust(LIMIT + 5_000)
      assert.strictEqual(yield* unknowns, 1)
    }).pipe(Effect.provide(broken({ settle: () => diskFull("ledger.settle") })))
  )

  it.effect("after the answer: what the ledger did not take is written before anything else is bought", () => {
    let full = true
    return Effect.gen(function* () {
      const healthy = yield* Ledger
      const settle: typeof healthy.settle = (id, outcome) =>
        Effect.suspend(() => (full ? diskFull("ledger.settle") : healthy.settle(id, outcome)))
      const layers = Layer.provide(
        Spend.layer("run-1"),
        Layer.merge(Layer.succeed(Ledger, { ...healthy, settle }), Layer.succeed(LookupCache, yield* LookupCache))
      )
      yield* Effect.gen(function* () {
        const { send, sent } = provider({ match: true, charged: 1 })
        yield* done(run(quoteOf(), send))
        const error = yield* Effect.flip(run(quoteOf({ keys: ["another"] }), send))
        assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "ledger")
        assert.strictEqual(sent.count, 1)
        full = false
        yield* done(run(quoteOf({ keys: ["another"] }), send))
        assert.strictEqual(yield* spent, 2)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* unknowns, 0)
      }).pipe(Effect.provide(layers))
    }).pipe(Effect.provide(stores))
  })

  it.effect("after the answer keeps the answer: the cache", () =>
    Effect.gen(function* () {
      const answer = yield* done(run(quoteOf(), provider().send))
      assert.strictEqual(answer.credits?.charged, 2)
      assert.strictEqual(answer.unkept, "store")
      assert.strictEqual(yield* spent, 2)
    }).pipe(Effect.provide(broken({}, { store: () => diskFull("cache.store") })))
  )

  it.effect("after the answer keeps the answer: a cache that breaks", () =>
    Effect.gen(function* () {
      const answer = yield* done(run(quoteOf(), provider().send))
      assert.deepStrictEqual([answer.credits?.charged, answer.unkept], [2, "store"])
      assert.deepStrictEqual([yield* spent, yield* unknowns], [2, 0])
    }).pipe(Effect.provide(broken({}, { store: () => Effect.die(new RangeError("Invalid string length")) })))
  )

  it.effect("after a failure keeps the failure", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(quoteOf(), failing({ _tag: "Unauthorized", ...said }).send))
      assert.strictEqual(error.reason._tag, "Unauthorized")
    }).pipe(Effect.provide(broken({ settle: () => diskFull("ledger.settle") })))
  )
})

describe("two processes over one ledger", () => {
  /** Two Spends, as two processes have them: nothing shared but the stores. */
  const processes = Effect.gen(function* () {
    const shared = yield* Effect.context<Ledger | LookupCache>()
    const start = (name: string) =>
      Effect.map(Layer.build(Layer.fresh(Spend.layer(name))), (built) => Context.get(built, Spend))
    return yield* Effect.all([start("run-1"), start("run-2")]).pipe(Effect.provideContext(shared))
  })
  const both = (title: string, body: Effect.Effect<void, unknown, Ledger | LookupCache>, layer = stores) =>
    it.effect(title, () => Effect.provide(body, layer))

  both(
    "buy one subject once: the second waits for the first",
    Effect.gen(function* () {
      const [one, two] = yield* Effect.scoped(processes)
      const { send, sent } = provider()
      const [first, second] = yield* done(
        Effect.all([one.run(quoteOf(), () => send, LIMIT), two.run(quoteOf(), () => send, LIMIT)], { concurrency: 2 })
      )
      assert.strictEqual(sent.count, 1)
      assert.deepStrictEqual([first.credits?.charged, second.credits?.charged], [2, 0])
    })
  )

  both(
    "never buy twice, whatever the moment at which the second looks",
    Effect.gen(function* () {
      const [one, two] = yield* Effect.scoped(processes)
      const { send, sent } = provider({ match: true }, "100 millis")
      for (let offset = 0; offset < 300; offset += 4) {
        const quote = quoteOf({ keys: [`k${offset}`] })
        yield* done(
          Effect.all(
            [
              one.run(quote, () => send, LIMIT),
              Effect.delay(
                two.run(quote, () => send, LIMIT),
                offset
              )
            ],
            {
              concurrency: 2
            }
          )
        )
      }
      assert.strictEqual(sent.count, 75)
    }),
    slowStores
  )

  both(
    "hold one day cap together, and each its own run cap",
    Effect.gen(function* () {
      const [one, two] = yield* Effect.scoped(processes)
      const { send } = provider()
      const buy = (spend: Spend["Service"], key: string, caps: Quote["caps"]) =>
        done(Effect.exit(spend.run(quoteOf({ keys: [key], caps }), () => send, LIMIT)))
      assert.isTrue(Exit.isSuccess(yield* buy(one, "a", { run: 2, day: 5 })))
      assert.isTrue(Exit.isFailure(yield* buy(one, "b", { run: 2, day: 5 })))
      assert.isTrue(Exit.isSuccess(yield* buy(two, "b", { run: 2, day: 5 })))
      assert.isTrue(Exit.isFailure(yield* buy(two, "c", { day: 5 })))
    })
  )

  both(
    "learn of a process that died: busy until its lease ends, then undecided",
    Effect.gen(function* () {
      const [one, two] = yield* Effect.scoped(processes)
      const ledger = yield* Ledger
      // A row that nobody will settle.
      yield* ledger.reserve({
        ...quoteOf(),
        run: "dead",
        nowMillis: 0,
        leaseMillis: 20_000,
        retryUnknown: false
      })
      const { send, sent } = provider()
      const impatient = yield* done(Effect.flip(one.run(quoteOf(), () => send, 5_000)), "6 seconds")
      assert.deepStrictEqual([impatient.reason._tag, impatient.charged], ["Timeout", undefined])
      const error = yield* done(Effect.flip(two.run(quoteOf(), () => send, LIMIT)), "20 seconds")
      assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "undecided")
      assert.strictEqual(sent.count, 0)
    })
  )
})

describe("a preview", () => {
  test(
    "tells what a lookup would meet, and sends nothing",
    Effect.gen(function* () {
      const spend = yield* Spend
      const quote = quoteOf({ caps: { day: 10 } })
      assert.deepStrictEqual(yield* spend.preview(quote), {
        isFree: false,
        estimate: 2,
        cached: undefined,
        isUnderWay: false,
        blocking: [],
        unkept: undefined,
        refusal: undefined,
        spent: { day: 0, run: 0 },
        caps: { day: 10 },
        left: { day: 10 }
      })
      yield* done(run(quote, provider().send))
      yield* Effect.flip(run(quoteOf({ keys: ["b"] }), failing({ _tag: "Decode", ...said }).send))
      const cached = yield* spend.preview({ ...quote, caps: { day: 5 } })
      assert.deepStrictEqual(cached.cached, { match: true, fetchedAt: "1970-01-01T00:00:01.000Z" })
      assert.deepStrictEqual(cached.left, { day: 1 })
      assert.isUndefined(cached.refusal, "what is kept passes every cap")
      const undecided = yield* spend.preview(quoteOf({ keys: ["b", "c"] }))
      assert.deepStrictEqual(
        undecided.blocking.map(({ atMillis, keys, estimate }) => ({ atMillis, keys, estimate })),
        [{ atMillis: 2000, keys: ["b"], estimate: 2 }]
      )
      assert.strictEqual(guardOf(undecided.refusal), "undecided")
      assert.deepStrictEqual(undecided.spent, { day: 4, run: 4 })
      assert.deepStrictEqual((yield* spend.preview(quoteOf({ keys: ["b"], operation: "other" }))).blocking, [])
      assert.strictEqual(yield* unknowns, 1, "nothing is reserved")
    })
  )

  test(
    "says whether the same is being asked just now",
    Effect.gen(function* () {
      const spend = yield* Spend
      const lookup = yield* Effect.forkChild(run(quoteOf(), provider().send))
      yield* TestClock.adjust("500 millis")
      assert.isTrue((yield* spend.preview(quoteOf())).isUnderWay)
      assert.isFalse((yield* spend.preview(quoteOf({ keys: ["b"] }))).isUnderWay)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(lookup)
      assert.isFalse((yield* spend.preview(quoteOf())).isUnderWay)
    })
  )

  test(
    "refuses what running would refuse, in the same words",
    Effect.gen(function* () {
      const spend = yield* Spend
      yield* done(run(quoteOf(), provider().send))
      const refusedQuotes = [
        quoteOf({ keys: ["b"], caps: { day: 3 } }),
        quoteOf({ keys: ["b"], caps: { run: 3, day: 10 } }),
        quoteOf({ keys: ["b"], caps: { day: 10 }, estimate: null })
      ]
      for (const quote of refusedQuotes) {
        const { refusal } = yield* spend.preview(quote)
        assert.strictEqual(guardOf(refusal), "cap")
        assert.deepStrictEqual(refusal, yield* Effect.flip(run(quote, provider().send)))
      }
    })
  )
})
