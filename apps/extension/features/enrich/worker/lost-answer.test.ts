import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

import { markIs } from "../../../tests/browser.ts"
import { ANN, BOB, NEW_FORM, OF, PURCHASE, connect, match, live, preview, values } from "../../../tests/whole-worker.ts"

describe("a lookup whose answer is lost", () => {
  live(
    "is never repeated automatically, is marked, and is repeated only if the user chooses so",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect()
      state.serve = () => "lost"
      const lostAnswer = yield* enrich()
      if (lostAnswer.state !== "failed") return assert.fail()
      assert.strictEqual(lostAnswer.error.reason, "Transport")
      assert.strictEqual(lostAnswer.error.charged, "unknown")
      assert.strictEqual(state.mark, "1")
      state.serve = match
      assert.strictEqual((yield* ask("preview", preview)).state, "unknownCharge")
      const refusal = yield* enrich()
      assert.strictEqual(refusal.state === "failed" && refusal.error.reason, "Refused")
      assert.notInclude(JSON.stringify(refusal), "--retry")
      assert.strictEqual(state.sent.length, 1)
      const { today, unknownCharges } = yield* ask("spending", OF)
      assert.strictEqual(today, 2)
      assert.deepStrictEqual(
        unknownCharges.map(({ subjects }) => subjects),
        [["ann-lee"]]
      )
      // The mark counts what the settings list: nothing without the account, and the same charges again once it is
      // back.
      yield* ask("removeAccount", OF)
      assert.strictEqual(state.mark, "")
      assert.deepStrictEqual((yield* ask("spending", OF)).unknownCharges, [])
      yield* ask("saveAccount", { ...NEW_FORM, values, force: false })
      assert.strictEqual(state.mark, "1")
      assert.strictEqual((yield* enrich(ANN, "chargeAgain")).state, "match")
      assert.strictEqual(state.mark, "")
      assert.strictEqual((yield* ask("spending", OF)).today, 4)
    })
  )

  live(
    "is not repeated by a refresh either",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect()
      assert.strictEqual((yield* enrich()).state, "match")
      state.serve = () => "lost"
      assert.strictEqual((yield* enrich(ANN, "refresh")).state, "failed")
      state.serve = match
      const refusal = yield* enrich(ANN, "refresh")
      assert.strictEqual(refusal.state === "failed" && refusal.error.guard, "unknownCharge")
      assert.strictEqual(state.sent.length, 2)
    })
  )

  live(
    "because the worker died is reported by the next worker at once",
    Effect.gen(function* () {
      const { state, start, enrich } = yield* connect()
      state.gate = Effect.never
      yield* Effect.forkDetach(enrich())
      yield* Deferred.await(state.arrived)
      // The dead worker settles nothing: its lookup hangs for ever, and another worker starts.
      const next = yield* start
      yield* markIs(state, "1")
      assert.strictEqual((yield* next.ask("preview", preview)).state, "unknownCharge")
      state.gate = Effect.void
      const refusal = yield* next.ask("enrich", PURCHASE)
      assert.strictEqual(refusal.state === "failed" && refusal.error.charged, "unknown")
      assert.strictEqual(state.sent.length, 1)
      state.address = BOB
      assert.strictEqual((yield* next.ask("preview", preview)).state, "ready")
    })
  )
})
