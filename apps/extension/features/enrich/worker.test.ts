import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import {
  ANN,
  BOB,
  NEW_FORM,
  OF,
  PURCHASE,
  SUBJECT,
  connect,
  holdAnswers,
  live,
  preview,
  values
} from "../../tests/whole-worker.ts"
import { applicationAt } from "./subject/application.ts"
import { pageFacts } from "./worker/outcome.ts"

describe("a profile page", () => {
  live(
    "reads the vault once for the preview, and at most twice for the click that buys",
    Effect.gen(function* () {
      const { state, ask, enrich, stop } = yield* connect()
      // Waits for the reads that the worker makes after its start, which must not count for the click.
      yield* Effect.sleep("400 millis")
      state.vaultReads = 0
      assert.strictEqual((yield* ask("preview", preview)).state, "ready")
      assert.strictEqual(state.vaultReads, 1)
      state.vaultReads = 0
      const release = holdAnswers(state)
      const looking = yield* Effect.forkChild(enrich())
      yield* Deferred.await(state.arrived)
      assert.strictEqual(state.vaultReads, 1)
      yield* release
      assert.strictEqual((yield* Fiber.join(looking)).state, "match")
      // The second read checks that the account still exists.
      assert.strictEqual(state.vaultReads, 2)
      yield* stop
    })
  )

  live(
    "is previewed with the account that the user chose in the popup",
    Effect.gen(function* () {
      const { ask } = yield* connect()
      yield* ask("saveAccount", { ...NEW_FORM, account: "other", isNew: true, values, force: false })
      const ahead = yield* ask("preview", { ...preview, account: "other" })
      const payer = { plugin: OF.plugin, account: "other", names: ["default", "other"] }
      assert.deepStrictEqual(ahead.state === "ready" && ahead.payer, payer)
      const first = yield* ask("preview", preview)
      assert.deepStrictEqual(first.state === "ready" && first.payer, { ...payer, account: "default" })
    })
  )

  live(
    "is previewed without sending anything, bought once, and free the second time",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect()
      const subject = { kind: "person", name: "ann-lee", key: `person ${ANN}` } as const
      assert.deepStrictEqual(yield* ask("preview", preview), {
        state: "ready",
        subject,
        price: { upTo: 2, spentToday: 0, cap: { kind: "day", limit: 5, left: 5 } },
        payer: { ...OF, names: ["default"] },
        address: ANN,
        savedBy: undefined,
        isHubApart: false
      })
      assert.strictEqual(state.sent.length, 0)

      const first = yield* enrich()
      if (first.state !== "match") return assert.fail(JSON.stringify(first))
      assert.strictEqual(first.card.title, "ann lee")
      assert.strictEqual(first.charged, 2)
      assert.strictEqual(first.inPage, "shown")
      assert.strictEqual(state.sent.length, 1)
      assert.deepStrictEqual(JSON.parse(state.sent[0]?.body ?? ""), { profilenet_url: ANN, profilenet_slug: "ann-lee" })
      assert.deepStrictEqual(state.drawn, [{ subject, card: pageFacts(first.card), charged: 2 }])

      const ahead = yield* ask("preview", preview)
      if (ahead.state !== "cached") return assert.fail(JSON.stringify(ahead))
      assert.isTrue(ahead.match)
      assert.deepStrictEqual(ahead.price, { upTo: 2, spentToday: 2, cap: { kind: "day", limit: 5, left: 3 } })
      const second = yield* enrich()
      assert.strictEqual(second.state === "match" && second.charged, 0)
      assert.strictEqual(second.state === "match" && second.card.fromCache, true)
      assert.strictEqual(state.sent.length, 1)
    })
  )

  live(
    "is not bought by a look at what was saved, if that is gone by the time it is read",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect({ cap_day: "20" })
      const forget = Effect.ignore(ask("forget", SUBJECT))
      const look = ask("enrich", { ...PURCHASE, consent: "free" })
      yield* enrich()
      state.beforeRun = forget
      const gone = yield* look
      assert.strictEqual(gone.state === "failed" && gone.error.nothing, "sent")
      state.beforeRun = Effect.void
      yield* enrich()
      state.beforeRun = forget
      assert.deepStrictEqual((yield* ask("history", OF)).rows, [])
      assert.strictEqual(state.sent.length, 2)
    })
  )

  live(
    "answered with somebody else's record shows nothing of it in the page, and says whose it is",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect()
      state.serve = () => ({
        status: 200,
        body: { person: { full_name: "Cy Poe", emails: [{ email: "cy@acme.com.au" }], job_title: "Chef" } }
      })
      const outcome = yield* enrich()
      if (outcome.state !== "another") return assert.fail(JSON.stringify(outcome))
      assert.strictEqual(outcome.card.title, "Cy Poe")
      assert.strictEqual(outcome.subject.name, "ann-lee")
      assert.deepStrictEqual(state.drawn, [])
      assert.strictEqual((yield* ask("spending", OF)).today, outcome.charged === "unknown" ? 2 : outcome.charged)
      const again = yield* enrich()
      assert.strictEqual(again.state, "another")
      assert.strictEqual(state.sent.length, 1)
      return undefined
    })
  )

  live(
    "of an unknown person is a miss that costs nothing, and is remembered",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect()
      state.serve = () => ({ status: 200, body: {} })
      const outcome = yield* enrich()
      assert.strictEqual(outcome.state === "noMatch" && outcome.charged, 0)
      const ahead = yield* ask("preview", preview)
      assert.strictEqual(ahead.state === "cached" && ahead.match, false)
      const again = yield* enrich()
      assert.strictEqual(again.state === "noMatch" && again.fromCache, true)
      assert.strictEqual(state.sent.length, 1)
      assert.deepStrictEqual(state.drawn, [])
    })
  )

  live(
    "that is not the one the user saw is not bought",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect()
      state.address = BOB
      const outcome = yield* enrich(ANN)
      if (outcome.state !== "failed") return assert.fail()
      assert.strictEqual(outcome.error.reason, "Conflict")
      assert.strictEqual(outcome.subject?.name, "bob-tan")
      state.address = undefined
      assert.strictEqual((yield* enrich(ANN)).state, "failed")
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "whose account is removed while its answer arrives shows it once, and keeps nothing of it",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect()
      const release = holdAnswers(state)
      const looking = yield* Effect.forkChild(enrich())
      yield* Deferred.await(state.arrived)
      yield* ask("removeAccount", OF)
      yield* release
      const outcome = yield* Fiber.join(looking)
      assert.strictEqual(outcome.state === "match" && outcome.inPage, "off")
      assert.deepStrictEqual(state.drawn, [])
      yield* ask("saveAccount", { ...NEW_FORM, values, force: false })
      assert.strictEqual((yield* ask("preview", preview)).state, "ready")
    })
  )

  live(
    "that another page replaces while the card is refused there has moved on",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect()
      Object.defineProperty(state, "draw", {
        get: () => {
          state.address = BOB
          return { state: "blocked" }
        }
      })
      const outcome = yield* enrich()
      assert.strictEqual(outcome.state === "match" && outcome.inPage, "moved")
    })
  )

  live(
    "that moves within its profile while the card is drawn gets it where it is, unless it never stops",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect()
      let moves = 1
      Object.defineProperty(state, "draw", {
        get: () => (moves-- > 0 ? { state: "elsewhere", address: `${ANN}?step=${moves}` } : { state: "drawn" })
      })
      const outcome = yield* enrich()
      assert.strictEqual(outcome.state === "match" && outcome.inPage, "shown")
      moves = Infinity
      const restless = yield* enrich()
      assert.strictEqual(restless.state === "match" && restless.inPage, "moved")
    })
  )

  live(
    "that allows no card, covers it, has moved on, or must not be changed still gives its answer",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect()
      state.draw = { state: "blocked" }
      const refusal = yield* enrich()
      assert.strictEqual(refusal.state === "match" && refusal.inPage, "blocked")
      state.draw = { state: "unseen" }
      const behind = yield* enrich()
      assert.strictEqual(behind.state === "match" && behind.inPage, "unseen")
      state.draw = { state: "elsewhere", address: BOB }
      const movedTab = yield* enrich()
      assert.strictEqual(movedTab.state === "match" && movedTab.inPage, "moved")
      state.draw = { state: "drawn" }
      yield* ask("savePreferences", { showInPage: false })
      const off = yield* enrich()
      assert.strictEqual(off.state === "match" && off.inPage, "off")
      assert.deepStrictEqual(state.drawn, [])
    })
  )

  live(
    "is not refreshed while offline, although its answer is saved",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect()
      yield* enrich()
      state.online = false
      assert.strictEqual((yield* enrich()).state, "match")
      const refusal = yield* enrich(ANN, "refresh")
      assert.deepStrictEqual(refusal.state === "failed" && refusal.error.own, { is: "offline" })
      assert.strictEqual(state.sent.length, 1)
    })
  )

  live(
    "under way is busy, and a second click joins it",
    Effect.gen(function* () {
      const { state, ask, enrich } = yield* connect()
      const release = holdAnswers(state)
      const first = yield* Effect.forkChild(enrich())
      yield* Deferred.await(state.arrived)
      yield* Effect.sleep(20)
      const busy = yield* ask("preview", preview)
      assert.isAtLeast(busy.state === "busy" ? (busy.forMillis ?? 0) : 0, 19)
      const second = yield* Effect.forkChild(enrich())
      yield* Effect.sleep(20)
      yield* release
      const charged = Effect.map(Effect.all([Fiber.join(first), Fiber.join(second)]), (outcomes) =>
        outcomes.map((outcome) => outcome.state === "match" && outcome.charged)
      )
      assert.deepStrictEqual(yield* charged, [2, 0])
      assert.strictEqual(state.sent.length, 1)
      assert.strictEqual((yield* ask("preview", preview)).state, "cached")
    })
  )
})

describe("pages without a subject", () => {
  live(
    "say so, and what kind of page they are",
    Effect.gen(function* () {
      const { state, ask } = yield* connect()
      const stateAt = (address: string | undefined) => {
        state.address = address
        return ask("preview", preview)
      }
      assert.deepStrictEqual(yield* stateAt("chrome://extensions"), {
        state: "nothingHere",
        at: "elsewhere",
        address: "chrome://extensions"
      })
      assert.deepStrictEqual(yield* stateAt(undefined), { state: "nothingHere", at: "elsewhere", address: "" })
      const feed = "https://network.example/feed/"
      assert.deepStrictEqual(yield* stateAt(feed), { state: "nothingHere", at: "profileSite", address: feed })
      for (const [address, at] of [
        ["http://wiki.corp/start", "local"],
        ["http://192.168.1.20:8123/", "local"],
        ["https://github.com/acme/widgets", "elsewhere"],
        ["https://mail.google.com/mail/u/0/", "elsewhere"]
      ] as const) {
        assert.deepStrictEqual(yield* stateAt(address), { state: "nothingHere", at, address })
      }
      const site = yield* stateAt("https://www.acme.com.au/about")
      assert.strictEqual(site.state === "ready" && site.price.upTo, 1)
      assert.strictEqual(site.state === "ready" && applicationAt(site.address, site.subject.name), undefined)
      const mail = yield* stateAt("https://mail.acme.com.au/")
      assert.strictEqual(mail.state === "ready" && applicationAt(mail.address, mail.subject.name), "mail")
      assert.strictEqual(mail.state === "ready" && mail.subject.name, "acme.com.au")
    })
  )
})
