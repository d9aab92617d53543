/**
 * The spending ledger in the database. `reserve` decides and writes within one transaction that holds the account and
 * its purse exclusively, so two processes on one database can neither exceed a cap together nor send the same lookup
 * twice.
 */
import {
  Ledger,
  decide,
  openRow,
  withOutcome,
  uncachedPurchaseOf,
  type Outcome,
  type Reservation,
  type ReserveResult,
  type Row
} from "@inlay/core-http/Ledger"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { Database } from "./Database.ts"
import { ledgerStatements, type SpentRecord } from "./ledger-statements.ts"
import { readRow, wholeMillis, type LedgerRecord } from "./rows.ts"
import { storeOperation } from "./store-operation.ts"

/** Whether the record is damaged or not. */
const toRow = (record: LedgerRecord): Row => readRow(record).row

/**
 * The scopes that a reservation locks. Caps and earlier requests belong to the account, its key, the caller, and the
 * event that caused the call.
 */
const scopesOf = ({ scope, purse, principal, event }: Reservation): ReadonlyArray<string> => [
  `ledger ${scope}`,
  ...(purse === "" ? [] : [`purse ${purse}`]),
  ...(principal === undefined ? [] : [`principal ${principal}`]),
  ...(event === undefined ? [] : [`event ${event}`])
]

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write: commit, repeatable } = yield* Database
  const { columns, isUnknown, isOfPayer, sums, spentOf, spending, related, relatedRecords, unknownRecords } =
    ledgerStatements(sql)

  /** Reads everything that a reservation depends on in one query, because other writers wait meanwhile. */
  const relatedSpending = (reservation: Reservation) => {
    const { nowMillis, caps, run, ...others } = reservation
    const counting = { ...others, nowMillis, ...(caps.run !== undefined && { run }) }
    const isCapped = Object.values(caps).some((limit) => limit !== undefined)
    if (!isCapped)
      return Effect.map(relatedRecords(reservation, nowMillis), (records) => ({ records, spent: { day: 0, run: 0 } }))
    return Effect.map(
      sql<SpentRecord & (LedgerRecord | { readonly id: null })>`SELECT spent_day, spent_run, spent_principal,
        spent_event, ${columns}
        FROM (${sums(reservation, counting)}) AS spent
        LEFT JOIN (${related(reservation, nowMillis)}) AS related ON 1 = 1 ORDER BY at_millis`,
      (records) => ({
        records: records.flatMap((record) => (record.id === null ? [] : [record])),
        spent: spentOf(records[0], reservation)
      })
    )
  }

  const writeKeys = ({ scope, operation, id }: Row, keys: ReadonlyArray<string>) => {
    const records = Array.from(new Set(keys), (key) => ({ scope, operation, key, row_id: id }))
    return Arr.isArrayNonEmpty(records)
      ? Effect.asVoid(sql`INSERT INTO ledger_keys ${sql.insert(records)} ON CONFLICT DO NOTHING`)
      : Effect.void
  }

  const write = (row: Row) =>
    Effect.andThen(
      sql`INSERT INTO ledger ${sql.insert({
        id: row.id,
        scope: row.scope,
        purse: row.purse,
        operation: row.operation,
        keys: JSON.stringify(row.keys),
        estimate: row.estimate,
        charged: row.charged,
        state: row.state,
        run: row.run,
        at_millis: row.atMillis,
        lease_ends_millis: wholeMillis(row.leaseEndsMillis),
        principal: row.principal ?? "",
        event: row.event ?? ""
      })}`,
      writeKeys(row, row.keys)
    )

  const reserve = Effect.fnUntraced(function* (reservation: Reservation) {
    const { records, spent } = yield* relatedSpending(reservation)
    const decision = decide(reservation, records.map(toRow), spent)
    if (decision._tag !== "Reserve") return decision
    const settledBefore = new Set(records.flatMap(({ id, state }) => (state === "settled" ? [id] : [])))
    // Another process may have settled a row since it was read. One that was settled before is damaged.
    for (const { id, state, charged, leastCounted = null, uncached, uncachedUntilMillis } of decision.decidedRows) {
      const isDecidable = settledBefore.has(id) ? sql`state = 'settled'` : isUnknown(reservation.nowMillis)
      yield* sql`UPDATE ledger SET state = ${state}, charged = ${charged}, least_counted = ${leastCounted},
        unkept = ${uncached}, unkept_until_millis = ${uncachedUntilMillis} WHERE id = ${id} AND ${isDecidable}`
    }
    const row = openRow(crypto.randomUUID(), reservation)
    yield* write(row)
    const result: ReserveResult = { _tag: "Reserved", id: row.id }
    return result
  })

  /**
   * Updates a row if the outcome has more than a state and a charge, such as the keys of an answer that is not cached.
   */
  const rewrite = Effect.fnUntraced(function* (id: string, outcome: Outcome) {
    const [record] = yield* sql<LedgerRecord>`SELECT ${columns} FROM ledger WHERE id = ${id}`
    if (record === undefined) return
    const before = toRow(record)
    const row = withOutcome(before, outcome)
    yield* sql`UPDATE ledger SET state = ${row.state}, charged = ${row.charged}, keys = ${JSON.stringify(row.keys)},
      estimate = ${row.estimate}, least_counted = NULL,
      unkept = ${row.uncached}, unkept_until_millis = ${wholeMillis(row.uncachedUntilMillis)} WHERE id = ${id}`
    yield* writeKeys(
      row,
      row.keys.filter((key) => !before.keys.includes(key))
    )
  })

  const settledStatement = (id: string, outcome: Outcome) => {
    if (outcome.state === "unknown" && outcome.reportedCredits === undefined)
      return sql`UPDATE ledger SET state = 'unknown' WHERE id = ${id}`
    return outcome.state === "settled" && outcome.uncached === undefined
      ? sql`UPDATE ledger SET state = 'settled', charged = ${outcome.charged}, least_counted = NULL WHERE id = ${id}`
      : rewrite(id, outcome)
  }
  const settle = (id: string, outcome: Outcome, ...scopes: ReadonlyArray<string>) =>
    repeatable(commit(settledStatement(id, outcome), ...scopes))

  /**
   * If a commit failed, its row may exist all the same: the disk or the answer of the database failed after it. Nothing
   * is sent then, so that row must not count as a request with an unknown charge. A server that is still committing it
   * holds its scopes.
   */
  const reserveOrRelease = (reservation: Reservation) =>
    Effect.suspend(() => {
      let result: ReserveResult | undefined
      const reserving = Effect.tap(reserve(reservation), (reserved) =>
        Effect.sync(() => {
          result = reserved
        })
      )
      const scopes = scopesOf(reservation)
      return Effect.tapError(commit(reserving, ...scopes), () =>
        result?._tag === "Reserved"
          ? Effect.ignore(settle(result.id, { state: "settled", charged: 0 }, ...scopes))
          : Effect.void
      )
    })

  return Ledger.of({
    reserve: (reservation) => storeOperation("ledger.reserve", reserveOrRelease(reservation)),
    settle: (id, outcome) => storeOperation("ledger.settle", settle(id, outcome)),
    spent: (payer, at) => storeOperation("ledger.spent", repeatable(spending(payer, at))),
    unknowns: (payer, nowMillis) =>
      storeOperation(
        "ledger.unknowns",
        Effect.map(repeatable(unknownRecords(nowMillis, isOfPayer(payer))), (records) => records.map(toRow))
      ),
    uncachedPurchase: (question, nowMillis) =>
      storeOperation(
        "ledger.uncachedPurchase",
        Effect.map(repeatable(relatedRecords(question, nowMillis)), (records) =>
          uncachedPurchaseOf(question, records.map(toRow), nowMillis)
        )
      )
  })
})

/** The ledger in the tables of a migrated database. */
export const layer: Layer.Layer<Ledger, never, SqlClient.SqlClient | Database> = Layer.effect(Ledger, make)
