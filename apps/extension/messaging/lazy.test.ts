import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect, it } from "vitest"

import { partOf } from "./lazy.ts"

it("loads a part once, and again only if it could not be loaded", async () => {
  let loads = 0
  const exits = await Effect.runPromise(
    Effect.gen(function* () {
      const part = yield* partOf(async () => {
        loads += 1
        if (loads === 1) throw new Error("the disk is busy")
        return Effect.succeed("loaded")
      })
      return [yield* Effect.exit(part), yield* Effect.exit(part), yield* Effect.exit(part)]
    })
  )
  expect(exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : "failed"))).toEqual(["failed", "loaded", "loaded"])
  expect(loads).toBe(2)
})
