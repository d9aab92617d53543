import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import {
  ANN,
  BOB,
  FORM,
  OF,
  PURCHASE,
  connect,
  live,
  makeBrowser,
  only,
  preview,
  values
} from "../../../tests/whole-worker.ts"
import { problemText } from "../../../ui/text/problem.ts"

describe("what stops a lookup before anything is sent", () => {
  live(
    "consent to a free answer if nothing is saved; a saved answer needs no network",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect({})
      const expiredOffer = yield* enrich(ANN, "free")
      assert.strictEqual(expiredOffer.state === "failed" && expiredOffer.error.reason, "Conflict")
      assert.strictEqual(state.sent.length, 0)
      assert.strictEqual((yield* enrich(ANN, "charge")).state, "match")
      state.online = false
      assert.strictEqual((yield* enrich(ANN, "free")).state, "match")
      assert.strictEqual(state.sent.length, 1)
    })
  )

  live(
    "no network, no permission from the browser, no room under the cap",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect({ cap_day: "1" })
      const reasonOf = Effect.map(enrich(), (outcome) => (outcome.state === "failed" ? outcome.error : undefined))
      assert.match((yield* reasonOf)?.what ?? "", /day cap of 1 credit/)
      state.granted.clear()
      const denial = yield* reasonOf
      assert.strictEqual(denial?.reason, "Refused")
      assert.deepStrictEqual(denial?.own, { is: "hostDenied", origin: "https://api.provider.example" })
      state.online = false
      const offline = yield* reasonOf
      assert.strictEqual(offline?.reason, "Transport")
      assert.strictEqual(offline?.charged, undefined)
      assert.deepStrictEqual([offline?.own, offline?.nothing], [{ is: "offline" }, "sent"])
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "a price that has risen since the user saw it",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect({ price_person: "20" })
      const refusal = yield* enrich(ANN, "charge")
      if (refusal.state !== "failed") return assert.fail(refusal.state)
      assert.deepStrictEqual([refusal.error.guard, refusal.error.charged], ["price", undefined])
      assert.match(refusal.error.what, /up to 20 credits, and the agreed limit is 2 credits/)
      assert.strictEqual(
        problemText(refusal.error).match(/Nothing was sent\. Look again to see the price\.$/)?.length,
        1
      )
      assert.strictEqual(state.sent.length, 0)
      const ahead = yield* ask("preview", preview)
      assert.strictEqual(ahead.state === "ready" && ahead.price.upTo, 20)
      return undefined
    })
  )

  live(
    "no room under the session's cap, which the price shows and the advice matches",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect({ cap_day: "50", cap_run: "3" })
      yield* enrich()
      state.address = BOB
      const ahead = yield* ask("preview", preview)
      if (ahead.state !== "ready") return assert.fail(ahead.state)
      assert.deepStrictEqual(ahead.price, { upTo: 2, spentToday: 2, cap: { kind: "run", limit: 3, left: 1 } })
      const refusal = yield* enrich(BOB)
      if (refusal.state !== "failed") return assert.fail(refusal.state)
      assert.match(refusal.error.what, /run cap/)
      assert.match(
        problemText(refusal.error),
        /Nothing was sent\. Raise the cap in the settings, or restart the browser\.$/
      )
      assert.strictEqual(state.sent.length, 1)
      yield* ask("saveAccount", { ...FORM, values: { ...values, api_key: "", cap_day: "3" }, force: false })
      const today = yield* enrich(BOB)
      assert.match(
        today.state === "failed" ? problemText(today.error) : "",
        /day cap.*Raise the cap in the settings, or wait until 00:00 UTC\.$/
      )
    })
  )

  live(
    "an account of another plugin",
    Effect.gen(function* () {
      const { ask, state } = yield* connect()
      const outcome = yield* ask("enrich", { ...PURCHASE, plugin: "codehost" })
      assert.deepStrictEqual(outcome.state === "failed" && outcome.error.own, { is: "malformed" })
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "no account",
    Effect.gen(function* () {
      const { state, start } = makeBrowser()
      const { ask } = yield* start
      assert.deepStrictEqual(yield* ask("preview", preview), { state: "notConnected" })
      const outcome = yield* ask("enrich", PURCHASE)
      assert.strictEqual(outcome.state === "failed" && outcome.error.reason, "Unauthorized")
      assert.isUndefined(yield* only(ask))
      assert.deepStrictEqual(yield* ask("spending", OF), { today: 0, unknownCharges: [] })
      assert.strictEqual(state.sent.length, 0)
    })
  )
})
