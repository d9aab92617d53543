import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"

import { ANN, BOB, connect, live, OF } from "../../tests/whole-worker.ts"
import { Database } from "../../vault/database/Database.ts"

const person = (address: string) => ({ ...OF, tabId: 1, subject: `person ${address}` })

describe("a note", () => {
  live(
    "belongs to the subject of the tab, survives a worker's death, and is deleted by an empty text",
    Effect.gen(function* () {
      const { ask, database, start, state, stop } = yield* connect()
      assert.deepStrictEqual(yield* ask("note", person(ANN)), { text: "" })
      const saved = yield* ask("saveNote", { ...person(ANN), text: " Renewal in March " })
      assert.deepStrictEqual(saved, { text: "Renewal in March" })
      yield* ask("saveNote", { ...person(ANN), text: "Renewal in April" })
      state.address = BOB
      assert.deepStrictEqual(yield* ask("note", person(BOB)), { text: "" })
      const moved = yield* Effect.flip(ask("saveNote", { ...person(ANN), text: "x" }))
      assert.deepStrictEqual(moved.own, { is: "movedOn" })
      state.address = ANN
      yield* stop
      const second = yield* start
      assert.deepStrictEqual(yield* second.ask("note", person(ANN)), { text: "Renewal in April" })
      yield* second.ask("saveNote", { ...person(ANN), text: "  " })
      assert.deepStrictEqual(yield* second.ask("note", person(ANN)), { text: "" })
      const { transact } = yield* Effect.provide(Database, Database.layer(database))
      const count = transact<number>("test.count", ["notes"], "readonly", (transaction, give) => {
        const notes = transaction.objectStore("notes").count()
        notes.onsuccess = () => give(notes.result)
      })
      assert.strictEqual(yield* count, 0)
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "about a company belongs to its site alone",
    Effect.gen(function* () {
      const { ask, state } = yield* connect()
      const site = (domain: string) => ({ ...OF, tabId: 1, subject: `site ${domain}` })
      state.address = "https://www.acme.com.au/about"
      yield* ask("saveNote", { ...site("acme.com.au"), text: "Tender in May" })
      state.address = "https://other.com.au/"
      assert.deepStrictEqual(yield* ask("note", site("other.com.au")), { text: "" })
      state.address = "https://acme.com.au/"
      assert.deepStrictEqual(yield* ask("note", site("acme.com.au")), { text: "Tender in May" })
    })
  )

  live(
    "is forgotten with its subject, and no other note with it",
    Effect.gen(function* () {
      const { ask, state } = yield* connect()
      yield* ask("saveNote", { ...person(ANN), text: "Ann" })
      state.address = BOB
      yield* ask("saveNote", { ...person(BOB), text: "Bob" })
      state.address = ANN
      yield* ask("forget", person(ANN))
      assert.deepStrictEqual(yield* ask("note", person(ANN)), { text: "" })
      state.address = BOB
      assert.deepStrictEqual(yield* ask("note", person(BOB)), { text: "Bob" })
    })
  )
})
