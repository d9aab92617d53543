import type { Entry } from "@inlay/core-http/LookupCache"
import * as Effect from "effect/Effect"
import { assert, describe, vi } from "vitest"

import { ANN, BOB, FORM, OF, SUBJECT, connect, live, preview, values } from "../../tests/whole-worker.ts"
import { openDatabase } from "../../vault/database/open.ts"

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
    "arrives in parts of 200, newest first: reading thousands takes many seconds; and is erased as a whole",
    Effect.gen(function* () {
      const { ask, database, enrich } = yield* connect()
      yield* enrich()
      yield* Effect.promise(async () => {
        const db = await openDatabase(database)
        const answers = db.transaction("answers", "readwrite").objectStore("answers")
        const first: IDBRequest<Array<{ readonly mark: string; readonly entry: Entry }>> = answers.getAll()
        first.addEventListener("success", () => {
          const { mark, entry } = first.result.find((row) => row.mark.includes("\nprofile@"))!
          for (let n = 1; n < 450; n++) {
            // Those at the end of the first part expire together.
            const expiresAtMillis = entry.expiresAtMillis - (n > 195 && n < 205 ? 205 : n)
            // Of other people, whose answers do not mention the first.
            const other = JSON.parse(JSON.stringify(entry).replaceAll("ann-lee", `ann-lee-${n}`)) as Entry
            answers.put({ mark: `${mark}-${n}`, answer: `${n}`, entry: { ...other, expiresAtMillis } })
          }
        })
        await new Promise((resolve) => answers.transaction.addEventListener("complete", resolve))
        db.close()
      })
      const one = yield* ask("history", OF)
      const two = yield* ask("history", { ...OF, until: one.until })
      const three = yield* ask("history", { ...OF, until: two.until })
      const parts = [one, two, three].map(({ rows }) => rows.map(({ id }) => id))
      assert.deepStrictEqual(
        parts.map(({ length }) => length),
        [206, 200, 44]
      )
      assert.deepStrictEqual(
        parts
          .flat()
          .slice(1)
          .map(Number)
          .toSorted((a, b) => a - b),
        Array.from({ length: 449 }, (_, n) => n + 1)
      )
      assert.deepStrictEqual(three.rows.map(({ id }) => id).slice(0, 2), ["406", "407"])
      assert.isUndefined(three.until)
      assert.deepStrictEqual(yield* ask("eraseHistory", { ...OF, ids: parts.flat() }), { answers: 450 })
    })
  )

  // The popup's preview of a lookup also reads everything that was spent today.
  live(
    "reads each answer without the ledger, whose rows of a day would be read once for each answer",
    Effect.gen(function* () {
      const { ask, database } = yield* history
      const transaction = vi.spyOn(IDBDatabase.prototype, "transaction")
      assert.lengthOf((yield* ask("history", OF)).rows, 2)
      const { calls, contexts } = transaction.mock
      const ofLedger = calls.filter(
        ([names, mode], index) =>
          (contexts[index] as IDBDatabase).name === database && mode === "readonly" && [names].flat().includes("ledger")
      )
      transaction.mockRestore()
      // A worker that has just started reads it once for its mark, perhaps at this moment.
      assert.isBelow(ofLedger.length, 2)
    })
  )

  live(
    "leaves out an answer that has just gone, and sends nothing for it, even if that would be free",
    Effect.gen(function* () {
      const { ask, database, enrich, state } = yield* connect({ price_person: "0" })
      yield* enrich()
      yield* Effect.promise(async () => {
        const db = await openDatabase(database)
        const answers = db.transaction("answers", "readwrite").objectStore("answers")
        // What it was asked by. It is still listed by its address.
        const marks = answers.getAllKeys()
        marks.addEventListener("success", () => {
          for (const mark of marks.result) if (!JSON.stringify(mark).includes("email:")) answers.delete(mark)
        })
        await new Promise((resolve) => answers.transaction.addEventListener("complete", resolve))
        db.close()
      })
      state.sent.length = 0
      assert.deepStrictEqual((yield* ask("history", OF)).rows, [])
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "is of sales data alone",
    Effect.gen(function* () {
      const { ask } = yield* history
      const refusal = yield* Effect.flip(ask("history", { ...OF, plugin: "codehost" }))
      assert.deepStrictEqual(refusal.own, { is: "malformed" })
    })
  )

  live(
    "forgets one and leaves the others, given only its answer",
    Effect.gen(function* () {
      const { ask, state } = yield* history
      const { rows } = yield* ask("history", OF)
      const ann = rows.find(({ record }) => record.fields.name === "ann lee")
      const erasure = yield* ask("eraseHistory", { ...OF, ids: [ann?.id ?? "", "none"] })
      assert.deepStrictEqual(erasure, { answers: 1 })
      assert.deepStrictEqual(
        (yield* ask("history", OF)).rows.map(({ record }) => record.fields.name),
        ["bob tan"]
      )
      assert.deepStrictEqual(yield* ask("eraseHistory", { ...OF, ids: [] }), { answers: 0 })
      state.address = ANN
      assert.strictEqual((yield* ask("preview", preview)).state, "ready")
    })
  )

  live(
    "forgets with a person the answers about others that name their profile",
    Effect.gen(function* () {
      const { ask, enrich, state } = yield* connect()
      yield* enrich()
      const person = { full_name: "Bob Tan", profile_url: BOB, notes: `Reports to ${ANN}.` }
      state.address = BOB
      state.serve = () => ({ status: 200, body: { person } })
      yield* enrich(BOB)
      const { rows } = yield* ask("history", OF)
      const ids = rows.flatMap(({ id, record }) => (record.fields.name === "ann lee" ? [id] : []))
      assert.strictEqual((yield* ask("eraseHistory", { ...OF, ids })).answers, 2)
    })
  )

  live(
    "forgets several at once: to read everything for each would take minutes for a thousand",
    Effect.gen(function* () {
      const { ask } = yield* history
      const { rows } = yield* ask("history", OF)
      const transaction = vi.spyOn(IDBDatabase.prototype, "transaction")
      const erasure = yield* ask("eraseHistory", { ...OF, ids: rows.map(({ id }) => id) })
      const erasures = transaction.mock.calls.filter(
        ([stores, mode]) => mode === "readwrite" && [...stores].includes("notes")
      )
      transaction.mockRestore()
      assert.lengthOf(erasures, 1)
      assert.deepStrictEqual(erasure, { answers: 2 })
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

  live(
    "contains what was bought at a profile site of before",
    Effect.gen(function* () {
      const { ask, state } = yield* history
      yield* ask("saveAccount", { ...FORM, values: { ...values, profile_site: "other.example" }, force: true })
      state.sent.length = 0
      assert.deepStrictEqual(
        (yield* ask("history", OF)).rows.map(({ record }) => record.fields.name),
        ["bob tan", "ann lee"]
      )
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "contains an employer that was bought by its number alone, and forgets it without the person",
    Effect.gen(function* () {
      const { ask, enrich, state } = yield* connect()
      const abn = "53004085616"
      state.serve = ({ body }) =>
        body?.includes("profilenet_slug") === true
          ? {
              status: 200,
              body: { person: { full_name: "Ann Lee", company: { name: "Acme", abn }, profile_url: ANN } }
            }
          : { status: 200, body: { company: { name: "Acme Pty Ltd", abn, industry: "Mining" } } }
      assert.strictEqual((yield* enrich()).state, "match")
      const employer = yield* ask("employer", { ...SUBJECT, consent: "charge", upTo: 2 })
      assert.strictEqual(employer.state, "match")
      state.sent.length = 0
      const { rows } = yield* ask("history", OF)
      assert.deepStrictEqual(
        rows.map(({ record }) => record.fields.name),
        ["Acme Pty Ltd", "Ann Lee"]
      )
      assert.strictEqual(state.sent.length, 0)
      const ids = rows.slice(0, 1).map(({ id }) => id)
      assert.deepStrictEqual(yield* ask("eraseHistory", { ...OF, ids }), { answers: 1 })
      assert.deepStrictEqual((yield* ask("history", OF)).rows, rows.slice(1))
    })
  )
})
