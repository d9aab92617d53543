import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { makeBus } from "./list-changes.ts"

it.live("a bug while reading the accounts ends neither the program nor the notifications", () =>
  Effect.gen(function* () {
    const rejections: Array<unknown> = []
    const note = (reason: unknown) => void rejections.push(reason)
    process.on("unhandledRejection", note)
    yield* Effect.addFinalizer(() => Effect.sync(() => process.off("unhandledRejection", note)))
    const states = ["a", undefined, "b"]
    let looks = 0
    const state = Effect.sync(() => {
      const current = states[Math.min(looks++, states.length - 1)]
      if (current === undefined) throw new TypeError("undefined is not a function")
      return current
    })
    const bus = yield* makeBus({ state, intervalMillis: 10 })
    const events: Array<unknown> = []
    const unsubscribe = bus.subscribe((event) => void events.push(event))
    yield* Effect.promise(() =>
      expect.poll(() => events, { timeout: 10_000 }).toEqual([{ kind: "tools_list_changed" }])
    )
    unsubscribe()
    expect(rejections).toEqual([])
  }).pipe(Effect.scoped)
)
