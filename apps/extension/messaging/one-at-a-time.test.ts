import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { oneAtATime } from "./one-at-a-time.ts"

const start = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

it.effect("runs one after the other, in order, whatever becomes of each", () =>
  Effect.gen(function* () {
    const alone = oneAtATime()
    const gate = yield* Deferred.make<void>()
    const log: Array<string> = []
    const say = (word: string) => Effect.sync(() => void log.push(word))
    const first = yield* start(alone(Effect.andThen(Deferred.await(gate), say("first"))))
    const failing = yield* start(alone(Effect.andThen(say("failing"), Effect.fail("no"))))
    const dying = yield* start(alone(Effect.andThen(say("dying"), Effect.die("bug"))))
    const last = yield* start(alone(say("last")))
    assert.deepStrictEqual(log, [])
    yield* Deferred.succeed(gate, undefined)
    const exits = yield* Effect.forEach([first, failing, dying, last], (fiber) => Fiber.await(fiber))
    assert.deepStrictEqual(
      exits.map(({ _tag }) => _tag),
      ["Success", "Failure", "Failure", "Success"]
    )
    assert.deepStrictEqual(log, ["first", "failing", "dying", "last"])
  })
)

it.effect("one that is interrupted while it waits leaves the others to wait for the one before it", () =>
  Effect.gen(function* () {
    const alone = oneAtATime()
    const gate = yield* Deferred.make<void>()
    const log: Array<string> = []
    const say = (word: string) => Effect.sync(() => void log.push(word))
    const first = yield* start(alone(Effect.andThen(Deferred.await(gate), say("first"))))
    const waiting = yield* start(alone(say("interrupted")))
    const last = yield* start(alone(say("last")))
    yield* Fiber.interrupt(waiting)
    assert.deepStrictEqual(log, [])
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.join(first)
    yield* Fiber.join(last)
    assert.deepStrictEqual(log, ["first", "last"])
  })
)

it.effect("one that is interrupted while it runs lets the next one begin", () =>
  Effect.gen(function* () {
    const alone = oneAtATime()
    const running = yield* start(alone(Effect.never))
    const next = yield* start(alone(Effect.succeed("next")))
    yield* Fiber.interrupt(running)
    assert.strictEqual(yield* Fiber.join(next), "next")
  })
)
