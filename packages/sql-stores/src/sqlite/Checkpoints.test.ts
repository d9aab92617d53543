import * as Effect from "effect/Effect"
import { expect, it, vi } from "vitest"

import * as Checkpoints from "./Checkpoints.ts"

const loading = vi.hoisted(() => ({ tries: 0 }))
vi.mock("./checkpoint-thread.ts", () => ({
  get url(): never {
    loading.tries += 1
    throw new Error("ENOENT: no such file or directory, open 'checkpoint-thread.js'")
  }
}))

/** Node ends a program for a rejection that nobody handles, and so does the test runner. */
it("a thread that cannot be loaded, as after an update of the program, is tried anew with the next checkpoint", async () => {
  const use = Effect.gen(function* () {
    const { begin } = yield* Checkpoints.make("unused.db")
    for (const tries of [1, 2]) {
      begin()
      begin()
      yield* Effect.promise(() => expect.poll(() => loading.tries).toBe(tries))
      yield* Effect.sleep("20 millis")
    }
    expect(loading.tries).toBe(2)
  })
  await Effect.runPromise(Effect.scoped(use))
})
