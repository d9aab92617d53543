// Lookups that end after what they are about was erased, or after the account that pays for them was removed: the answer
// is not stored, and what was charged is.
import { assert, describe, it } from "@effect/vitest"
import type { Row } from "@inlay/core-http/Ledger"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { ANN, OF, PURCHASE, SUBJECT, connect, holdAnswers, match, preview, quiet } from "../../../tests/whole-worker.ts"
import { Database, type Store } from "../../../vault/database/Database.ts"

type World = Effect.Success<ReturnType<typeof connect>>

const rowsOf = (database: string, store: Store) =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<ReadonlyArray<unknown>>("test.rows", [store], "readonly", (transaction, give) => {
      const rows: IDBRequest<Array<unknown>> = transaction.objectStore(store).getAll()
      rows.onsuccess = () => give(rows.result)
    })
  ).pipe(Effect.provide(Database.layer(database)))

const deletion = (database: string) =>
  Effect.promise(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(database)
        request.onsuccess = resolve
        request.addEventListener("error", reject)
      })
  )

/** Answers wait from now on. Returns what lets them go. */
const isCompany = (url: unknown) => String(url).endsWith("/enrich/company")
const company = { status: 200, body: { company: { name: "Acme", domain: "acme.com.au" } } }

/** Lookups of every kind, each with what it needs. */
const LOOKUPS: ReadonlyArray<
  [
    name: string,
    before: (world: World) => Effect.Effect<unknown, unknown>,
    look: (world: World) => Effect.Effect<unknown, unknown>
  ]
> = [
  ["a lookup of the page's subject", () => Effect.void, ({ enrich }) => enrich()],
  [
    "a lookup of a person's company",
    ({ enrich }) => enrich(),
    ({ ask }) => ask("employer", { ...SUBJECT, consent: "charge", upTo: 2 })
  ],
  [
    "a lookup that is asked again",
    ({ enrich, state }) =>
      Effect.gen(function* () {
        state.serve = () => "lost"
        yield* enrich()
      }),
    ({ ask }) =>
      Effect.flatMap(ask("spending", OF), ({ unknownCharges }) =>
        ask("askAgain", { ...OF, id: unknownCharges[0]?.id ?? assert.fail("no charge is unknown"), upTo: 2 })
      )
  ]
]

describe.each(LOOKUPS)("%s", (_name, before, look) => {
  it.live.each([
    ["its account was removed", "all", ({ ask }: World) => ask("removeAccount", OF)],
    ["everything was erased", "none", ({ database }: World) => deletion(database)]
  ] as const)("that ends after %s leaves no answer, and of the ledger %s", ([, rowsLeft, change]) =>
    quiet(
      Effect.gen(function* () {
        const world = yield* connect({ cap_day: "" })
        yield* before(world)
        world.state.serve = (request) => (isCompany(request.url) ? company : match(request))
        const release = holdAnswers(world.state)
        const looking = yield* Effect.forkChild(look(world))
        yield* Deferred.await(world.state.arrived)
        yield* change(world)
        yield* release
        yield* Fiber.join(looking)
        assert.deepStrictEqual(yield* rowsOf(world.database, "answers"), [])
        const rows = (yield* rowsOf(world.database, "ledger")) as ReadonlyArray<Row>
        assert.deepStrictEqual(
          rows.filter(({ state, charged }) => !(state === "settled" && Number(charged) > 0) && state !== "confirmed"),
          []
        )
        assert.lengthOf(rows, rowsLeft === "all" ? world.state.sent.length : 0)
      })
    )
  )
})

describe("a person who is erased during a lookup", () => {
  const erasures: ReadonlyArray<[name: string, erase: (world: World) => Effect.Effect<unknown, unknown>]> = [
    ["by the popup", ({ ask }) => ask("forget", SUBJECT)],
    [
      "by the history",
      ({ ask }) =>
        Effect.flatMap(ask("history", OF), ({ rows }) => ask("eraseHistory", { ...OF, ids: rows.map(({ id }) => id) }))
    ]
  ]
  it.live.each(erasures)("%s is gone once both have ended, and both charges are counted", ([, erase]) =>
    quiet(
      Effect.gen(function* () {
        const world = yield* connect({ cap_day: "" })
        yield* world.enrich()
        const release = holdAnswers(world.state)
        const looking = yield* Effect.forkChild(world.enrich(ANN, "refresh"))
        yield* Deferred.await(world.state.arrived)
        const erasing = yield* Effect.forkChild(erase(world), { startImmediately: true })
        // More readings of the database than an erasure has, so that one that does not wait is over.
        yield* Effect.repeat(world.ask("history", OF), { times: 20 })
        yield* release
        yield* Fiber.join(looking)
        yield* Fiber.join(erasing)
        const remaining = yield* Effect.all([rowsOf(world.database, "answers"), rowsOf(world.database, "ledger")])
        assert.notInclude(JSON.stringify(remaining).toLowerCase(), "ann")
        const ahead = yield* world.ask("preview", preview)
        assert.strictEqual(ahead.state === "ready" && ahead.price.spentToday, 4)
      })
    )
  )

  it.live("is waited for as well if the lookup costs nothing", () =>
    quiet(
      Effect.gen(function* () {
        const world = yield* connect({ cap_day: "", price_person: "0" })
        const release = holdAnswers(world.state)
        const look = world.ask("enrich", { ...PURCHASE, upTo: 0 })
        const looking = yield* Effect.forkChild(look)
        yield* Deferred.await(world.state.arrived)
        assert.strictEqual((yield* world.ask("preview", preview)).state, "busy")
        const erasing = yield* Effect.forkChild(world.ask("forget", SUBJECT), { startImmediately: true })
        yield* Effect.repeat(world.ask("history", OF), { times: 20 })
        yield* release
        yield* Fiber.join(looking)
        yield* Fiber.join(erasing)
        assert.deepStrictEqual(yield* rowsOf(world.database, "answers"), [])
      })
    )
  )

  it.live("does not wait for lookups of others", () =>
    quiet(
      Effect.gen(function* () {
        const world = yield* connect({ cap_day: "" })
        yield* world.enrich()
        const release = holdAnswers(world.state)
        world.state.address = "https://network.example/in/bob-tan"
        const looking = yield* Effect.forkChild(world.enrich(world.state.address))
        yield* Deferred.await(world.state.arrived)
        world.state.address = ANN
        assert.deepStrictEqual(yield* world.ask("forget", SUBJECT), { answers: 1, credits: 2 })
        yield* release
        yield* Fiber.join(looking)
        assert.include(JSON.stringify(yield* rowsOf(world.database, "answers")), "bob-tan")
      })
    )
  )
})
