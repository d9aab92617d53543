/** A ledger of years: what a preview or a purchase asks takes no longer than on the first day; on both databases. */
import { Ledger, type Caps } from "@inlay/core-http/Ledger"
import { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it } from "vitest"

import { backends } from "../testing/backends.ts"

const { all } = backends()

const PURCHASES = 100_000
const PAYER = { scope: "salesdata/main", purse: "purse" }
const NOW = Date.UTC(2026, 10, 22, 12)

/** Rows of the last years, all settled except two: one is unknown, and one has an impossible charge. */
const fill = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${PURCHASES})
    INSERT INTO ledger (id, scope, purse, operation, keys, estimate, charged, state, run, at_millis, lease_ends_millis)
    SELECT 'row ' || n, 'salesdata/main', 'purse', 'enrichPerson', '[]', 1, CASE WHEN n = 2 THEN -1 ELSE 1 END,
      CASE WHEN n = 1 THEN 'unknown' ELSE 'settled' END, 'run', ${NOW} - n * 1000, ${NOW} - n * 1000 FROM numbers`
)

/** The shortest of several times in milliseconds. */
const fastest = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let millis = Infinity
    for (let round = 0; round < 20; round++) {
      const start = performance.now()
      yield* effect
      millis = Math.min(millis, performance.now() - start)
    }
    return millis
  })

it.each(all)("unknown charges are found without reading all purchases, on $name", { timeout: 60_000 }, ({ stores }) =>
  Effect.runPromise(
    Effect.gen(function* () {
      yield* fill
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger
      const book = yield* LedgerBook
      const idsOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)
      const unknowns = ledger.unknowns(PAYER, NOW)
      expect(idsOf(yield* unknowns)).toEqual(["row 2", "row 1"])
      expect(idsOf(yield* book.unknowns(NOW))).toEqual(["row 2", "row 1"])
      const whole = yield* fastest(sql`SELECT sum(charged) FROM ledger WHERE keys <> ''`)
      expect(yield* fastest(unknowns)).toBeLessThan(whole / 2)
      expect(yield* fastest(book.unknowns(NOW))).toBeLessThan(whole / 2)
    }).pipe(Effect.scoped, Effect.provide(stores()))
  )
)

it.each(all)("an earlier purchase is found by its keys alone, on $name", { timeout: 60_000 }, ({ stores }) =>
  Effect.runPromise(
    Effect.gen(function* () {
      yield* fill
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO ledger_keys (scope, operation, key, row_id)
        VALUES ('salesdata/main', 'enrichPerson', 'key', 'row 7')`
      yield* sql`UPDATE ledger SET unkept = 'store', unkept_until_millis = ${NOW + 1} WHERE id = 'row 7'`
      const ledger = yield* Ledger
      const uncached = ledger.uncachedPurchase({ ...PAYER, operation: "enrichPerson", keys: ["key"] }, NOW)
      expect(yield* uncached).toMatchObject({ id: "row 7" })
      const whole = yield* fastest(sql`SELECT sum(charged) FROM ledger WHERE keys <> ''`)
      expect(yield* fastest(uncached)).toBeLessThan(whole / 2)
    }).pipe(Effect.scoped, Effect.provide(stores()))
  )
)

it.each(all)(
  "a purchase without a run cap does not wait for a sum of the whole run, on $name",
  { timeout: 60_000 },
  ({ stores }) =>
    Effect.runPromise(
      Effect.gen(function* () {
        yield* fill
        const ledger = yield* Ledger
        const tomorrow = NOW + 24 * 3_600_000
        const reserve = (caps: Caps) =>
          Effect.suspend(() =>
            ledger.reserve({
              ...PAYER,
              operation: "enrichPerson",
              keys: [crypto.randomUUID()],
              estimate: 1,
              run: "run",
              nowMillis: tomorrow,
              leaseMillis: 1_000,
              caps,
              decision: "block"
            })
          )
        expect(yield* reserve({ day: 100 })).toMatchObject({ _tag: "Reserved" })
        // Refused, so that nothing is written: a disk may take longer than any sum.
        const ofDay = reserve({ day: 0 })
        const ofRun = reserve({ day: 100, run: PURCHASES })
        expect(yield* ofDay).toMatchObject({ _tag: "CapReached", cap: "day", spent: 1 })
        expect(yield* ofRun).toMatchObject({ _tag: "CapReached", cap: "run", spent: PURCHASES + 1 })
        expect(yield* fastest(ofDay)).toBeLessThan((yield* fastest(ofRun)) / 2)
      }).pipe(Effect.scoped, Effect.provide(stores()))
    )
)
