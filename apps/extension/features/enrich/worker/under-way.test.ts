import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect, it } from "vitest"

import { savedTarget } from "../subject/target.ts"
import { makeUnderWay } from "./under-way.ts"

it("a lookup is under way until the last of its kind has ended, for its subject and account only", async () => {
  const { millis, track } = makeUnderWay()
  const ann = savedTarget("person", { email: "ann@acme.example" })
  const ref = { plugin: "salesdata", account: "team" }
  const bob = savedTarget("person", { email: "bob@acme.example" })
  const has = (...[target, account]: Parameters<typeof millis>) => millis(target, account) !== undefined
  const here = () => [has(ann, ref), has(ann, { ...ref, account: "other" }), has(bob, ref)]
  const seen = await Effect.runPromise(
    Effect.gen(function* () {
      const [first, second] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const one = yield* Effect.forkChild(track(ann, ref)(Deferred.await(first)), { startImmediately: true })
      const other = yield* Effect.forkChild(track(ann, ref)(Deferred.await(second)), { startImmediately: true })
      const both = here()
      yield* Deferred.succeed(first, undefined)
      yield* Fiber.await(one)
      const last = here()
      yield* Fiber.interrupt(other)
      return [both, last, here()]
    })
  )
  expect(seen).toEqual([
    [true, false, false],
    [true, false, false],
    [false, false, false]
  ])
})
