import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { make, makeByKey } from "./queue.ts"

/** Yields until nothing more can run. */
const settle = Effect.repeat(Effect.yieldNow, { times: 20 })

describe("a queue", () => {
  for (const places of [0, -1, NaN, undefined as unknown as number]) {
    it(`cannot have ${places} places: every call would wait for ever`, () => {
      assert.throws(() => make(places), RangeError)
    })
  }

  it.effect("serves in order, and nobody jumps the queue", () =>
    Effect.gen(function* () {
      const queue = make(1)
      const order: Array<number> = []
      const stay = (n: number) => queue.withPlace(Effect.tap(Effect.yieldNow, () => Effect.sync(() => order.push(n))))
      const all = yield* Effect.forkChild(
        Effect.forEach([1, 2, 3, 4], (n) => stay(n), { concurrency: "unbounded", discard: true })
      )
      yield* Fiber.join(all)
      yield* stay(5)
      assert.deepStrictEqual(order, [1, 2, 3, 4, 5])
    })
  )

  it.effect("drops those that give up, wherever they are in the queue", () =>
    Effect.gen(function* () {
      const queue = make(1)
      const open = yield* Deferred.make<void>()
      const order: Array<number> = []
      const stay = (n: number) =>
        Effect.forkChild(
          queue.withPlace(
            Effect.andThen(
              n === 0 ? Deferred.await(open) : Effect.void,
              Effect.sync(() => order.push(n))
            )
          )
        )
      const fibers = yield* Effect.forEach([0, 1, 2, 3, 4, 5], stay)
      yield* settle
      for (const n of [1, 3, 5]) yield* Fiber.interrupt(fibers[n] ?? assert.fail())
      yield* Deferred.succeed(open, undefined)
      yield* settle
      assert.deepStrictEqual(order, [0, 2, 4])
      yield* queue.withPlace(Effect.void)
    })
  )

  it.effect("loses no place to an interruption at any moment", () =>
    Effect.gen(function* () {
      for (let moment = 0; moment < 12; moment++) {
        const queue = make(1)
        const open = yield* Deferred.make<void>()
        const holder = yield* Effect.forkChild(queue.withPlace(Deferred.await(open)))
        const waiting = yield* Effect.forkChild(queue.withPlace(Effect.repeat(Effect.yieldNow, { times: 4 })))
        yield* settle
        yield* Deferred.succeed(open, undefined)
        yield* Effect.repeat(Effect.yieldNow, { times: moment })
        yield* Fiber.interrupt(waiting)
        yield* Fiber.await(holder)
        const next = yield* Effect.forkChild(queue.withPlace(Effect.succeed("served")))
        yield* settle
        assert.isDefined(next.pollUnsafe())
      }
    })
  )

  it.live("scales linearly: ten times as many waiters take about ten times as long", () =>
    Effect.gen(function* () {
      const cpuMillis = (waiters: number) =>
        Effect.gen(function* () {
          const queue = make(1)
          const before = process.cpuUsage()
          yield* Effect.forEach(Array.from({ length: waiters }), () => queue.withPlace(Effect.yieldNow), {
            concurrency: "unbounded",
            discard: true
          })
          const { user, system } = process.cpuUsage(before)
          return (user + system) / 1_000
        })
      yield* cpuMillis(2_000)
      const few = yield* cpuMillis(3_000)
      const many = yield* cpuMillis(30_000)
      assert.isBelow(many, 40 * few)
    })
  )
})

describe("queues by key", () => {
  it.effect("limit each key by itself", () =>
    Effect.gen(function* () {
      const inPlace = makeByKey()
      let most = 0
      const counts: Record<string, number> = {}
      const stay = (key: string) =>
        inPlace(
          key,
          2,
          Effect.gen(function* () {
            counts[key] = (counts[key] ?? 0) + 1
            most = Math.max(most, ...Object.values(counts))
            yield* Effect.repeat(Effect.yieldNow, { times: 3 })
            counts[key] -= 1
          })
        )
      const keys = ["a", "b", "a", "a", "b", "a", "b"]
      yield* Effect.forEach(keys, stay, { concurrency: "unbounded", discard: true })
      assert.deepStrictEqual([most, counts], [2, { a: 0, b: 0 }])
    })
  )

  it.effect("keep a key that somebody uses, after another has left", () =>
    Effect.gen(function* () {
      const inPlace = makeByKey()
      yield* Effect.forkChild(inPlace("a", 1, Effect.never), { startImmediately: true })
      const second = yield* Effect.forkChild(inPlace("a", 1, Effect.void), { startImmediately: true })
      yield* Fiber.interrupt(second)
      const third = yield* Effect.forkChild(inPlace("a", 1, Effect.void), { startImmediately: true })
      yield* settle
      assert.isUndefined(third.pollUnsafe())
    })
  )

  it.effect("forget a key that nobody uses, also after an interruption", () =>
    Effect.gen(function* () {
      const inPlace = makeByKey()
      const first = yield* Effect.forkChild(inPlace("a", 1, Effect.never), { startImmediately: true })
      const second = yield* Effect.forkChild(inPlace("a", 1, Effect.never), { startImmediately: true })
      yield* Fiber.interrupt(second)
      yield* Fiber.interrupt(first)
      // Otherwise the key would still have one place.
      const opened = yield* Deferred.make<void>()
      const both = [Deferred.await(opened), Deferred.succeed(opened, undefined)]
      yield* Effect.forEach(both, (effect) => inPlace("a", 2, effect), { concurrency: "unbounded", discard: true })
    })
  )
})
