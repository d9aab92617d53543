// A browser whose quota is full: what is bought can be shown, but not saved.
import * as Effect from "effect/Effect"
import { afterEach, assert, describe, vi } from "vitest"

import { BOB, OF, PURCHASE, connect, match, live, preview } from "../../../tests/whole-worker.ts"

/** Behaves like a browser: a ledger row still fits, an answer does not. */
const fillQuota = () => {
  const put = Reflect.get(IDBObjectStore.prototype, "put")
  return vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...parameters) {
    if (this.name === "answers") throw new DOMException("the quota has been exceeded", "QuotaExceededError")
    return put.apply(this, parameters)
  })
}
afterEach(() => vi.restoreAllMocks())

describe("an answer that the browser cannot save", () => {
  live(
    "is charged once in nine clicks, is reported, and is bought again only if the user confirms",
    Effect.gen(function* () {
      const { state, ask, enrich, start, stop } = yield* connect({ cap_day: "20" })
      fillQuota()
      const first = yield* enrich()
      if (first.state !== "match") return assert.fail(JSON.stringify(first))
      assert.match(first.card.notices[0]?.text ?? "", /could not be saved/)
      // It is seen only once, so it is shown where it stays open.
      assert.deepStrictEqual([first.inPage, state.drawn], ["here", []])
      for (let click = 2; click <= 9; click++) {
        const refusal = yield* enrich()
        assert.strictEqual(refusal.state === "failed" && refusal.error.guard, "uncached")
      }
      assert.strictEqual(state.sent.length, 1)
      const ahead = yield* ask("preview", preview)
      if (ahead.state !== "uncached") return assert.fail(JSON.stringify(ahead))
      assert.deepStrictEqual([ahead.charged, ahead.why, ahead.price.spentToday], [2, "store", 2])
      // No charge is unknown: the options list nothing, and the button has no mark.
      assert.deepStrictEqual(yield* ask("spending", OF), { today: 2, unknownCharges: [] })
      yield* stop
      const second = yield* start
      assert.strictEqual((yield* second.ask("preview", preview)).state, "uncached")
      const asking = second.ask("enrich", { ...PURCHASE, consent: "chargeAgain" })
      const again = yield* asking
      assert.deepStrictEqual([again.state, state.sent.length], ["match", 2])
      // Once there is room again, the next answer is saved.
      vi.restoreAllMocks()
      yield* asking
      assert.strictEqual((yield* second.ask("preview", preview)).state, "cached")
      return undefined
    })
  )

  live(
    "without a match costs nothing, and is free to request again",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect()
      fillQuota()
      state.serve = () => ({ status: 404, body: { error: "no match" } })
      for (let click = 1; click <= 3; click++) assert.strictEqual((yield* enrich()).state, "noMatch")
      assert.deepStrictEqual([state.sent.length, (yield* ask("preview", preview)).state], [3, "ready"])
    })
  )
})

describe("an answer about somebody else", () => {
  live(
    "is charged once, shown as another's, and not bought again without confirmation",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect()
      const somebody = match
      state.serve = (request) => somebody({ ...request, body: JSON.stringify({ profilenet_slug: "bob-tan" }) })
      assert.strictEqual((yield* enrich()).state, "another")
      const refusal = yield* enrich()
      assert.strictEqual(refusal.state === "failed" && refusal.error.guard, "uncached")
      const ahead = yield* ask("preview", preview)
      assert.strictEqual(ahead.state === "uncached" && ahead.why, "contradicted")
      assert.strictEqual(state.sent.length, 1)
      // It is saved under its own name.
      state.address = BOB
      assert.strictEqual((yield* ask("preview", preview)).state, "cached")
    })
  )
})
