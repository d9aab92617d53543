/** What the rules of spending say of rows, for every store of them alike. */
import type { Asked, Caps, Outcome, Payer, Reservation, ReserveResult, Row, Spent } from "./ledger-rows.ts"

const DAY_MILLIS = 86_400_000

/** Unix time in milliseconds at which the UTC day of a moment begins. */
export const dayStart = (millis: number): number => millis - (millis % DAY_MILLIS)

/** What a row counts against a cap. */
export const counted = (row: Pick<Row, "state" | "charged" | "estimate">): number =>
  row.state === "settled" ? (row.charged ?? 0) : (row.estimate ?? 0)

/** What clocks may differ by. A row that is dated further ahead was written by a wrong one, and its lease says nothing. */
export const CLOCK_TOLERANCE_MILLIS = 300_000

/** Whether nobody knows what became of the row: marked so, its lease ended without an outcome, or it is of the future. */
export const isUnknown = (row: Pick<Row, "state" | "atMillis" | "leaseEndsMillis">, nowMillis: number): boolean =>
  row.state === "unknown" ||
  (row.state === "open" && (row.leaseEndsMillis <= nowMillis || row.atMillis > nowMillis + CLOCK_TOLERANCE_MILLIS))

/** Whether the row's answer was paid for, and is not kept, and still would be. */
export const isUnkept = (row: Pick<Row, "state" | "unkeptUntilMillis">, nowMillis: number): boolean =>
  row.state === "settled" && row.unkeptUntilMillis !== null && row.unkeptUntilMillis > nowMillis

/**
 * The latest of an asker's rows that share a key whose answer is not kept and that stands in the question's way. The record
 * of whom was asked leads there by any one identifier; one of somebody else says nothing of a question that asks otherwise.
 */
export const unkeptOf = ({ keys }: Asked, rows: ReadonlyArray<Row>, nowMillis: number): Row | undefined =>
  rows.findLast(
    (row) =>
      isUnkept(row, nowMillis) &&
      (row.unkept !== "contradicted" ||
        (keys.length === row.keys.length && keys.every((key) => row.keys.includes(key))))
  )

/** Whether a row counts for a payer. */
export const isOf = (row: Payer, { scope, purse }: Payer): boolean =>
  row.scope === scope || (purse !== "" && row.purse === purse)

const atLeast = (estimate: number | null, reportedCharge: number | undefined): number | null =>
  reportedCharge === undefined ? estimate : Math.max(estimate ?? 0, reportedCharge)

/** What is written of a row once its outcome is known. */
export const settled = (row: Row, outcome: Outcome): Row =>
  outcome.state === "unknown"
    ? { ...row, state: "unknown", estimate: atLeast(row.estimate, outcome.told) }
    : {
        ...row,
        state: "settled",
        charged: outcome.charged,
        keys: [...new Set([...row.keys, ...(outcome.lost?.keys ?? [])])],
        unkept: outcome.lost?.unkept ?? null,
        unkeptUntilMillis: outcome.lost?.unkeptUntilMillis ?? null
      }

/** The first cap that an estimate would pass beside what is spent. */
export const capReached = (
  caps: Caps,
  spending: Spent,
  estimate: number | null
): Extract<ReserveResult, { _tag: "CapReached" }> | undefined => {
  for (const cap of ["run", "day", "principal", "event"] as const) {
    const limit = caps[cap]
    // A store that does not count what a principal or an event spends refuses every call that has such a cap.
    const credits = spending[cap] ?? Number.NaN
    // Written so that a limit that is no number refuses.
    if (limit !== undefined && !(credits + (estimate ?? 0) <= limit)) {
      return { _tag: "CapReached", cap, limit, spent: Number.isNaN(credits) ? limit : credits }
    }
  }
  return undefined
}

/**
 * The decision of `reserve`, for stores that can lay a payer's rows before it inside a transaction.
 * `related` are the payer's rows that share a key, oldest first; the sums are what `spent` gives.
 */
export const decide = (
  reservation: Reservation,
  relatedRows: ReadonlyArray<Row>,
  spending: Spent
):
  | Exclude<ReserveResult, { _tag: "Reserved" }>
  | { readonly _tag: "Reserve"; readonly confirm: ReadonlyArray<Row> } => {
  const unknownRows = relatedRows.filter((row) => isUnknown(row, reservation.nowMillis))
  if (relatedRows.some((row) => row.state === "open" && !isUnknown(row, reservation.nowMillis))) return { _tag: "Busy" }
  if (unknownRows[0] !== undefined && !reservation.retryUnknown)
    return { _tag: "Undecided", since: unknownRows[0].atMillis }
  const unkept = unkeptOf(reservation, relatedRows, reservation.nowMillis)
  if (unkept !== undefined && !reservation.retryUnknown) {
    return { _tag: "Unkept", since: unkept.atMillis, charged: unkept.charged, unkept: unkept.unkept ?? "store" }
  }
  return capReached(reservation.caps, spending, reservation.estimate) ?? { _tag: "Reserve", confirm: unknownRows }
}

/** A row as it is first written. */
export const opened = (id: string, reservation: Reservation): Row => ({
  id,
  scope: reservation.scope,
  purse: reservation.purse,
  operation: reservation.operation,
  keys: reservation.keys,
  estimate: reservation.estimate,
  charged: null,
  state: "open",
  unkept: null,
  unkeptUntilMillis: null,
  run: reservation.run,
  atMillis: reservation.nowMillis,
  leaseEndsMillis: reservation.nowMillis + reservation.leaseMillis,
  ...(reservation.principal !== undefined && { principal: reservation.principal }),
  ...(reservation.event !== undefined && { event: reservation.event })
})
