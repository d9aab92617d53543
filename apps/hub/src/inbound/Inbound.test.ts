import { expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"

import { backends } from "../testing/backends.ts"
import { Dispatcher } from "./dispatch/Dispatcher.ts"
import * as Inbound from "./Inbound.ts"
import { Inbox } from "./inbox.ts"
import { Matcher } from "./match.ts"
import { HookKeeper } from "./sources/HookKeeper.ts"
import { Polls } from "./sources/Polls.ts"
import { Reconcile } from "./sources/Reconcile.ts"

const { all } = backends()
const [{ stores }] = all

it.live("a bug while received deliveries are moved or old records removed ends no work in the background", () => {
  let rounds = 0
  const lines = new Set<string>()
  /** Without it, every round would print the bug. */
  const log = Logger.layer([
    Logger.make(({ message, cause }) => void lines.add(`${String(message)} ${String(Cause.squash(cause))}`))
  ])
  const bug = Effect.sync((): never => {
    throw new TypeError("undefined is not a function")
  })
  const world = Inbound.layer.pipe(
    Layer.provide([
      Layer.mock(Matcher, { round: Effect.sync(() => (rounds += 1)) }),
      Layer.mock(Dispatcher, { run: Effect.void }),
      Layer.mock(Inbox, { add: () => {}, unreadBytes: () => 0, move: bug, sweep: bug }),
      Layer.mock(HookKeeper, { round: () => Effect.succeed(true) }),
      Layer.mock(Polls, { round: Effect.void }),
      Layer.mock(Reconcile, { round: Effect.void }),
      stores()
    ])
  )
  return Effect.gen(function* () {
    yield* Inbound.Inbound.use(({ run }) => run("https://hub.example"))
    yield* Effect.promise(() => expect.poll(() => rounds, { timeout: 10_000 }).toBeGreaterThan(2))
    expect([...lines].toSorted()).toEqual([
      "old records cannot be removed. TypeError: undefined is not a function",
      "webhooks: received deliveries are processed later. TypeError: undefined is not a function"
    ])
  }).pipe(Effect.provide(world), Effect.provide(log), Effect.scoped)
})

it.effect(
  "hooks are checked every five minutes, sooner if some could not be, and soon after they are asked for",
  () => {
    const done: Array<string> = []
    let isFinished = false
    const mayEnd = Latch.makeUnsafe()
    const world = Inbound.layer.pipe(
      Layer.provide([
        Layer.mock(Matcher, { round: Effect.succeed(0) }),
        Layer.mock(Dispatcher, { run: Effect.void }),
        Layer.mock(Inbox, { add: () => {}, unreadBytes: () => 0, move: Effect.succeed(0), sweep: Effect.void }),
        Layer.mock(HookKeeper, {
          round: () =>
            Effect.andThen(
              mayEnd.await,
              Effect.sync(() => (done.push("hooks"), isFinished))
            )
        }),
        Layer.mock(Polls, { round: Effect.void }),
        Layer.mock(Reconcile, { round: Effect.sync(() => void done.push("reconcile")) }),
        stores()
      ])
    )
    return Effect.gen(function* () {
      const { run, replan } = yield* Inbound.Inbound
      const roundsWithin = Effect.fnUntraced(function* (seconds: number) {
        done.length = 0
        yield* TestClock.adjust(seconds * 1_000)
        return done.filter((one) => one === "hooks").length
      })
      yield* run("https://hub.example")
      expect(yield* roundsWithin(60)).toBe(0)
      yield* mayEnd.open
      yield* TestClock.adjust(0)
      // Only then can the hooks' logs of deliveries be read.
      expect(done).toEqual(["hooks", "reconcile"])
      for (const [seconds, rounds] of [
        [9, 0],
        [1, 1],
        [19, 0],
        [1, 1],
        [39, 0],
        [1, 1]
      ] as const) {
        expect([seconds, yield* roundsWithin(seconds)]).toEqual([seconds, rounds])
      }
      yield* replan
      expect(yield* roundsWithin(0.2)).toBe(1)
      isFinished = true
      expect(yield* roundsWithin(10)).toBe(1)
      expect([yield* roundsWithin(299), yield* roundsWithin(1)]).toEqual([0, 1])
      // Many requests are answered together.
      let asked = 0
      for (let no = 0; no < 20; no++) {
        yield* replan
        asked += yield* roundsWithin(0.2)
      }
      expect(asked).toBe(10)
    }).pipe(Effect.provide(world), Effect.scoped)
  }
)
