import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterEach, assert, describe, vi } from "vitest"

import { AT_HUB } from "../../tests/hub/paired-worker.ts"
import { json } from "../../tests/hub/stand-in.ts"
import { live as liveAtHub } from "../../tests/hub/world.ts"
import { emptySessionStorage } from "../../tests/session-storage.ts"
import { OF, SUBJECT, connect, holdAnswers, live, match } from "../../tests/whole-worker.ts"
import { Database } from "../../vault/database/Database.ts"
import { lastSearch } from "./last-search.ts"

const CRITERIA = {
  ...OF,
  position: "Buyer",
  seniority: "",
  department: "",
  company: "Acme",
  subject: "profile:mia-nguyen",
  upTo: 5
}

type Connected = Effect.Success<ReturnType<typeof connect>>

afterEach(() => void vi.unstubAllGlobals())

describe("a search for people", () => {
  live(
    "shows its price without sending anything, and is sent once with the fields that are filled in",
    Effect.gen(function* () {
      const { ask, state } = yield* connect({ price_search: "3" })
      state.serve = (request) =>
        String(request.url).endsWith("/search/people")
          ? { status: 200, body: { people: [{ full_name: "Cat Wu", job_title: "Buyer" }], total: 7 } }
          : match(request)
      assert.strictEqual((yield* ask("peoplePrice", OF)).upTo, 3)
      assert.strictEqual(state.sent.length, 0)
      const { people, total, charged } = yield* ask("people", CRITERIA)
      assert.deepStrictEqual(
        [people.map(({ name, title }) => [name, title]), total, charged],
        [[["Cat Wu", "Buyer"]], 7, 3]
      )
      assert.deepStrictEqual(
        state.sent.map(({ body }) => JSON.parse(body ?? "")),
        [{ position: "Buyer", company: "Acme" }]
      )
      assert.strictEqual((yield* ask("spending", OF)).today, 3)
    })
  )

  live(
    "is not sent above the price that the user saw",
    Effect.gen(function* () {
      const { ask, state } = yield* connect({ price_search: "6" })
      const refusal = yield* Effect.flip(ask("people", CRITERIA))
      assert.deepStrictEqual([refusal.guard, refusal.nothing], ["price", "sent"])
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "with an account of another plugin has no price, and is not sent",
    Effect.gen(function* () {
      const { ask, state } = yield* connect()
      const plugin = "codehost"
      const price = yield* Effect.flip(ask("peoplePrice", { ...OF, plugin }))
      const search = yield* Effect.flip(ask("people", { ...CRITERIA, plugin }))
      assert.deepStrictEqual([price.own, search.own], [{ is: "malformed" }, { is: "malformed" }])
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "passes on the provider's next page, which is asked for as it came",
    Effect.gen(function* () {
      const { ask, state } = yield* connect({ price_search: "2" })
      const row = (n: number) => ({ full_name: `Person ${n}`, job_title: "Buyer ".repeat(40) })
      const pages = [Array.from({ length: 90 }, (_, n) => row(n)), [row(90)]]
      state.serve = (request) => {
        if (!String(request.url).endsWith("/search/people")) return match(request)
        const { page = 1 } = JSON.parse(request.body ?? "{}") as { readonly page?: number }
        return { status: 200, body: { people: pages[page - 1], page, total_pages: 2 } }
      }
      const first = yield* ask("people", CRITERIA)
      assert.strictEqual(first.people.length, 90)
      const second = yield* ask("people", { ...CRITERIA, position: "Other", next: first.next ?? {} })
      assert.deepStrictEqual([second.people.map(({ name }) => name), second.next], [["Person 90"], null])
      assert.deepStrictEqual(JSON.parse(state.sent.at(-1)?.body ?? ""), {
        position: "Buyer",
        company: "Acme",
        page: 2
      })
      assert.strictEqual(state.sent.length, 2)
    })
  )

  live(
    "is kept, page after page, until another search, or until somebody is forgotten",
    Effect.gen(function* () {
      emptySessionStorage()
      const { ask, state } = yield* connect({ price_search: "1", cap_day: "9" })
      const pages = () => Effect.promise(() => lastSearch(CRITERIA))
      const names = () =>
        Effect.map(pages(), (all) => all.flatMap(({ output }) => output.people.map(({ name }) => name)))
      state.serve = (request) => {
        if (!String(request.url).endsWith("/search/people")) return match(request)
        const { page = 1, company } = JSON.parse(request.body ?? "") as {
          readonly page?: number
          readonly company: string
        }
        return { status: 200, body: { people: [{ full_name: `${company} ${page}` }], page, total_pages: 2 } }
      }
      assert.deepStrictEqual(yield* names(), [])
      const { next } = yield* ask("people", CRITERIA)
      yield* ask("people", { ...CRITERIA, next: next ?? {} })
      assert.deepStrictEqual(yield* names(), ["Acme 1", "Acme 2"])
      assert.deepStrictEqual(yield* Effect.promise(() => lastSearch({ ...CRITERIA, account: "other" })), [])
      assert.deepStrictEqual(yield* Effect.promise(() => lastSearch({ ...CRITERIA, subject: "other" })), [])
      yield* ask("people", { ...CRITERIA, company: "Other" })
      assert.deepStrictEqual(yield* names(), ["Other 1"])
      // Two popups that asked at once: for the next page of the search before, and twice for that of this one.
      yield* ask("people", { ...CRITERIA, next: next ?? {} })
      assert.deepStrictEqual(yield* names(), ["Other 1"])
      const [{ output } = { output: undefined }] = yield* pages()
      const second = { ...CRITERIA, next: output?.next ?? {} }
      yield* Effect.all([ask("people", second), ask("people", second)], { concurrency: 1 })
      assert.deepStrictEqual(yield* names(), ["Other 1", "Other 2"])
      yield* ask("forget", SUBJECT)
      assert.deepStrictEqual(yield* names(), [])
    })
  )

  const ends = [
    // A later account may have its name.
    ["its account was removed", ({ ask }: Connected) => ask("removeAccount", OF)],
    // It may name them.
    ["somebody was forgotten", ({ ask }: Connected) => ask("forget", SUBJECT)],
    ["saved records were deleted", ({ ask }: Connected) => ask("eraseHistory", { ...OF, ids: [] })],
    // As the settings do by themselves.
    [
      "everything was erased",
      ({ database }: Connected) =>
        Effect.flatMap(Database, ({ transact }) =>
          transact<void>("test.erase", ["accounts"], "readwrite", (transaction, give) => {
            transaction.objectStore("accounts").clear()
            give()
          })
        ).pipe(Effect.provide(Database.layer(database)))
    ]
  ] as const
  for (const [what, end] of ends) {
    live(
      `that ends after ${what} is not kept`,
      Effect.gen(function* () {
        emptySessionStorage()
        const browser = yield* connect({ price_search: "1" })
        const { ask, state } = browser
        state.serve = () => ({ status: 200, body: { people: [{ full_name: "Cat Wu" }] } })
        const release = holdAnswers(state)
        const searching = yield* Effect.forkChild(ask("people", CRITERIA))
        yield* Deferred.await(state.arrived)
        yield* end(browser)
        yield* release
        assert.lengthOf((yield* Fiber.join(searching)).people, 1)
        assert.deepStrictEqual(yield* Effect.promise(() => lastSearch(CRITERIA)), [])
      })
    )
  }

  for (const [what, end] of ends.slice(0, 3)) {
    live(
      `is forgotten once ${what}`,
      Effect.gen(function* () {
        emptySessionStorage()
        const browser = yield* connect({ price_search: "1" })
        browser.state.serve = () => ({ status: 200, body: { people: [{ full_name: "Cat Wu" }] } })
        yield* browser.ask("people", CRITERIA)
        assert.lengthOf(yield* Effect.promise(() => lastSearch(CRITERIA)), 1)
        yield* end(browser)
        assert.deepStrictEqual(yield* Effect.promise(() => lastSearch(CRITERIA)), [])
      })
    )
  }

  live(
    "is bought once if a second popup asks for the same one before the answer, and anew afterwards",
    Effect.gen(function* () {
      emptySessionStorage()
      const { ask, state } = yield* connect({ price_search: "1" })
      state.serve = () => ({ status: 200, body: { people: [{ full_name: "Cat Wu" }] } })
      const release = holdAnswers(state)
      const ofClosedPopup = yield* Effect.forkChild(ask("people", CRITERIA))
      yield* Deferred.await(state.arrived)
      state.arrived = Deferred.makeUnsafe()
      const ofSecondPopup = yield* Effect.forkChild(ask("people", CRITERIA), { startImmediately: true })
      const other = yield* Effect.forkChild(ask("people", { ...CRITERIA, company: "Other" }))
      yield* Deferred.await(state.arrived)
      assert.lengthOf(state.sent, 2)
      yield* release
      assert.deepStrictEqual(yield* Fiber.join(ofSecondPopup), yield* Fiber.join(ofClosedPopup))
      yield* Fiber.join(other)
      assert.strictEqual((yield* ask("spending", OF)).today, 2)
      yield* ask("people", CRITERIA)
      assert.lengthOf(state.sent, 3)
    })
  )

  live(
    "whose next page is under way is bought no second time by a popup with other criteria, which are not sent",
    Effect.gen(function* () {
      const { ask, state } = yield* connect({ price_search: "1" })
      state.serve = () => ({ status: 200, body: { people: [{ full_name: "Cat Wu" }], page: 1, total_pages: 2 } })
      const { next } = yield* ask("people", CRITERIA)
      const release = holdAnswers(state)
      const more = { ...CRITERIA, next: next ?? {} }
      const ofClosedPopup = yield* Effect.forkChild(ask("people", { ...more, position: "Typed since" }))
      yield* Deferred.await(state.arrived)
      const ofSecondPopup = yield* Effect.forkChild(ask("people", more), { startImmediately: true })
      yield* release
      yield* Fiber.joinAll([ofClosedPopup, ofSecondPopup])
      assert.lengthOf(state.sent, 2)
    })
  )

  live(
    "that began before somebody was forgotten is not that of a later click",
    Effect.gen(function* () {
      const { ask, state } = yield* connect({ price_search: "1" })
      state.serve = () => ({ status: 200, body: { people: [{ full_name: "Cat Wu" }] } })
      const release = holdAnswers(state)
      const before = yield* Effect.forkChild(ask("people", CRITERIA))
      yield* Deferred.await(state.arrived)
      yield* ask("forget", SUBJECT)
      const after = yield* Effect.forkChild(ask("people", CRITERIA), { startImmediately: true })
      yield* release
      yield* Fiber.joinAll([before, after])
      assert.lengthOf(state.sent, 2)
    })
  )

  live(
    "that was lost is not sent again by another click, while one for others is",
    Effect.gen(function* () {
      const { ask, state } = yield* connect({ price_search: "2" })
      state.serve = () => "lost"
      const lost = yield* Effect.flip(ask("people", CRITERIA))
      assert.strictEqual(lost.charged, "unknown")
      assert.strictEqual(state.mark, "1")
      const sent = state.sent.length
      state.serve = () => ({ status: 200, body: { people: [], total: 0 } })
      const blocked = yield* Effect.flip(ask("people", CRITERIA))
      assert.deepStrictEqual([blocked.guard, state.sent.length], ["unknownCharge", sent])
      yield* ask("people", { ...CRITERIA, company: "Other" })
      assert.strictEqual(state.sent.length, sent + 1)
    })
  )

  live(
    "without a criterion, without a price under a cap, or offline, is refused before anything is sent",
    Effect.gen(function* () {
      const { ask, state } = yield* connect()
      const empty = yield* Effect.flip(ask("people", { ...CRITERIA, position: " ", company: "" }))
      assert.strictEqual(empty.reason, "Invalid")
      const priceless = yield* Effect.flip(ask("people", { ...CRITERIA, upTo: null }))
      assert.strictEqual(priceless.guard, "cap")
      state.online = false
      const offline = yield* Effect.flip(ask("people", CRITERIA))
      assert.deepStrictEqual(offline.own, { is: "offline" })
      assert.strictEqual(state.sent.length, 0)
    })
  )
})

const CAT = { name: "Cat Wu", jobTitle: "Buyer", company: { name: "Acme" }, location: null, profileUrl: null }
const FOUND = { people: [CAT], total: 1, credits: { charged: 3 } }

describe("a search through a hub", () => {
  liveAtHub("shows what the hub answers", ({ hub, ask }) =>
    Effect.gen(function* () {
      hub.state.instead = ({ path }) => (path.endsWith("/runs") ? json(200, { output: FOUND }) : undefined)
      const { people, total, charged } = yield* ask("people", { ...CRITERIA, ...AT_HUB })
      const line = { name: "Cat Wu", title: "Buyer", company: "Acme", location: null, profileUrl: null }
      assert.deepStrictEqual([people, total, charged], [[line], 1, 3])
      // Its step refuses a criterion that is empty.
      assert.deepInclude(hub.state.asked.at(-1)?.body, { input: { position: "Buyer", company: "Acme" } })
    })
  )

  liveAtHub("is not sent to another hub than the one that named its price", ({ hub, ask }) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ask("people", { ...CRITERIA, ...AT_HUB, hub: "another-hub" }))
      assert.strictEqual(error.nothing, "sent")
      assert.isFalse(hub.state.asked.some(({ path }) => path.endsWith("/runs")))
    })
  )

  liveAtHub("is forgotten when the hub is unpaired, whose accounts' names another hub may use", ({ hub, ask }) =>
    Effect.gen(function* () {
      emptySessionStorage()
      hub.state.instead = ({ path }) => (path.endsWith("/runs") ? json(200, { output: FOUND }) : undefined)
      const search = { ...CRITERIA, ...AT_HUB }
      yield* ask("people", search)
      assert.lengthOf(yield* Effect.promise(() => lastSearch(search)), 1)
      yield* ask("unpairHub", {})
      assert.lengthOf(yield* Effect.promise(() => lastSearch(search)), 0)
    })
  )

  const wrong: ReadonlyArray<readonly [string, object]> = [
    ["a name that is an object", { people: [{ ...CAT, name: {} }] }],
    ["a title that is a number", { people: [{ ...CAT, jobTitle: 5 }] }],
    ["a company that is a text", { people: [{ ...CAT, company: "Acme" }] }],
    ["nobody", { people: [null] }],
    ["a total that is a text", { total: "x" }],
    ["a charge that is none", { credits: { charged: "lots" } }]
  ]
  for (const [title, over] of wrong) {
    liveAtHub(`that answers with ${title} fails, with the charge unknown`, ({ hub, ask }) =>
      Effect.gen(function* () {
        hub.state.instead = ({ path }) =>
          path.endsWith("/runs") ? json(200, { output: { ...FOUND, ...over } }) : undefined
        const error = yield* Effect.flip(ask("people", { ...CRITERIA, ...AT_HUB }))
        assert.deepInclude(error, { own: { is: "unreadable" }, charged: "unknown" })
      })
    )
  }
})
