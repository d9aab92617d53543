import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

import { make, type Flight } from "./SingleFlight.ts"

const join = <A, E>(flight: Flight<A, E>) =>
  flight._tag === "Joined" ? flight : assert.fail("led a lookup of its own")

const underWay = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
  const flights = make<string, string>()
  const result = yield* Deferred.make<string, string>()
  const leader = yield* Effect.forkChild(flights.join(keys, Deferred.await(result)))
  yield* Effect.yieldNow
  return { flights, result, leader }
})

const mustNotLead = Effect.sync((): string => assert.fail("asked again"))

describe("a lookup in progress", () => {
  it.effect("is joined by callers that share a key, and says whether the question is the same", () =>
    Effect.gen(function* () {
      const { flights, result, leader } = yield* underWay(["a", "b"])
      const other = join(yield* flights.join(["x", "b"], mustNotLead))
      const same = join(yield* flights.join(["b", "a"], mustNotLead))
      const part = join(yield* flights.join(["a"], mustNotLead))
      assert.deepStrictEqual([other.same, same.same, part.same], [false, true, false])
      yield* Deferred.succeed(result, "answer")
      assert.deepStrictEqual(yield* Fiber.join(leader), { _tag: "Led", value: "answer" })
      assert.deepStrictEqual(yield* other.result, Exit.succeed("answer"))
      assert.deepStrictEqual(yield* same.result, Exit.succeed("answer"))
    })
  )

  it.effect("shares its failure", () =>
    Effect.gen(function* () {
      const { flights, result, leader } = yield* underWay(["a"])
      const { result: end } = join(yield* flights.join(["a"], mustNotLead))
      yield* Deferred.fail(result, "no")
      assert.deepStrictEqual(yield* end, Exit.fail("no"))
      assert.deepStrictEqual(yield* Fiber.await(leader), Exit.fail("no"))
    })
  )

  it.effect("ends for joined callers when its leader is interrupted, and frees its keys", () =>
    Effect.gen(function* () {
      const { flights, leader } = yield* underWay(["a", "b"])
      const { result: end } = join(yield* flights.join(["b"], mustNotLead))
      yield* Fiber.interrupt(leader)
      assert.isTrue(Exit.hasInterrupts(yield* end))
      assert.deepStrictEqual(yield* flights.join(["a", "b"], Effect.succeed("mine")), { _tag: "Led", value: "mine" })
    })
  )

  it.effect("does not end when a joined caller is interrupted", () =>
    Effect.gen(function* () {
      const { flights, result, leader } = yield* underWay(["a"])
      const { result: end } = join(yield* flights.join(["a"], mustNotLead))
      const waiting = yield* Effect.forkChild(end)
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting)
      yield* Deferred.succeed(result, "answer")
      assert.deepStrictEqual(yield* Fiber.join(leader), { _tag: "Led", value: "answer" })
    })
  )

  it.effect("frees its keys, however it ends", () =>
    Effect.gen(function* () {
      const flights = make<string, string>()
      yield* flights.join(["a"], Effect.succeed("1"))
      yield* Effect.exit(flights.join(["a"], Effect.fail("2")))
      yield* Effect.exit(flights.join(["a"], Effect.die("3")))
      assert.deepStrictEqual(yield* flights.join(["a"], Effect.succeed("4")), { _tag: "Led", value: "4" })
    })
  )

  it.effect("without keys is not shared", () =>
    Effect.gen(function* () {
      const { flights } = yield* underWay([])
      assert.deepStrictEqual(yield* flights.join([], Effect.succeed("mine")), { _tag: "Led", value: "mine" })
    })
  )

  it.effect("leaves no key behind when interrupted at any step", () =>
    Effect.gen(function* () {
      const flights = make<number, never>()
      for (let steps = 0; steps < 12; steps++) {
        const leader = yield* Effect.forkChild(
          flights.join(["a"], Effect.andThen(Effect.yieldNow, Effect.andThen(Effect.yieldNow, Effect.succeed(1))))
        )
        for (let step = 0; step < steps; step++) yield* Effect.yieldNow
        yield* Fiber.interrupt(leader)
        assert.strictEqual((yield* flights.join(["a"], Effect.succeed(2)))._tag, "Led", `after ${steps} steps`)
      }
    })
  )
})
