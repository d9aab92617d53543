/** Which credits a ledger row counts against caps, as SQL. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"

const inBounds = (column: string) => `${column} BETWEEN 0 AND ${MAX_CREDITS}`
/** Matches a row that `readRow` treats as damaged because of its credits, which must not be added to a sum. */
export const IMPOSSIBLE = `(charged IS NOT NULL AND NOT ${inBounds("charged")}
  OR least_counted IS NOT NULL AND NOT ${inBounds("least_counted")})`

/** `counted` of core-http's Ledger, as SQL for a sum. */
export const COUNTED = `CASE WHEN state = 'settled' AND NOT ${IMPOSSIBLE} THEN
    CASE WHEN least_counted > coalesce(charged, 0) THEN least_counted ELSE coalesce(charged, 0) END
  WHEN ${inBounds("estimate")} THEN estimate ELSE 0 END`
