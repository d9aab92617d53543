import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { once, sharing } from "./SharedReads.ts"

/** Records the reads, and fails the first `failures` of them. */
const service = (failures = 0) => {
  const requests: Array<string> = []
  const read = (name: string) =>
    once(
      name,
      Effect.suspend(() => (requests.push(name) <= failures ? Effect.fail("busy") : Effect.succeed({ name })))
    )
  return { requests, read }
}

describe("shared reads of polls", () => {
  it.effect("are requested once each, and counted", () =>
    Effect.gen(function* () {
      const { requests, read } = service()
      const { result, reads } = yield* sharing(Effect.forEach(["a", "b", "a", "b", "a"], read))
      assert.deepStrictEqual(requests, ["a", "b"])
      assert.deepStrictEqual([result.map(({ name }) => name).join(""), reads], ["ababa", 2])
    })
  )

  it.effect("are requested again by the next polls, and by polls that do not share", () =>
    Effect.gen(function* () {
      const { requests, read } = service()
      yield* sharing(read("a"))
      yield* sharing(read("a"))
      yield* read("a")
      yield* read("a")
      assert.deepStrictEqual(requests, ["a", "a", "a", "a"])
    })
  )

  it.effect("are requested again if they failed, and counted", () =>
    Effect.gen(function* () {
      const { requests, read } = service(1)
      const { reads } = yield* sharing(Effect.andThen(Effect.ignore(read("a")), read("a")))
      assert.deepStrictEqual([requests.length, reads], [2, 2])
    })
  )
})
