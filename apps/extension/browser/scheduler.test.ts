import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished, vi } from "vitest"

import { makeScheduler } from "./scheduler.ts"

const run = <A>(effect: Effect.Effect<A>): Promise<A> => Effect.runPromise(effect, { scheduler: makeScheduler() })

it("starts fibers in the order in which they were forked, without a timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate"] })
  onTestFinished(() => void vi.useRealTimers())
  const order: Array<number | string> = []
  await run(
    Effect.gen(function* () {
      for (const one of [1, 2, 3]) yield* Effect.forkChild(Effect.sync(() => order.push(one)))
      order.push("forked")
      yield* Effect.yieldNow
    })
  )
  expect(order).toEqual(["forked", 1, 2, 3])
})

it("lets other events in while effects yield", async () => {
  const { port1, port2 } = new MessageChannel()
  await run(
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      port1.addEventListener("message", () => Effect.runSync(Deferred.succeed(arrived, undefined)))
      port1.start()
      port2.postMessage(null)
      while (!(yield* Deferred.isDone(arrived))) yield* Effect.yieldNow
    })
  )
  port1.close()
})

it("stops an interrupted fiber and goes on with the others", async () => {
  const order: Array<string> = []
  await run(
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(Effect.sync(() => order.push("interrupted")))
      const second = yield* Effect.forkChild(Effect.sync(() => order.push("second")))
      first.interruptUnsafe()
      yield* Effect.yieldNow
      second.interruptUnsafe()
    })
  )
  expect(order).toEqual(["second"])
})
