/** A ledger of years: what a preview asks of it takes no longer than on the first day; on both databases. */
import { Ledger } from "@inlay/core-http/Ledger"
import { LedgerBook } from "@inlay/sql-stores/Ledger"
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
    for (let round = 0; round < 5; round++) {
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
      expect(yield* fastest(unknowns)).toBeLessThan(whole / 4)
      expect(yield* fastest(book.unknowns(NOW))).toBeLessThan(whole / 4)
    }).pipe(Effect.scoped, Effect.provide(stores()))
  )
)
