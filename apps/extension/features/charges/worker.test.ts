import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { markIs } from "../../tests/browser.ts"
import { ANN, BOB, FORM, NEW_FORM, OF, connect, match, live, preview, quiet, values } from "../../tests/whole-worker.ts"
import { Database } from "../../vault/database/Database.ts"
import { targetOfKeys } from "../enrich/subject/target-of-keys.ts"
import { profileSites } from "../enrich/subject/target.ts"

describe("the list of unknown charges, and the mark", () => {
  const row = (scope: string, operation: string, keys: ReadonlyArray<string>, atMillis: number) => ({
    id: crypto.randomUUID(),
    scope,
    operation,
    keys,
    estimate: 1,
    charged: null,
    state: "unknown",
    run: "another session",
    atMillis,
    leaseEndsMillis: atMillis,
    marks: keys.map((key) => `${scope}\n${operation}\n${key}`)
  })
  const keep = (database: string, ...rows: ReadonlyArray<ReturnType<typeof row>>) =>
    Effect.flatMap(Database, ({ transact }) =>
      transact<void>("test.keep", ["ledger"], "readwrite", (transaction, give) => {
        for (const entry of rows) transaction.objectStore("ledger").add(entry)
        give()
      })
    ).pipe(Effect.provide(Database.layer(database)))

  live(
    "contains only the account's own charges, without the kinds of its keys and without fingerprints",
    Effect.gen(function* () {
      const { state, start, stop, database } = yield* connect()
      yield* stop
      yield* keep(database, row("salesdata/another", "enrichPerson", ["profile@network.example:ann"], 1))
      const second = yield* start
      const nothing = { today: 0, unknownCharges: [] }
      assert.deepStrictEqual(yield* second.ask("spending", OF), nothing)
      assert.deepStrictEqual(yield* second.ask("spending", { ...OF, plugin: "analytics" }), nothing)
      assert.strictEqual(state.mark, "")
      yield* second.stop
      yield* keep(
        database,
        row("salesdata/default", "enrichPerson", ["profile@127.0.0.1_4680:ann", "email:ann@acme.example"], 1),
        row("salesdata/default", "enrichCompany", ["website:https://acme.example:8443/nz"], 2),
        row("salesdata/default", "searchPeople", ['request:["POST","/search/people",[]]'], 3)
      )
      const third = yield* start
      const { unknownCharges } = yield* third.ask("spending", OF)
      assert.deepStrictEqual(
        unknownCharges.map(({ operation, subjects }) => [operation, ...subjects]),
        [
          ["enrichPerson", "ann", "ann@acme.example"],
          ["enrichCompany", "https://acme.example:8443/nz"],
          ["searchPeople"]
        ]
      )
      yield* markIs(state, "3")
      yield* third.ask("removeAccount", OF)
      assert.strictEqual(state.mark, "")
    })
  )
})

/** Ann's answer was lost, so it may have been charged. */
const lostAnswer = Effect.gen(function* () {
  const browser = yield* connect()
  browser.state.serve = () => "lost"
  yield* browser.enrich()
  browser.state.serve = match
  const { unknownCharges } = yield* browser.ask("spending", OF)
  const [charge] = unknownCharges
  if (charge === undefined) return assert.fail("nothing is unknownCharges")
  return { ...browser, charge }
})

describe("an unknown charge", () => {
  live(
    "is listed with its price then and now, and shown in the popup of its own page",
    Effect.gen(function* () {
      const { ask, charge } = yield* lostAnswer
      assert.deepStrictEqual([charge.operation, charge.upTo, charge.again], ["enrichPerson", 2, { upTo: 2 }])
      const ahead = yield* ask("preview", preview)
      assert.deepStrictEqual(ahead.state === "unknownCharge" && ahead.charges, [charge])
      yield* ask("saveAccount", { ...FORM, values: { ...values, api_key: "", price_person: "3" }, force: false })
      const [dearer] = (yield* ask("spending", OF)).unknownCharges
      assert.deepStrictEqual([dearer?.upTo, dearer?.again], [2, { upTo: 3 }])
    })
  )

  live(
    "of a key that two accounts have is listed for each, and counted once",
    Effect.gen(function* () {
      const { state, ask, charge } = yield* lostAnswer
      yield* ask("saveAccount", { ...NEW_FORM, account: "second", values, force: false })
      const second = yield* ask("spending", { ...OF, account: "second" })
      assert.deepStrictEqual(second.unknownCharges, [charge])
      assert.strictEqual(state.mark, "1")
    })
  )

  it.live.each([0, 1, 2.5])(
    "settled as %s counts that amount, sends nothing, and unblocks its lookup and the mark",
    (credits) =>
      quiet(
        Effect.gen(function* () {
          const { state, ask, enrich, charge } = yield* lostAnswer
          assert.strictEqual(state.mark, "1")
          const sentCount = state.sent.length
          yield* ask("settleCharge", { ...OF, id: charge.id, credits })
          assert.strictEqual(state.sent.length, sentCount)
          assert.deepStrictEqual(yield* ask("spending", OF), { today: credits, unknownCharges: [] })
          assert.strictEqual(state.mark, "")
          assert.strictEqual((yield* ask("preview", preview)).state, "ready")
          assert.strictEqual((yield* enrich()).state, "match")
          assert.strictEqual((yield* ask("spending", OF)).today, credits + 2)
        })
      )
  )

  live(
    "is settled once: charges that are settled, unknown or of another account are left alone",
    Effect.gen(function* () {
      const { ask, charge } = yield* lostAnswer
      yield* ask("settleCharge", { ...OF, id: charge.id, credits: 1 })
      for (const id of [charge.id, "no-such-row"]) {
        const error = yield* Effect.flip(ask("settleCharge", { ...OF, id, credits: 2 }))
        assert.strictEqual(error.reason, "Conflict")
        assert.deepStrictEqual([error.own, error.nothing], [{ is: "chargeSettled" }, "changed"])
        const again = yield* ask("askAgain", { ...OF, id, upTo: 2 })
        assert.strictEqual(again.state === "failed" && again.error.reason, "Conflict")
      }
      assert.strictEqual((yield* ask("spending", OF)).today, 1)
    })
  )

  live(
    "looked up again from the list is one request, paid a second time, and free on its page afterwards",
    Effect.gen(function* () {
      const { state, ask, charge } = yield* lostAnswer
      state.address = BOB
      const sentCount = state.sent.length
      const outcome = yield* ask("askAgain", { ...OF, id: charge.id, upTo: 2 })
      if (outcome.state !== "match") return assert.fail(JSON.stringify(outcome))
      assert.deepStrictEqual([outcome.card.title, outcome.charged, outcome.inPage], ["ann lee", 2, "off"])
      assert.strictEqual(state.sent.length, sentCount + 1)
      assert.deepStrictEqual([state.drawn, state.mark], [[], ""])
      // The first lookup may have been charged, so it still counts at its price.
      assert.deepStrictEqual(yield* ask("spending", OF), { today: 4, unknownCharges: [] })
      state.address = ANN
      assert.strictEqual((yield* ask("preview", preview)).state, "cached")
      return undefined
    })
  )

  live(
    "looked up again is the one that the user chose of several",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect({ cap_day: "9" })
      state.serve = () => "lost"
      for (const address of [ANN, BOB]) {
        state.address = address
        yield* enrich(address)
      }
      state.serve = match
      const { unknownCharges } = yield* ask("spending", OF)
      assert.deepStrictEqual(
        unknownCharges.map(({ subjects }) => subjects),
        [["ann-lee"], ["bob-tan"]]
      )
      const outcome = yield* ask("askAgain", { ...OF, id: unknownCharges[1]?.id ?? "", upTo: 2 })
      assert.strictEqual(outcome.state === "match" && outcome.card.title, "bob tan")
      assert.deepStrictEqual((yield* ask("spending", OF)).unknownCharges, unknownCharges.slice(0, 1))
    })
  )

  live(
    "is not looked up again above the price that the user saw, and stays listed",
    Effect.gen(function* () {
      const { state, ask, charge } = yield* lostAnswer
      const sentCount = state.sent.length
      const refusal = yield* ask("askAgain", { ...OF, id: charge.id, upTo: 1 })
      assert.strictEqual(refusal.state === "failed" && refusal.error.guard, "price")
      assert.strictEqual(state.sent.length, sentCount)
      assert.strictEqual((yield* ask("spending", OF)).unknownCharges.length, 1)
    })
  )

  live(
    "is not looked up again offline, without the browser's permission, or over the cap, and stays listed",
    Effect.gen(function* () {
      const { state, ask, charge } = yield* lostAnswer
      const sentCount = state.sent.length
      const refusal = Effect.map(ask("askAgain", { ...OF, id: charge.id, upTo: 2 }), (outcome) =>
        outcome.state === "failed" ? (outcome.error.guard ?? outcome.error.reason) : outcome.state
      )
      state.online = false
      assert.strictEqual(yield* refusal, "Transport")
      state.online = true
      state.granted.clear()
      assert.strictEqual(yield* refusal, "baseAddress")
      state.granted.add("https://api.provider.example")
      yield* ask("saveAccount", { ...FORM, values: { ...values, api_key: "", cap_day: "3" }, force: true })
      const checks = state.sent.length - sentCount
      assert.strictEqual(yield* refusal, "cap")
      assert.strictEqual(state.sent.length, sentCount + checks)
      assert.strictEqual((yield* ask("spending", OF)).unknownCharges.length, 1)
    })
  )
})

describe("an account whose key is lost", () => {
  live(
    "says so instead of its spending, and does not disturb the mark",
    Effect.gen(function* () {
      const { database, start, state, stop } = yield* lostAnswer
      yield* stop
      yield* Effect.flatMap(Database, ({ write }) =>
        write<void>("test.clear", "keys", (keys, give) => {
          keys.clear()
          give()
        })
      ).pipe(Effect.provide(Database.layer(database)))
      const { ask } = yield* start
      const error = yield* Effect.flip(ask("spending", OF))
      assert.strictEqual(error.own?.is, "accountClosed")
      yield* markIs(state, "")
    })
  )
})

describe("the lookup behind a ledger row", () => {
  const sites = profileSites({ profile_site: "127.0.0.1:4680" })
  it.each([
    [
      "enrichPerson",
      ["profile@linkedin.com:ann-lee"],
      { profilenet_url: "https://linkedin.com/in/ann-lee", profilenet_slug: "ann-lee" }
    ],
    [
      "enrichPerson",
      ["email:a@b.example", "profile@127.0.0.1_4680:bob"],
      { profilenet_url: "https://127.0.0.1:4680/in/bob", profilenet_slug: "bob" }
    ],
    ["enrichCompany", ["profile@linkedin.com:acme"], { profilenet_url: "https://linkedin.com/company/acme" }],
    ["enrichCompany", ["domain:acme.com.au"], { domain: "acme.com.au" }],
    ["enrichCompany", ["website:https://acme.example:8443/nz"], undefined],
    ["enrichPerson", ["domain:acme.com.au"], undefined],
    ["enrichPerson", ["email:ann@acme.example"], undefined],
    ["searchPeople", ['request:["POST","/search/people",[]]'], undefined],
    ["apiCall", ["profile@linkedin.com:ann-lee"], undefined],
    ["enrichPerson", [], undefined]
  ] as const)("%s %j", (operation, keys, input) => {
    assert.deepStrictEqual(targetOfKeys(operation, keys, sites)?.input, input)
  })
})
