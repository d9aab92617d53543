import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { provider, quoteOf, run, runToEnd, stores } from "../../tests/lookups.ts"
import { layerOpenedLater } from "./opened-later.ts"

it.effect("stores that are opened with the first paid call are opened once, however many calls come at once", () => {
  let opened = 0
  const slow = Layer.unwrap(
    Effect.sync(() => {
      opened += 1
      return stores
    }).pipe(Effect.delay("1 second"))
  )
  return Effect.gen(function* () {
    assert.strictEqual(opened, 0)
    const { send, sent } = provider()
    yield* runToEnd(Effect.all([run(quoteOf(), send), run(quoteOf(), send)], { concurrency: 2 }), "5 seconds")
    assert.deepStrictEqual([opened, sent.count], [1, 1])
  }).pipe(Effect.provide(layerOpenedLater("run-1", slow)))
})
