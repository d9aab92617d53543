// The work that a worker does by itself, a moment after its start.
import * as Effect from "effect/Effect"
import { assert, describe, vi } from "vitest"

import { json } from "../tests/hub/stand-in.ts"
import { live as atHub } from "../tests/hub/world.ts"
import { connect, live, makeBrowser, OF } from "../tests/whole-worker.ts"
import { Database, type Store } from "../vault/database/Database.ts"
import { LAST_GOOD } from "../vault/database/snapshot.ts"

interface Answer {
  readonly entry: { readonly expiresAtMillis: number }
}

/** Replaces each record of a store, outside of any worker. */
const change = <A>(database: string, store: Store, by: (record: A) => A) =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<void>("test.change", [store], "readwrite", (transaction, give) => {
      const records: IDBRequest<Array<A>> = transaction.objectStore(store).getAll()
      records.onsuccess = () => {
        for (const record of records.result) transaction.objectStore(store).put(by(record))
        give()
      }
    })
  ).pipe(Effect.provide(Database.layer(database)))

const count = (database: string, store: Store, index?: string, key?: IDBValidKey) =>
  Effect.flatMap(Database, ({ read }) =>
    read<number>("test.count", store, (records, give) => {
      const request = index === undefined ? records.count(key) : records.index(index).count(key)
      request.onsuccess = () => give(request.result)
    })
  ).pipe(Effect.provide(Database.layer(database)))

const eventually = <A>(effect: Effect.Effect<A, unknown>, expected: A) =>
  Effect.promise(() => vi.waitFor(async () => assert.deepStrictEqual(await Effect.runPromise(effect), expected), 5000))

describe("a worker that has started", () => {
  live(
    "deletes the answers that have expired, and repairs damaged purchases",
    Effect.gen(function* () {
      const { database, enrich, start, stop } = yield* connect()
      yield* enrich()
      yield* stop
      yield* change<Answer>(database, "answers", ({ entry, ...rest }) => ({
        ...rest,
        entry: { ...entry, expiresAtMillis: 1 }
      }))
      yield* change<object>(database, "ledger", (row) => ({ ...row, state: 7 }))
      assert.isAbove(yield* count(database, "answers"), 0)
      yield* start
      yield* eventually(count(database, "answers"), 0)
      yield* eventually(count(database, "ledger", "state", "unknown"), 1)
    })
  )

  live(
    "remembers the time, by which the next one recognises a wrong clock",
    Effect.gen(function* () {
      const { database, start } = makeBrowser()
      yield* start
      yield* eventually(count(database, "preferences", undefined, LAST_GOOD), 1)
    })
  )

  live(
    "offers links of the network that an account names, as long as there is one, and again after the browser's start",
    Effect.gen(function* () {
      const { state, start, stop } = yield* connect()
      const sites = ["linkedin.com", "network.example"]
      assert.deepStrictEqual(state.linkSites, sites)
      yield* stop
      state.linkSites = []
      const { ask } = yield* start
      yield* eventually(
        Effect.sync(() => state.linkSites),
        sites
      )
      yield* ask("removeAccount", OF)
      assert.deepStrictEqual(state.linkSites, [])
    })
  )

  atHub("sets the alarm again, which the browser may have forgotten", ({ hub, browser, ask, stop }) =>
    Effect.gen(function* () {
      hub.state.instead = ({ path }) => (path === "/api/events" ? json(200, { events: [], cursor: "0" }) : undefined)
      const at = { plugin: "codehost", account: "hub:work", trigger: "codehost_new_issue", place: "acme/widgets" }
      yield* ask("chooseTrigger", { ...at, title: "New issue", isOn: true })
      yield* stop
      browser.state.wakeSeconds = undefined
      const next = yield* browser.start
      yield* eventually(
        Effect.sync(() => browser.state.wakeSeconds),
        60
      )
      yield* next.stop
    })
  )
})
