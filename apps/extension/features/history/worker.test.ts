import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"

import { ANN, BOB, connect, live, OF, preview } from "../../tests/whole-worker.ts"

const history = Effect.gen(function* () {
  const browser = yield* connect()
  yield* browser.enrich()
  browser.state.address = BOB
  yield* browser.enrich(BOB)
  browser.state.sent.length = 0
  return browser
})

describe("the history", () => {
  live(
    "lists saved answers, newest first, without a request",
    Effect.gen(function* () {
      const { ask, state } = yield* history
      const { rows } = yield* ask("history", OF)
      assert.deepStrictEqual(
        rows.map(({ record }) => record.fields.name),
        ["bob tan", "ann lee"]
      )
      state.granted.clear()
      state.online = false
      assert.lengthOf((yield* ask("history", OF)).rows, 2)
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "forgets one and leaves the others, given only its answer",
    Effect.gen(function* () {
      const { ask, state } = yield* history
      const { rows } = yield* ask("history", OF)
      const ann = rows.find(({ record }) => record.fields.name === "ann lee")
      const erasure = yield* ask("eraseHistory", { ...OF, ids: [ann?.id ?? "", "none"] })
      assert.deepStrictEqual(erasure, { answers: 1, credits: 2 })
      assert.deepStrictEqual(
        (yield* ask("history", OF)).rows.map(({ record }) => record.fields.name),
        ["bob tan"]
      )
      assert.deepStrictEqual(yield* ask("eraseHistory", { ...OF, ids: [] }), { answers: 0, credits: 0 })
      state.address = ANN
      assert.strictEqual((yield* ask("preview", preview)).state, "ready")
    })
  )

  live(
    "forgets several at once",
    Effect.gen(function* () {
      const { ask } = yield* history
      const { rows } = yield* ask("history", OF)
      const erasure = yield* ask("eraseHistory", { ...OF, ids: rows.map(({ id }) => id) })
      assert.deepStrictEqual(erasure, { answers: 2, credits: 4 })
      assert.deepStrictEqual((yield* ask("history", OF)).rows, [])
    })
  )

  live(
    "contains one account only",
    Effect.gen(function* () {
      const { ask } = yield* history
      const refusal = yield* Effect.flip(ask("history", { plugin: "salesdata", account: "another" }))
      assert.deepStrictEqual(refusal.own, { is: "notConnected" })
    })
  )
})
