/**
 * The spending ledger in the database. `reserve` decides and writes within one transaction that holds the account and
 * its purse exclusively, so two processes on one database can neither exceed a cap together nor send the same lookup
 * twice.
 */
import {
  CLOCK_TOLERANCE_MILLIS,
  Ledger,
  dayStart,
  decide,
  openRow,
  withOutcome,
  uncachedPurchaseOf,
  type Question,
  type Outcome,
  type Payer,
  type Reservation,
  type ReserveResult,
  type Row,
  type SpendingAt,
  type Spending
} from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

import { COUNTED, IMPOSSIBLE, MAY_BE_UNKNOWN } from "./counted.ts"
import { Database } from "./Database.ts"
import { LEDGER_COLUMNS, readRow, wholeMillis, type LedgerRecord } from "./rows.ts"
import { storeOperation } from "./store-operation.ts"

/** Whether the record is damaged or not. */
const toRow = (record: LedgerRecord): Row => readRow(record).row

/** Compared with NULL, no row matches, so without a purse only rows of the same account count. */
const purseOf = ({ purse }: Payer): string | null => (purse === "" ? null : purse)

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

type SpentRecord = Readonly<Record<"spent_day" | "spent_run" | "spent_principal" | "spent_event", number>>

/** Without a run, its sum is 0: a server's run lasts for months, and so many are its purchases. */
type Counting = Omit<SpendingAt, "run"> & { readonly run?: string }

/** The most recent charge of an operation. */
export interface LastCharge {
  readonly operation: string
  /** Credits. */
  readonly charged: number
  readonly atMillis: number
}

/** What somebody says that an unknown row was charged. */
export interface Settlement {
  /** Credits. */
  readonly charged: number
  /** As in `Reservation`: if false, the row counts at least what it counted before. */
  readonly managesCaps: boolean
}

/** The ledger of all accounts, for those who manage them. */
export class LedgerBook extends Context.Service<
  LedgerBook,
  {
    /**
     * The rows of all accounts with an unknown charge, oldest first. @param principal limits the rows to those of this
     * caller
     */
    readonly unknowns: (nowMillis: number, principal?: string) => Effect.Effect<ReadonlyArray<Row>, StorageError>
    /** The last charge of each of a payer's operations that cost something. */
    readonly lastCharges: (payer: Payer) => Effect.Effect<ReadonlyArray<LastCharge>, StorageError>
    /**
     * Records what an unknown row was charged. Returns false if the row's charge is not unknown, or no longer.
     */
    readonly settle: (id: string, settlement: Settlement, nowMillis: number) => Effect.Effect<boolean, StorageError>
  }
>()("@inlay/sql-stores/LedgerBook") {}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write: commit, repeatable }]) => {
  const countedCredits = sql.literal(COUNTED)
  const columns = sql.literal(LEDGER_COLUMNS)
  /** `isUnknown` of core-http's Ledger, as SQL. */
  const isUnknown = (nowMillis: number) => sql`(state = 'unknown' OR ${sql.literal(IMPOSSIBLE)} OR (state = 'open'
    AND NOT ${nowMillis} BETWEEN at_millis - ${sql.literal(`${CLOCK_TOLERANCE_MILLIS}`)} AND lease_ends_millis - 1))`
  const isOfPayer = (payer: Payer) => sql`(scope = ${payer.scope} OR purse = ${purseOf(payer)})`

  /** Each half is answered from its index alone. */
  const sum = (payer: Payer, where: Fragment) =>
    sql`(SELECT coalesce(sum(${countedCredits}), 0) FROM ledger WHERE scope = ${payer.scope} AND ${where})
      + (SELECT coalesce(sum(${countedCredits}), 0) FROM ledger
        WHERE purse = ${purseOf(payer)} AND scope <> ${payer.scope} AND ${where})`

  const principalSum = (principal: string | undefined, nowMillis: number) =>
    principal === undefined
      ? sql`0`
      : sql`(SELECT coalesce(sum(${countedCredits}), 0) FROM ledger
        WHERE principal = ${principal} AND at_millis >= ${dayStart(nowMillis)})`

  const eventSum = (event: string | undefined) =>
    event === undefined ? sql`0` : sql`(SELECT coalesce(sum(${countedCredits}), 0) FROM ledger WHERE event = ${event})`

  const sums = (payer: Payer, { nowMillis, run, principal, event }: Counting) =>
    sql`SELECT ${sum(payer, sql`at_millis >= ${dayStart(nowMillis)}`)} AS spent_day,
      ${run === undefined ? sql`0` : sum(payer, sql`run = ${run}`)} AS spent_run,
      ${principalSum(principal, nowMillis)} AS spent_principal, ${eventSum(event)} AS spent_event`

  const spentOf = (
    record: SpentRecord | undefined,
    { principal, event }: Pick<SpendingAt, "principal" | "event">
  ): Spending => ({
    day: record?.spent_day ?? 0,
    run: record?.spent_run ?? 0,
    ...(principal !== undefined && { principal: record?.spent_principal ?? 0 }),
    ...(event !== undefined && { event: record?.spent_event ?? 0 })
  })

  const spending = (payer: Payer, at: Counting) =>
    Effect.map(sql<SpentRecord>`${sums(payer, at)}`, ([record]) => spentOf(record, at))

  /**
   * Selects rows that share a key and may block the question. A settled row whose answer is cached cannot. Materialized,
   * because the condition on the payer would otherwise make SQLite read all of the payer's purchases.
   */
  const related = (question: Question, nowMillis: number) =>
    sql`SELECT ${columns} FROM (WITH candidates AS MATERIALIZED (SELECT * FROM ledger WHERE id IN (
        SELECT row_id FROM ledger_keys WHERE ${sql.and([
          sql`operation = ${question.operation}`,
          sql.in("key", question.keys)
        ])}
      )) SELECT * FROM candidates) AS candidates WHERE ${isOfPayer(question)} AND (state IN ('open', 'unknown')
      OR ${sql.literal(IMPOSSIBLE)} OR (state = 'settled' AND unkept_until_millis > ${nowMillis}))`

  const relatedRecords = (question: Question, nowMillis: number) =>
    question.keys.length === 0
      ? Effect.succeed([])
      : sql<LedgerRecord>`${related(question, nowMillis)} ORDER BY at_millis`

  /** Reads everything that a reservation depends on in one query, because other writers wait meanwhile. */
  const relatedSpending = (reservation: Reservation) => {
    const { nowMillis, keys, caps, run, ...others } = reservation
    const counting = { ...others, nowMillis, ...(caps.run !== undefined && { run }) }
    const isCapped = Object.values(caps).some((limit) => limit !== undefined)
    if (!isCapped)
      return Effect.map(relatedRecords(reservation, nowMillis), (records) => ({ records, spent: { day: 0, run: 0 } }))
    if (keys.length === 0) return Effect.map(spending(reservation, counting), (spent) => ({ records: [], spent }))
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

  const unknowns = (nowMillis: number, ...whose: ReadonlyArray<Fragment>) =>
    storeOperation(
      "ledger.unknowns",
      Effect.map(
        repeatable(
          sql<LedgerRecord>`SELECT ${columns} FROM ${sql.literal(MAY_BE_UNKNOWN)}
            WHERE ${sql.and([...whose, isUnknown(nowMillis)])} ORDER BY at_millis`
        ),
        (records) => records.map(toRow)
      )
    )

  const lastCharges = (payer: Payer) =>
    storeOperation(
      "ledger.lastCharges",
      Effect.map(
        repeatable(sql<{ readonly operation: string; readonly charged: number; readonly at_millis: number }>`
          SELECT operation, charged, at_millis FROM (
            SELECT operation, charged, at_millis, row_number() OVER (PARTITION BY operation ORDER BY at_millis DESC) AS place
            FROM ledger WHERE ${isOfPayer(payer)} AND state = 'settled' AND charged > 0
          ) AS charges WHERE place = 1 ORDER BY operation`),
        (rows) => rows.map(({ operation, charged, at_millis }) => ({ operation, charged, atMillis: at_millis }))
      )
    )

  const book = LedgerBook.of({
    unknowns: (nowMillis, principal) =>
      principal === undefined ? unknowns(nowMillis) : unknowns(nowMillis, sql`principal = ${principal}`),
    lastCharges,
    // A single statement, so that a row that another process has settled or retried in the meantime is not changed.
    settle: (id, { charged, managesCaps }, nowMillis) =>
      storeOperation(
        "ledger.settle",
        Effect.map(
          commit(sql`UPDATE ledger SET state = 'settled', charged = ${charged},
              least_counted = ${managesCaps ? null : countedCredits}
            WHERE id = ${id} AND ${isUnknown(nowMillis)} RETURNING id`),
          (rows) => rows.length > 0
        )
      )
  })

  const ledger = Ledger.of({
    reserve: (reservation) => storeOperation("ledger.reserve", reserveOrRelease(reservation)),
    settle: (id, outcome) => storeOperation("ledger.settle", settle(id, outcome)),
    spent: (payer, at) => storeOperation("ledger.spent", repeatable(spending(payer, at))),
    unknowns: (payer, nowMillis) => unknowns(nowMillis, isOfPayer(payer)),
    uncachedPurchase: (question, nowMillis) =>
      storeOperation(
        "ledger.uncachedPurchase",
        Effect.map(repeatable(relatedRecords(question, nowMillis)), (records) =>
          uncachedPurchaseOf(question, records.map(toRow), nowMillis)
        )
      )
  })
  return Context.make(Ledger, ledger).pipe(Context.add(LedgerBook, book))
})

/** The ledger in the tables of a migrated database, and the book of all its rows. */
export const layer: Layer.Layer<Ledger | LedgerBook, never, SqlClient.SqlClient | Database> = Layer.effectContext(make)
