/** Which ledger rows count against caps, with which credits, and which may be unknown or block a question: as SQL. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import {
  CLOCK_TOLERANCE_MILLIS,
  dayStart,
  type Payer,
  type Question,
  type SpendingAt,
  type Spending
} from "@inlay/core-http/Ledger"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

import { LEDGER_COLUMNS, type LedgerRecord } from "./rows.ts"

const inBounds = (column: string) => `${column} BETWEEN 0 AND ${MAX_CREDITS}`
/** Matches a row that `readRow` treats as damaged because of its credits, which must not be added to a sum. */
const IMPOSSIBLE = `(charged IS NOT NULL AND NOT ${inBounds("charged")}
  OR least_counted IS NOT NULL AND NOT ${inBounds("least_counted")})`

/**
 * The rows of all payers whose charge may be unknown, as a table. Materialized, because a condition on the payer would
 * otherwise make the database read all of the payer's purchases.
 */
const MAY_BE_UNKNOWN = `(WITH candidates AS MATERIALIZED (
    SELECT * FROM ledger WHERE state IN ('open', 'unknown')
    UNION ALL SELECT * FROM ledger WHERE ${IMPOSSIBLE} AND state NOT IN ('open', 'unknown')
  ) SELECT * FROM candidates) AS candidates`

/** `counted` of core-http's Ledger, as SQL for a sum. */
const COUNTED = `CASE WHEN state = 'settled' AND NOT ${IMPOSSIBLE} THEN
    CASE WHEN least_counted > coalesce(charged, 0) THEN least_counted ELSE coalesce(charged, 0) END
  WHEN ${inBounds("estimate")} THEN estimate ELSE 0 END`

/** Compared with NULL, no row matches, so without a purse only rows of the same account count. */
export const purseOf = ({ purse }: Payer): string | null => (purse === "" ? null : purse)

export type SpentRecord = Readonly<Record<"spent_day" | "spent_run" | "spent_principal" | "spent_event", number>>

/** Without a run, its sum is 0: a server's run lasts for months, and so many are its purchases. */
export type Counting = Omit<SpendingAt, "run"> & { readonly run?: string }

/** The statements that the ledger and its book share. */
export const ledgerStatements = (sql: SqlClient) => {
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
    sql<LedgerRecord>`${related(question, nowMillis)} ORDER BY at_millis`

  /** The rows of all payers with an unknown charge, oldest first. */
  const unknownRecords = (nowMillis: number, ...whose: ReadonlyArray<Fragment>) =>
    sql<LedgerRecord>`SELECT ${columns} FROM ${sql.literal(MAY_BE_UNKNOWN)}
      WHERE ${sql.and([...whose, isUnknown(nowMillis)])} ORDER BY at_millis`

  return {
    columns,
    countedCredits,
    isUnknown,
    isOfPayer,
    sums,
    spentOf,
    spending,
    related,
    relatedRecords,
    unknownRecords
  }
}
