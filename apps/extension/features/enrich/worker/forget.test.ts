import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { FORM, ANN, BOB, OF, connect, live, preview, values } from "../../../tests/whole-worker.ts"
import { Database } from "../../../vault/database/Database.ts"

const everything = (database: string) =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<string>("test.all", ["answers", "ledger"], "readonly", (transaction, give) => {
      const answers: IDBRequest<Array<unknown>> = transaction.objectStore("answers").getAll()
      const rows: IDBRequest<Array<unknown>> = transaction.objectStore("ledger").getAll()
      rows.onsuccess = () => give(JSON.stringify([answers.result, rows.result]).toLowerCase())
    })
  ).pipe(Effect.provide(Database.layer(database)))

interface AnswerRow {
  readonly mark: string
  readonly answer: string
}

/** Changes the rows of saved answers. Gives their marks. */
const changeAnswers = (database: string, change: (row: AnswerRow) => object) =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<ReadonlyArray<string>>("test.damage", ["answers"], "readwrite", (transaction, give) => {
      const answers = transaction.objectStore("answers")
      const rows: IDBRequest<Array<AnswerRow>> = answers.getAll()
      rows.onsuccess = () => {
        for (const row of rows.result) answers.put(change(row))
        give(rows.result.map(({ mark }) => mark))
      }
    })
  ).pipe(Effect.provide(Database.layer(database)))

const withForget = (browser: Effect.Success<ReturnType<typeof connect>>) => ({
  ...browser,
  forget: (address = ANN) => browser.ask("forget", { ...OF, tabId: 1, subject: `person ${address}` })
})

/** Ann and Bob are both bought; the tab shows Ann. */
const purchase = Effect.gen(function* () {
  const browser = yield* connect()
  yield* browser.enrich()
  browser.state.address = BOB
  yield* browser.enrich(BOB)
  browser.state.address = ANN
  browser.state.sent.length = 0
  return withForget(browser)
})

describe("forgetting the subject of the popup", () => {
  live(
    "erases all answers and identifiers of that person, and no others; spending is kept, and nothing is sent",
    Effect.gen(function* () {
      const { ask, database, forget, state } = yield* purchase
      assert.include(yield* everything(database), "ann-lee")
      assert.deepStrictEqual(yield* forget(), { answers: 1, credits: 2 })
      const remaining = yield* everything(database)
      for (const text of ["ann-lee", "ann lee"]) assert.notInclude(remaining, text)
      assert.include(remaining, "bob-tan")
      const ahead = yield* ask("preview", preview)
      assert.strictEqual(ahead.state === "ready" && ahead.price.spentToday, 4)
      assert.strictEqual(state.sent.length, 0)
      state.address = BOB
      assert.strictEqual((yield* ask("preview", preview)).state, "cached")
      state.address = ANN
      assert.deepStrictEqual(yield* forget(), { answers: 0, credits: 0 })
    })
  )

  live(
    "erases an answer about another person that names an e-mail address from their record, and nothing more",
    Effect.gen(function* () {
      const { ask, database, enrich, forget, state } = yield* purchase
      const naming = (slug: string, text: string) =>
        Effect.gen(function* () {
          const address = `https://network.example/in/${slug}`
          state.address = address
          state.serve = () => ({
            status: 200,
            body: { person: { full_name: slug.replace("-", " "), profile_url: address, notes: text } }
          })
          assert.strictEqual((yield* enrich(address)).state, "match")
        })
      // The cap of 5 credits leaves no room for a third purchase.
      yield* ask("saveAccount", {
        ...FORM,
        values: { base_url: "https://api.provider.example/v1", profile_site: "network.example", cap_day: "" },
        force: true
      })
      yield* naming("cat-wu", "Reports to Ann-Lee@acme.com.au.")
      yield* naming("dan-ng", "Reports to mary.ann-lee@acme.com.au, see /in/ann-lees")
      state.address = ANN
      assert.strictEqual((yield* forget()).answers, 2)
      const remaining = yield* everything(database)
      assert.notInclude(remaining, "reports to ann-lee@")
      assert.include(remaining, "mary.ann-lee@")
    })
  )

  live(
    "erases an answer about another person that names their address with a percent-encoded capital beyond ASCII",
    Effect.gen(function* () {
      const { database, enrich, forget, state } = yield* connect().pipe(Effect.map(withForget))
      state.serve = () => ({ status: 200, body: { person: { full_name: "Ann Lee", notes: "See /in/%C3%96zge" } } })
      assert.strictEqual((yield* enrich(state.address)).state, "match")
      state.address = "https://network.example/in/%C3%B6zge"
      assert.deepStrictEqual(yield* forget(state.address), { answers: 1, credits: 0 })
      assert.notInclude(yield* everything(database), "zge")
    })
  )

  live(
    "erases a damaged answer by the identifier that it is stored under",
    Effect.gen(function* () {
      const { database, enrich, forget } = yield* connect().pipe(Effect.map(withForget))
      yield* enrich()
      const marks = changeAnswers(database, (row) => (row.mark.includes("\nprofile@") ? { ...row, entry: {} } : row))
      assert.include((yield* marks).join(), "\nprofile@")
      yield* forget()
      assert.deepStrictEqual(yield* marks, [])
    })
  )

  live(
    "erases every row of a damaged answer, of which each names only its own identifier, and no row of another",
    Effect.gen(function* () {
      const { database, forget } = yield* purchase
      const marks = changeAnswers(database, (row) => ({ ...row, entry: { body: "damaged" } }))
      const before = yield* marks
      assert.isAbove(before.filter((mark) => mark.includes("ann-lee")).length, 1)
      assert.deepStrictEqual(yield* forget(), { answers: 1, credits: 2 })
      assert.deepStrictEqual(
        yield* marks,
        before.filter((mark) => mark.includes("bob-tan"))
      )
    })
  )

  live(
    "erases no row of another answer if what tells their rows apart is damaged",
    Effect.gen(function* () {
      const { ask, database, forget, state } = yield* purchase
      yield* changeAnswers(database, ({ answer: _answer, ...row }) => row)
      yield* forget()
      assert.notInclude(yield* everything(database), "ann-lee")
      state.address = BOB
      assert.strictEqual((yield* ask("preview", preview)).state, "cached")
    })
  )

  live(
    "removes the cards from the pages, by whichever page it is forgotten",
    Effect.gen(function* () {
      const { ask, forget, state } = yield* purchase
      assert.strictEqual(state.erasedAll, 0)
      yield* forget()
      assert.strictEqual(state.erasedAll, 1)
      const { rows } = yield* ask("history", OF)
      yield* ask("eraseHistory", { ...OF, ids: rows.map(({ id }) => id) })
      assert.strictEqual(state.erasedAll, 2)
    })
  )

  live(
    "erases nothing if the tab has moved on",
    Effect.gen(function* () {
      const { ask, forget, state } = yield* purchase
      state.address = BOB
      const error = yield* Effect.flip(forget(ANN))
      assert.strictEqual(error.reason, "Conflict")
      assert.strictEqual(state.erasedAll, 0)
      for (const address of [ANN, BOB]) {
        state.address = address
        assert.strictEqual((yield* ask("preview", preview)).state, "cached")
      }
    })
  )

  live(
    "erases a company, and not the people who work there",
    Effect.gen(function* () {
      const { ask, state } = yield* purchase
      const address = "https://acme.com.au/"
      state.address = address
      state.serve = () => ({ status: 200, body: { company: { name: "Acme", domain: "acme.com.au" } } })
      const site = { ...OF, tabId: 1, subject: "site acme.com.au" }
      yield* ask("saveAccount", { ...FORM, values: { ...values, cap_day: "" }, force: true })
      assert.strictEqual((yield* ask("enrich", { ...site, consent: "charge", upTo: 2, place: "popup" })).state, "match")
      assert.lengthOf((yield* ask("history", OF)).rows, 3)
      assert.deepStrictEqual(yield* ask("forget", site), { answers: 1, credits: 1 })
      assert.deepStrictEqual(
        (yield* ask("history", OF)).rows.map(({ record }) => record.of),
        ["person", "person"]
      )
    })
  )
})
