/** Which ledger rows count against caps with which credits, and which may be unknown, as SQL. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"

const inBounds = (column: string) => `${column} BETWEEN 0 AND ${MAX_CREDITS}`
/** Matches a row that `readRow` treats as damaged because of its credits, which must not be added to a sum. */
export const IMPOSSIBLE = `(charged IS NOT NULL AND NOT ${inBounds("charged")}
  OR least_counted IS NOT NULL AND NOT ${inBounds("least_counted")})`

/**
 * The rows of all payers whose charge may be unknown, as a table. Materialized, because a condition on the payer would
 * otherwise make the database read all of the payer's purchases.
 */
export const MAY_BE_UNKNOWN = `(WITH candidates AS MATERIALIZED (
    SELECT * FROM ledger WHERE state IN ('open', 'unknown')
    UNION ALL SELECT * FROM ledger WHERE ${IMPOSSIBLE} AND state NOT IN ('open', 'unknown')
  ) SELECT * FROM candidates) AS candidates`

/** `counted` of core-http's Ledger, as SQL for a sum. */
export const COUNTED = `CASE WHEN state = 'settled' AND NOT ${IMPOSSIBLE} THEN
    CASE WHEN least_counted > coalesce(charged, 0) THEN least_counted ELSE coalesce(charged, 0) END
  WHEN ${inBounds("estimate")} THEN estimate ELSE 0 END`
