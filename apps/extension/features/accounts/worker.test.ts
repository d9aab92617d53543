import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { CODEHOST, HOST_FORM, hostValues, serving } from "../../tests/samples/codehost.ts"
import { emptySessionStorage } from "../../tests/session-storage.ts"
import {
  BASE,
  FORM,
  NEW_FORM,
  KEY,
  OF,
  connect,
  holdAnswers,
  live,
  makeBrowser,
  only,
  preview,
  quiet,
  values
} from "../../tests/whole-worker.ts"
import { Database } from "../../vault/database/Database.ts"

type Asking = Effect.Success<ReturnType<typeof makeBrowser>["start"]>["ask"]

describe("connecting an account", () => {
  const save = (over: Readonly<Record<string, string>> = {}, force = false) =>
    Effect.gen(function* () {
      const browser = makeBrowser()
      const { ask } = yield* browser.start
      const input = { ...FORM, values: { ...values, ...over }, force }
      return { ...browser, ask, input, check: yield* ask("saveAccount", { ...input, isNew: true }) }
    })

  live(
    "checks the account with a free request, and shows no secret afterwards",
    Effect.gen(function* () {
      const { state, ask, check } = yield* save()
      assert.isTrue(check.ok)
      // Only one request: the answer names the person that it did not find.
      assert.strictEqual(state.sent.length, 1)
      assert.strictEqual(state.sent[0]?.headers["authorization"], `Bearer ${KEY}`)
      assert.match(state.sent[0]?.body ?? "", /\.invalid/)
      const view = yield* only(ask)
      assert.deepStrictEqual(view?.hasSecret, { api_key: true })
      assert.strictEqual(view?.values["base_url"], BASE)
      assert.strictEqual(view?.values["cap_day"], "5")
      assert.notInclude(JSON.stringify(view), KEY)
      assert.strictEqual((yield* ask("spending", OF)).today, 0)
    })
  )

  const malformedValues: ReadonlyArray<[values: Readonly<Record<string, string>>, field: string]> = [
    [{ base_url: "" }, "base_url"],
    [{ base_url: "http://api.provider.example" }, "base_url"],
    [{ base_url: "not an address" }, "base_url"],
    [{ base_url: "https://user:pass@api.provider.example" }, "base_url"],
    [{ api_key: "  " }, "api_key"],
    [{ cap_day: "many" }, "cap_day"],
    [{ price_person: "-1" }, "price_person"],
    [{ key_header: "host" }, "key_header"],
    [{ key_header: "x key" }, "key_header"]
  ]
  it.live.each(malformedValues)("%j is refused at its field and never saved, not even by force", ([wrong, field]) =>
    quiet(
      Effect.gen(function* () {
        const { state, ask, check } = yield* save(wrong, true)
        assert.isFalse(check.ok)
        assert.deepStrictEqual(
          check.problems.map((problem) => problem.field),
          [field]
        )
        assert.strictEqual(state.sent.length, 0)
        assert.isUndefined(yield* only(ask))
      })
    )
  )

  live(
    "lists which account the popup starts with, and which plugins run through the hub",
    Effect.gen(function* () {
      const { ask } = yield* save()
      const facts = Effect.map(ask("accounts", {}), ({ plugins }) =>
        plugins.map(({ id, chosen, isThroughHub }) => ({ id, chosen, isThroughHub }))
      )
      const codehost = { id: "codehost", chosen: undefined, isThroughHub: undefined }
      const salesdata = { id: "salesdata", chosen: "default", isThroughHub: undefined }
      assert.deepStrictEqual(yield* facts, [salesdata, codehost])
      yield* ask("saveAccount", { ...NEW_FORM, account: "team-b", values, force: false })
      yield* ask("chooseAccount", { plugin: "salesdata", account: "team-b" })
      yield* ask("chooseWay", { plugin: "salesdata", way: "hub" })
      assert.deepStrictEqual(yield* facts, [{ ...salesdata, chosen: "team-b", isThroughHub: true }, codehost])
    })
  )

  live(
    "refuses unknown fields",
    Effect.gen(function* () {
      const error = yield* Effect.flip(save({ owner: "me" }))
      assert.strictEqual(error.reason, "Invalid")
      assert.deepStrictEqual(error.own, { is: "malformed" })
    })
  )

  live(
    "refuses the name of an account of the hub",
    Effect.gen(function* () {
      const { ask } = yield* makeBrowser().start
      const named = { ...NEW_FORM, account: "hub:main", values, force: true }
      assert.deepStrictEqual((yield* Effect.flip(ask("saveAccount", named))).own, { is: "malformed" })
    })
  )

  live(
    "saves an account that the provider refuses, or that cannot or may not be reached, only by force",
    Effect.gen(function* () {
      type State = ReturnType<typeof makeBrowser>["state"]
      const hindrances: ReadonlyArray<[hinder: (state: State) => unknown, field: string | undefined]> = [
        [(state) => (state.serve = () => ({ status: 401, body: { error: "unauthorized" } })), undefined],
        [(state) => (state.online = false), undefined],
        [(state) => state.granted.clear(), "base_url"]
      ]
      for (const [hinder, field] of hindrances) {
        const { state, start } = makeBrowser()
        hinder(state)
        const { ask } = yield* start
        const check = yield* ask("saveAccount", { ...NEW_FORM, values, force: false })
        assert.isFalse(check.ok)
        assert.deepStrictEqual(
          check.problems.map((problem) => problem.field),
          [field]
        )
        assert.isUndefined(yield* only(ask))
        const forcedSave = yield* ask("saveAccount", { ...NEW_FORM, values, force: true })
        assert.isFalse(forcedSave.ok)
        assert.isDefined(yield* only(ask))
      }
    })
  )

  live(
    "saves a limit or a price at once, also offline, because the provider has nothing to say about it",
    Effect.gen(function* () {
      const { state, ask, input } = yield* save()
      state.sent.length = 0
      state.online = false
      const saved = { ok: true, saved: true, isUnasked: true, limits: [], problems: [] }
      const less = { ...input, values: { ...input.values, api_key: "", cap_day: "9" } }
      assert.deepStrictEqual(yield* ask("saveAccount", less), saved)
      assert.strictEqual((yield* only(ask))?.values["cap_day"], "9")
      assert.strictEqual(state.sent.length, 0)
      // Saved once more without a change, the account is checked.
      assert.isFalse((yield* ask("saveAccount", less)).ok)
      assert.isFalse((yield* ask("saveAccount", { ...less, values: { ...less.values, api_key: KEY } })).ok)
    })
  )

  live(
    "keeps the stored key for the same origin, and never sends it to another",
    Effect.gen(function* () {
      const { state, ask, input } = yield* save()
      state.granted.add("https://other.example")
      const keep = { ...input.values, api_key: "", cap_day: "9" }
      const sites = { ...keep, profile_site: "network.example" }
      assert.isTrue((yield* ask("saveAccount", { ...input, values: sites })).ok)
      assert.strictEqual(state.sent.at(-1)?.headers["authorization"], `Bearer ${KEY}`)
      assert.strictEqual((yield* only(ask))?.values["cap_day"], "9")
      state.sent.length = 0
      const elsewhere = { ...keep, base_url: "https://other.example/v1" }
      const movedAccount = yield* ask("saveAccount", { ...input, values: elsewhere, force: true })
      assert.deepStrictEqual(
        movedAccount.problems.map(({ field }) => field),
        ["api_key"]
      )
      assert.strictEqual(state.sent.length, 0)
      assert.strictEqual((yield* only(ask))?.values["base_url"], BASE)
    })
  )

  live(
    "survives the worker, and is deleted with all its data when removed, except the ledger",
    Effect.gen(function* () {
      const { state, start, stop, enrich } = yield* connect()
      yield* enrich()
      yield* stop
      const next = yield* start
      assert.strictEqual((yield* next.ask("preview", preview)).state, "cached")
      yield* next.ask("removeAccount", OF)
      assert.isUndefined(yield* only(next.ask))
      assert.deepStrictEqual(yield* next.ask("preview", preview), { state: "notConnected" })
      yield* next.ask("saveAccount", { ...NEW_FORM, values, force: false })
      const ahead = yield* next.ask("preview", preview)
      assert.strictEqual(ahead.state === "ready" && ahead.price.spentToday, 2)
      // One lookup, and the check of the second account.
      assert.strictEqual(state.sent.length, 2)
    })
  )

  live(
    "is removed with what was entered for it, and what came of what was sent, but nothing of another",
    Effect.gen(function* () {
      emptySessionStorage()
      const { ask } = yield* connect()
      const ofOthers = {
        run: "1",
        "draft note salesdata/default-2 ann": "A note.",
        "draft reply codehost/default salesdata/default 7": "A reply."
      }
      const stored = Effect.promise(() => chrome.storage.session.get())
      yield* Effect.promise(() =>
        chrome.storage.session.set({
          ...ofOthers,
          "draft note salesdata/default ann": "A note.",
          "draft people salesdata/default ann": "{}",
          "sent reply salesdata/default acme/widgets 7": {},
          "secret salesdata/default acme/widgets whsec_1": {}
        })
      )
      yield* ask("removeAccount", OF)
      assert.deepStrictEqual(yield* stored, ofOthers)
    })
  )

  const overtaking: ReadonlyArray<
    [what: string, change: (ask: Asking) => Effect.Effect<unknown, unknown>, after: string | undefined]
  > = [
    ["removed", (ask) => ask("removeAccount", OF), undefined],
    [
      "given a lower limit",
      (ask) => ask("saveAccount", { ...FORM, values: { ...values, api_key: "", cap_day: "1" }, force: false }),
      "1"
    ]
  ]
  it.live.each(overtaking)("%s while another page's change of it is checked stays so", ([, change, after]) =>
    quiet(
      Effect.gen(function* () {
        const { state, ask } = yield* connect()
        const release = holdAnswers(state)
        const newKey = { ...FORM, values: { ...values, api_key: `${KEY}-2`, cap_day: "50" }, force: true }
        const saving = yield* Effect.forkChild(Effect.flip(ask("saveAccount", newKey)))
        yield* Deferred.await(state.arrived)
        yield* change(ask)
        yield* release
        const { own, nothing } = yield* Fiber.join(saving)
        // The page says "Not saved yet"; the account itself has been changed.
        assert.deepStrictEqual([own, nothing], [{ is: "accountChanged" }, undefined])
        assert.strictEqual((yield* only(ask))?.values["cap_day"], after)
      })
    )
  )

  live(
    "is not replaced by a new one of the same name, also if both are added at the same time",
    Effect.gen(function* () {
      const { state, ask } = yield* connect()
      const gate = Deferred.makeUnsafe<void>()
      let checks = 0
      state.gate = Effect.suspend(() => (++checks === 1 ? Deferred.await(gate) : Effect.void))
      const gone = yield* Effect.flip(ask("saveAccount", { ...FORM, account: "gone", values, force: true }))
      assert.deepStrictEqual(gone.own, { is: "accountChanged" })
      const add = { ...NEW_FORM, account: "team", values, force: false }
      const adding = yield* Effect.forkChild(Effect.flip(ask("saveAccount", add)))
      yield* Deferred.await(state.arrived)
      assert.isTrue((yield* ask("saveAccount", { ...add, values: { ...values, cap_day: "7" } })).saved)
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual((yield* Fiber.join(adding)).own, { is: "nameTaken", name: "team" })
      const late = yield* Effect.flip(ask("saveAccount", { ...add, values: { ...values, cap_day: "9" }, force: true }))
      assert.deepStrictEqual(late.own, { is: "nameTaken", name: "team" })
      const { accounts } = yield* ask("accounts", {})
      assert.strictEqual(accounts.find(({ account }) => account === "team")?.values["cap_day"], "7")
    })
  )

  live(
    "is another one than an account of the same name of another plugin",
    Effect.gen(function* () {
      const { state, ask } = yield* connect()
      state.granted.add(CODEHOST)
      state.serve = serving()
      const host = { ...HOST_FORM, account: OF.account, values: hostValues, force: false }
      assert.isTrue((yield* ask("saveAccount", host)).saved)
      const less = { ...values, api_key: "", cap_day: "1" }
      assert.isTrue((yield* ask("saveAccount", { ...FORM, values: less, force: false })).saved)
      yield* ask("removeAccount", { plugin: host.plugin, account: host.account })
      assert.strictEqual((yield* only(ask))?.values["cap_day"], "1")
    })
  )

  live(
    "that can no longer be read is reported everywhere, and connecting it again repairs it",
    Effect.gen(function* () {
      const { state, ask, enrich, database } = yield* connect()
      yield* Effect.flatMap(Database, ({ transact }) =>
        transact<void>("test.damage", ["keys"], "readwrite", (transaction, give) => {
          transaction.objectStore("keys").clear()
          give()
        })
      ).pipe(Effect.provide(Database.layer(database)))
      const ahead = yield* ask("preview", preview)
      assert.strictEqual(ahead.state === "failed" && ahead.error.reason, "Unauthorized")
      const problem = { is: "accountClosed", name: "default", why: "keyLost" } as const
      assert.deepStrictEqual(ahead.state === "failed" && ahead.error.own, problem)
      const outcome = yield* enrich()
      assert.strictEqual(outcome.state === "failed" && outcome.error.reason, "Unauthorized")
      const view = yield* only(ask)
      assert.deepStrictEqual(view?.hasSecret, { api_key: false })
      assert.deepStrictEqual(view?.closed?.own, problem)
      const without = yield* ask("saveAccount", { ...FORM, values: { ...values, api_key: "" }, force: true })
      assert.strictEqual(without.problems[0]?.field, "api_key")
      assert.strictEqual(state.sent.length, 0)
      assert.isTrue((yield* ask("saveAccount", { ...FORM, values, force: false })).ok)
      assert.strictEqual((yield* ask("preview", preview)).state, "ready")
    })
  )

  live(
    "whose record is damaged is shown as one that cannot be opened, and can be removed or set up again",
    Effect.gen(function* () {
      const { ask, database } = yield* connect()
      const damage = Effect.flatMap(Database, ({ transact }) =>
        transact<void>("test.damage", ["accounts"], "readwrite", (transaction, give) => {
          transaction.objectStore("accounts").put({ id: "salesdata/default", settings: 7 })
          give()
        })
      ).pipe(Effect.provide(Database.layer(database)))
      yield* damage
      const view = yield* only(ask)
      assert.deepStrictEqual(view?.values, {})
      const problem = { is: "accountClosed", name: "default", why: "recordUnreadable" } as const
      assert.deepStrictEqual(view?.closed?.own, problem)
      const ahead = yield* ask("preview", preview)
      assert.deepStrictEqual(ahead.state === "failed" && ahead.error.own, problem)
      yield* ask("removeAccount", OF)
      assert.isUndefined(yield* only(ask))
      yield* damage
      assert.isTrue((yield* ask("saveAccount", { ...FORM, values, force: false })).saved)
      assert.isUndefined((yield* only(ask))?.closed)
      assert.strictEqual((yield* ask("preview", preview)).state, "ready")
    })
  )
})
