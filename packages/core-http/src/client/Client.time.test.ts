import { assert, describe } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import * as TestClock from "effect/testing/TestClock"

import { timed, paid, books, transports } from "../../tests/over-transports.ts"
import { clientOf, get, hang, json, post, serve, until, within, type Handler } from "../../tests/provider.ts"
import * as Budget from "../budget/Budget.ts"
import * as BudgetStore from "../budget/BudgetStore.ts"
import type { ProviderError } from "../errors/ProviderError.ts"
import { clockOf } from "../time/TrustedClock.ts"
import * as Client from "./Client.ts"

for (const [name, test] of transports) {
  describe(`${name}: the time limit`, () => {
    const slow: ReadonlyArray<readonly [string, Handler]> = [
      ["never begins to answer", hang],
      [
        "never ends its answer",
        (response) => {
          response.writeHead(200).write('{"a":')
          const timer = setInterval(() => response.write(" "), 20)
          response.on("close", () => clearInterval(timer))
        }
      ]
    ]
    for (const [title, handler] of slow) {
      test(
        `ends a call to a server that ${title}; it may have been served`,
        Effect.gen(function* () {
          const server = yield* serve(handler)
          const client = yield* clientOf(server.address, { quote: paid() })
          // On a busy machine, the limit would pass before the server has the request.
          const clock = yield* TestClock.make()
          yield* clock.setTime(Date.now())
          const call = Effect.provideService(client.call(post()), Clock.Clock, clock)
          const calling = yield* Effect.forkChild(Effect.flip(within(200)(call)))
          yield* until(() => server.seen.length === 1)
          yield* clock.adjust("199 millis")
          assert.isUndefined(calling.pollUnsafe())
          yield* clock.adjust("1 millis")
          const error = yield* Fiber.join(calling)
          assert.deepStrictEqual([error.reason._tag, error.charged], ["Timeout", "unknown"])
          assert.isTrue(error.reason._tag === "Timeout" && error.reason.sent)
          assert.include(error.message, "No answer within 0.2 s.")
          assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 1 })
          yield* until(() => server.seen[0]?.socket.destroyed === true)
        })
      )
    }

    /** The whole process stands still, as if the machine slept. */
    const sleep = (millis: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

    test(
      "does not lose an answer that arrived while the process slept past the limit",
      Effect.gen(function* () {
        const server = yield* serve((response) => {
          json(response, { name: "Ada" })
          sleep(2_300)
        })
        const client = yield* clientOf(server.address, { quote: paid() })
        // Long enough for a busy machine to bring the request to the server.
        const answer = yield* within(1_000)(client.call(post()))
        assert.deepStrictEqual(answer.body, { name: "Ada" })
        assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 0 })
      })
    )

    test(
      "does not send a repeat whose turn came while the process slept past the limit",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) => {
          json(response, { name: "Ada" }, n === 1 ? 429 : 200)
          if (n === 1) setTimeout(sleep, 100, 1_800)
        })
        const retry = { base: "300 millis", cap: "300 millis", times: 1 } as const
        const client = yield* clientOf(server.address, { quote: paid(), retry })
        const error = yield* Effect.flip(within(1_500)(client.call(post())))
        assert.strictEqual(server.seen.length, 1)
        assert.deepStrictEqual([error.reason._tag, error.charged], ["Timeout", undefined])
        // The first request was sent, and refused.
        assert.strictEqual(error.reason.nothing, undefined)
        assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
      })
    )

    test(
      "ends a call at once whose turn came after the clock was set forward, and does not hold up the calls behind it",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const system = yield* Clock.Clock
        let aheadMillis = 0
        const clock = clockOf(system, () => system.currentTimeMillisUnsafe() + aheadMillis)
        const client = yield* clientOf(server.address, {
          budget: Budget.make({ concurrency: 5, lanes: { write: { pauseMillis: 400 } } }),
          requestPolicy: () => ({ lane: "write" })
        })
        const change = Effect.provideService(client.call(post()), Clock.Clock, clock)
        yield* change
        const late = yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.forkChild(Effect.flip(change)))
        yield* Effect.sleep(100)
        aheadMillis = 3_600_000
        const { millis, value } = yield* timed(Effect.andThen(change, Fiber.joinAll(late)))
        for (const { reason } of value) {
          assert.deepStrictEqual(reason, { ...reason, _tag: "Timeout", sent: false, nothing: "sent" } as const)
        }
        // The lane rests only after what was sent.
        assert.isBelow(millis, 1_500)
        assert.strictEqual(server.seen.length, 2)
      })
    )

    test(
      "sends nothing if the clock was set forward while the budget was asked",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const system = yield* Clock.Clock
        let aheadMillis = 0
        const clock = clockOf(system, () => system.currentTimeMillisUnsafe() + aheadMillis)
        const memory = BudgetStore.makeMemory()
        const store: BudgetStore.BudgetStore = {
          ...memory,
          reserve: (reservation) =>
            Effect.tap(memory.reserve(reservation), () => Effect.sync(() => void (aheadMillis = 3_600_000)))
        }
        const client = yield* clientOf(server.address, { quote: paid() }).pipe(
          Effect.provideService(BudgetStore.SharedBudgets, store),
          Effect.provideService(BudgetStore.BudgetScope, "account-1")
        )
        const error = yield* Effect.flip(Effect.provideService(client.call(post()), Clock.Clock, clock))
        assert.deepStrictEqual([error.reason._tag, error.charged], ["Timeout", undefined])
        assert.deepStrictEqual(server.seen, [])
      })
    )

    test(
      "covers all repeats together",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) => (n < 3 ? json(response, {}, 503) : hang(response, _, n)))
        const client = yield* clientOf(server.address)
        const clock = yield* TestClock.make()
        const call = Effect.provideService(within(60_000)(client.call(get())), Clock.Clock, clock)
        const calling = yield* Effect.forkChild(Effect.flip(call))
        yield* clock
          .adjust("10 millis")
          .pipe(Effect.andThen(Effect.sleep("1 millis")), Effect.repeat({ until: () => server.seen.length === 3 }))
        yield* clock.setTime(60_000)
        assert.strictEqual((yield* Fiber.join(calling)).reason._tag, "Timeout")
        assert.strictEqual(server.seen.length, 3)
      })
    )

    test(
      "reports that nothing was sent by a call that waited for a place the whole time",
      Effect.gen(function* () {
        const server = yield* serve(hang)
        const client = yield* clientOf(server.address, { budget: Budget.make({ concurrency: 1 }), quote: paid([]) })
        const first = yield* Effect.forkChild(client.call(get()))
        yield* until(() => server.seen.length === 1)
        const error = yield* Effect.flip(within(100)(client.call(post())))
        assert.deepStrictEqual([error.reason._tag, error.charged], ["Timeout", undefined])
        assert.isFalse(error.reason._tag === "Timeout" && error.reason.sent)
        yield* Fiber.interrupt(first)
        assert.strictEqual(server.seen.length, 1)
        assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 1 })
      })
    )
  })

  describe(`${name}: the budget`, () => {
    test(
      "never has more requests at the server than its concurrency",
      Effect.gen(function* () {
        let running = 0
        let most = 0
        const server = yield* serve((response) => {
          most = Math.max(most, ++running)
          setTimeout(() => {
            running--
            json(response, {})
          }, 15)
        })
        const client = yield* clientOf(server.address, { budget: Budget.make({ concurrency: 4 }) })
        yield* Effect.all(
          Array.from({ length: 30 }, () => client.call(get())),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(server.seen.length, 30)
        assert.strictEqual(most, 4)
      })
    )

    test(
      "learns from responses, and sends nothing past the limit",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) =>
          json(response, {}, 200, {
            "ratelimit-limit": "3",
            "ratelimit-remaining": String(3 - n),
            "ratelimit-reset": "60"
          })
        )
        const client = yield* clientOf(server.address)
        for (let n = 0; n < 3; n++) yield* client.call(get())
        assert.strictEqual(client.rateLimit()?.remaining, 0)
        const error = yield* Effect.flip(client.call(get()))
        assert.isTrue(error.reason._tag === "RateLimited" && (error.reason.retryAfterSeconds ?? 0) >= 59)
        assert.strictEqual(server.seen.length, 3)
      })
    )
  })

  describe(`${name}: an interruption`, () => {
    test(
      "closes the socket, and leaves the charge of a paid call unknown",
      Effect.gen(function* () {
        const server = yield* serve(hang)
        const client = yield* clientOf(server.address, { quote: paid() })
        const notices: Array<ProviderError> = []
        const fiber = yield* Effect.forkChild(
          client
            .call(post())
            .pipe(
              Effect.provideService(Client.OnInterruptedChange, (error) => Effect.sync(() => void notices.push(error)))
            )
        )
        yield* until(() => server.seen.length === 1)
        assert.strictEqual(server.seen[0]?.socket.destroyed, false)
        yield* Fiber.interrupt(fiber)
        yield* until(() => server.seen[0]?.socket.destroyed === true)
        assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 1 })
        assert.deepStrictEqual(
          notices.map(({ charged, outcome }) => [charged, outcome]),
          [["unknown", undefined]]
        )
      })
    )

    const finishing = Effect.provideService(Client.FinishesPurchases, true)

    test(
      "waits for a paid call that was sent, if the program finishes those, and the next call has its answer",
      Effect.gen(function* () {
        let answer = () => {}
        const server = yield* serve((response) => void (answer = () => json(response, { name: "Ada" })))
        const client = yield* clientOf(server.address, { quote: paid() })
        const notices: Array<unknown> = []
        const fiber = yield* Effect.forkChild(
          client.call(post()).pipe(
            finishing,
            Effect.provideService(Client.OnInterruptedChange, (error) => Effect.sync(() => void notices.push(error)))
          )
        )
        yield* until(() => server.seen.length === 1)
        const interrupting = yield* Effect.forkChild(Fiber.interrupt(fiber))
        yield* Effect.sleep("20 millis")
        assert.isUndefined(fiber.pollUnsafe())
        answer()
        yield* Fiber.join(interrupting)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
        assert.deepStrictEqual([yield* books, notices], [{ spent: 2, unknowns: 0 }, []])
        assert.deepStrictEqual((yield* client.call(post())).body, { name: "Ada" })
        assert.strictEqual(server.seen.length, 1)
      })
    )

    test(
      "waits for such a call no longer than its time limit",
      Effect.gen(function* () {
        const server = yield* serve(hang)
        const client = yield* clientOf(server.address, { quote: paid() })
        const notices: Array<ProviderError> = []
        const clock = yield* TestClock.make()
        // What was spent today is asked by the real clock.
        yield* clock.setTime(Date.now())
        const fiber = yield* Effect.forkChild(
          finishing(within(300)(client.call(post()))).pipe(
            Effect.provideService(Client.OnInterruptedChange, (error) => Effect.sync(() => void notices.push(error))),
            Effect.provideService(Clock.Clock, clock)
          )
        )
        yield* until(() => server.seen.length === 1)
        const interrupting = yield* Effect.forkChild(Fiber.interrupt(fiber))
        yield* clock.adjust("299 millis")
        assert.isUndefined(fiber.pollUnsafe())
        yield* clock.adjust("1 millis")
        yield* Fiber.join(interrupting)
        assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 1 })
        assert.deepStrictEqual(
          notices.map(({ charged }) => charged),
          ["unknown"]
        )
      })
    )

    test(
      "waits for such a call no longer than until the program ends the wait",
      Effect.gen(function* () {
        const server = yield* serve(hang)
        const client = yield* clientOf(server.address, { quote: paid() })
        const over = yield* Latch.make()
        const fiber = yield* Effect.forkChild(
          finishing(client.call(post())).pipe(Effect.provideService(Client.FinishesUntil, over.await))
        )
        yield* until(() => server.seen.length === 1)
        const interrupting = yield* Effect.forkChild(Fiber.interrupt(fiber))
        yield* Effect.sleep("20 millis")
        assert.isUndefined(fiber.pollUnsafe())
        yield* over.open
        yield* Fiber.join(interrupting)
        yield* until(() => server.seen[0]?.socket.destroyed === true)
        assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 1 })
      })
    )

    test(
      "sends no paid call that waits for a place, even if the program finishes those that were sent",
      Effect.gen(function* () {
        const server = yield* serve(hang)
        const budget = Budget.make({ concurrency: 1 })
        const client = yield* clientOf(server.address, { budget, quote: paid() })
        const place = yield* Effect.forkChild(budget.withPlace(Effect.never))
        const fiber = yield* Effect.forkChild(finishing(client.call(post())))
        yield* Effect.repeat(books, {
          until: ({ spent }) => spent > 0,
          schedule: Schedule.spaced("10 millis"),
          times: 500
        })
        yield* Fiber.interrupt(fiber)
        yield* Fiber.interrupt(place)
        assert.deepStrictEqual([yield* books, server.seen.length], [{ spent: 0, unknowns: 0 }, 0])
      })
    )

    test(
      "while a paid call waits for a place costs nothing",
      Effect.gen(function* () {
        const server = yield* serve(hang)
        const budget = Budget.make({ concurrency: 1 })
        const client = yield* clientOf(server.address, { budget, quote: paid() })
        const place = yield* Effect.forkChild(budget.withPlace(Effect.never))
        const fiber = yield* Effect.forkChild(client.call(post()))
        const reserved = yield* Effect.repeat(books, {
          until: ({ spent }) => spent > 0,
          schedule: Schedule.spaced("10 millis"),
          times: 500
        })
        assert.strictEqual(reserved.spent, 2)
        yield* Fiber.interrupt(fiber)
        yield* Fiber.interrupt(place)
        assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
        assert.strictEqual(server.seen.length, 0)
      })
    )

    test(
      "while a paid call waits to be repeated after a throttle costs nothing",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}, 429, { "retry-after": "5" }))
        const client = yield* clientOf(server.address, { quote: paid() })
        const fiber = yield* Effect.forkChild(client.call(post()))
        yield* until(() => server.seen.length === 1)
        yield* Effect.sleep("50 millis")
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
      })
    )
  })
}
