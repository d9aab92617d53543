/** The spending rules over ledger rows, shared by all stores. */
import type {
  Question,
  Caps,
  Outcome,
  Payer,
  Reservation,
  ReserveResult,
  Row,
  Spending,
  SpendingAt
} from "./ledger-rows.ts"

const DAY_MILLIS = 86_400_000

/** Returns the Unix time in milliseconds at which the UTC day of a time begins. */
export const dayStart = (millis: number): number => millis - (millis % DAY_MILLIS)

/** Returns the credits that a row counts against a cap. */
export const countedCredits = (row: Pick<Row, "state" | "charged" | "estimate" | "leastCounted">): number =>
  row.state === "settled" ? Math.max(row.charged ?? 0, row.leastCounted ?? 0) : (row.estimate ?? 0)

/**
 * How much clocks may differ. A row dated further in the future was written by a wrong clock, so its lease is not
 * trusted.
 */
export const CLOCK_TOLERANCE_MILLIS = 300_000

/**
 * Returns whether a row's outcome is unknown: it is marked so, its lease ended without an outcome, or it is dated in
 * the future.
 */
export const isUnknown = (row: Pick<Row, "state" | "atMillis" | "leaseEndsMillis">, nowMillis: number): boolean =>
  row.state === "unknown" ||
  (row.state === "open" && (row.leaseEndsMillis <= nowMillis || row.atMillis > nowMillis + CLOCK_TOLERANCE_MILLIS))

/** Returns whether a row's answer was paid for but is not cached, and would still be valid. */
export const isUncached = (row: Pick<Row, "state" | "uncachedUntilMillis">, nowMillis: number): boolean =>
  row.state === "settled" && row.uncachedUntilMillis !== null && row.uncachedUntilMillis > nowMillis

/**
 * Finds the latest of a payer's related rows whose answer is not cached and that blocks the question. A row whose
 * record is about the requested subject blocks every question that shares a key; a row whose record is about somebody
 * else blocks only the exact same question.
 */
export const uncachedPurchaseOf = ({ keys }: Question, rows: ReadonlyArray<Row>, nowMillis: number): Row | undefined =>
  rows.findLast(
    (row) =>
      isUncached(row, nowMillis) &&
      (row.uncached !== "contradicted" ||
        (keys.length === row.keys.length && keys.every((key) => row.keys.includes(key))))
  )

/** Returns why the question is not asked again. @param row as `uncachedPurchaseOf` finds it */
export const uncachedRefusal = ({
  atMillis,
  charged,
  uncached
}: Row): Extract<ReserveResult, { _tag: "Uncached" }> => ({
  _tag: "Uncached",
  since: atMillis,
  charged,
  uncached: uncached ?? "store"
})

/** Returns whether a row is about the same operation and shares a key with what is asked. */
export const isRelated = (row: Row, { operation, keys }: Pick<Question, "operation" | "keys">): boolean =>
  row.operation === operation && row.keys.some((key) => keys.includes(key))

/** Returns whether a row counts for a payer. */
export const isPaidBy = (row: Payer, { scope, purse }: Payer): boolean =>
  row.scope === scope || (purse !== "" && row.purse === purse)

const atLeast = (estimate: number | null, reportedCharge: number | undefined): number | null =>
  reportedCharge === undefined ? estimate : Math.max(estimate ?? 0, reportedCharge)

/** Returns a row with its outcome, which counts whatever somebody said before. */
export const withOutcome = ({ leastCounted: _leastCounted, ...row }: Row, outcome: Outcome): Row =>
  outcome.state === "unknown"
    ? { ...row, state: "unknown", estimate: atLeast(row.estimate, outcome.reportedCredits) }
    : {
        ...row,
        state: "settled",
        charged: outcome.charged,
        keys: [...new Set([...row.keys, ...(outcome.uncached?.keys ?? [])])],
        uncached: outcome.uncached?.uncached ?? null,
        uncachedUntilMillis: outcome.uncached?.uncachedUntilMillis ?? null
      }

/**
 * Returns whether credits are within a limit. Sums of decimals are not exact: 0.1 + 0.2 is within 0.3. Nothing is within
 * a limit that is NaN.
 */
export const isWithin = (credits: number, limit: number): boolean => credits - limit < 1e-9

/** The kinds of caps, in the order in which they are checked. */
export const CAP_KINDS = ["run", "day", "principal", "event"] as const

/** Returns the first cap that an estimate would exceed on top of what was spent. */
export const capReached = (
  caps: Caps,
  spending: Spending,
  estimate: number | null
): Extract<ReserveResult, { _tag: "CapReached" }> | undefined => {
  for (const cap of CAP_KINDS) {
    const limit = caps[cap]
    // If a store does not count the spending of principals or events, every call with such a cap is refused.
    const credits = spending[cap]
    if (limit !== undefined && !(credits !== undefined && isWithin(credits + (estimate ?? 0), limit))) {
      return { _tag: "CapReached", cap, limit, spent: credits ?? limit }
    }
  }
  return undefined
}

/** Returns an unknown row as a reservation's decision leaves it. */
const withDecision = (row: Row, { decision, managesCaps = false }: Reservation): Row =>
  decision === "ask_again"
    ? { ...row, state: "confirmed" }
    : {
        ...row,
        state: "settled",
        charged: decision === "charged" ? row.estimate : 0,
        // Only a damaged row has them, and would block the subject by them still.
        uncached: null,
        uncachedUntilMillis: null,
        ...(!managesCaps && { leastCounted: countedCredits(row) })
      }

/** Credits that count against caps, and whose they are. */
export interface Payment extends Payer, Pick<Row, "run" | "atMillis" | "principal" | "event"> {
  readonly credits: number
}

/** Adds up the payments that count for a payer, a run and, if given, a principal and an event. */
export const spendingOf = (
  payments: ReadonlyArray<Payment>,
  payer: Payer,
  { nowMillis, run, principal, event }: SpendingAt
): Spending => {
  const sum = (isCounted: (payment: Payment) => boolean) =>
    payments.reduce((credits, payment) => (isCounted(payment) ? credits + payment.credits : credits), 0)
  const isToday = ({ atMillis }: Payment) => atMillis >= dayStart(nowMillis)
  return {
    day: sum((payment) => isPaidBy(payment, payer) && isToday(payment)),
    run: sum((payment) => isPaidBy(payment, payer) && payment.run === run),
    ...(principal !== undefined && {
      principal: sum((payment) => payment.principal === principal && isToday(payment))
    }),
    ...(event !== undefined && { event: sum((payment) => payment.event === event) })
  }
}

/** Adds a change to sums. Those that a store does not count stay absent. */
export const addSpending = (spending: Spending, change: Spending): Spending => ({
  day: spending.day + change.day,
  run: spending.run + change.run,
  ...(spending.principal !== undefined && { principal: spending.principal + (change.principal ?? 0) }),
  ...(spending.event !== undefined && { event: spending.event + (change.event ?? 0) })
})

/**
 * The decision of `reserve`, for stores that can read a payer's rows within a transaction. `relatedRows` are the
 * payer's rows that share a key, oldest first; `spending` is the result of `spent`. If the request may be sent,
 * `decidedRows` are the rows with an unknown charge as they are to be written, each only if its charge is still unknown.
 */
export const decide = (
  reservation: Reservation,
  relatedRows: ReadonlyArray<Row>,
  spending: Spending
):
  | Exclude<ReserveResult, { _tag: "Reserved" }>
  | { readonly _tag: "Reserve"; readonly decidedRows: ReadonlyArray<Row> } => {
  const { nowMillis, decision, caps, estimate } = reservation
  const unknownRows = relatedRows.filter((row) => isUnknown(row, nowMillis))
  if (relatedRows.some((row) => row.state === "open" && !isUnknown(row, nowMillis))) return { _tag: "Busy" }
  if (unknownRows[0] !== undefined && decision === "block")
    return { _tag: "UnknownCharge", since: unknownRows[0].atMillis }
  const uncached = uncachedPurchaseOf(reservation, relatedRows, nowMillis)
  if (uncached !== undefined && decision !== "ask_again") {
    return uncachedRefusal(uncached)
  }
  const decidedRows = unknownRows.map((row) => withDecision(row, reservation))
  const changes = decidedRows.map((row, n) => ({
    ...row,
    credits: countedCredits(row) - countedCredits(unknownRows[n] ?? row)
  }))
  const spentAfter = addSpending(spending, spendingOf(changes, reservation, reservation))
  return capReached(caps, spentAfter, estimate) ?? { _tag: "Reserve", decidedRows }
}

/** Returns a row as it is first written. */
export const openRow = (id: string, reservation: Reservation): Row => ({
  id,
  scope: reservation.scope,
  purse: reservation.purse,
  operation: reservation.operation,
  keys: reservation.keys,
  estimate: reservation.estimate,
  charged: null,
  state: "open",
  uncached: null,
  uncachedUntilMillis: null,
  run: reservation.run,
  atMillis: reservation.nowMillis,
  leaseEndsMillis: reservation.nowMillis + reservation.leaseMillis,
  ...(reservation.principal !== undefined && { principal: reservation.principal }),
  ...(reservation.event !== undefined && { event: reservation.event })
})
