/**
 * The spending ledger: one row for every paid request, written before it is sent. The row is what a later run, another
 * process or a restarted worker knows of it, so an answer that got lost is never bought twice by accident.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { StorageError } from "../errors/StorageError.ts"

/**
 * `open`: sent, no outcome yet, until its lease ends. `settled`: the charge is known. `unknown`: it may have been charged.
 * `confirmed`: it was unknown, and the user chose to ask again.
 */
export type RowState = "open" | "settled" | "unknown" | "confirmed"

/** Why a paid answer is not kept for its question: the store failed, or the answer is about somebody else. */
export type Unkept = "store" | "contradicted"

/** Whose money a request spends. Rows of the account and rows of its key count alike: the same key is the same money. */
export interface Payer {
  /** The account's scope. */
  readonly scope: string
  /** The key's fingerprint, as `Purse.of` makes it; empty where there is none, and then it is nobody's. */
  readonly purse: string
}

/** One paid request, as it is kept. */
export interface Row extends Payer {
  readonly id: string
  readonly operation: string
  /** Normalised identifiers asked; empty for a search or another call that is not about one subject. */
  readonly keys: ReadonlyArray<string>
  /** The most it may cost, in credits; `null` where the account has no price for it. */
  readonly estimate: number | null
  /** Credits charged once settled; `null` before that, and where the provider and the account's prices do not say. */
  readonly charged: number | null
  readonly state: RowState
  /** Of a settled row: why its answer cannot be had from the cache; `null` where it can. */
  readonly unkept: Unkept | null
  /** Unix time in milliseconds until which such an answer would have been kept, and so until which its lookup is not repeated unasked. */
  readonly unkeptUntilMillis: number | null
  /** Whose lifetime the run cap counts: a process, or an extension worker's browser session. */
  readonly run: string
  /** Unix time in milliseconds. */
  readonly atMillis: number
  /** Unix time in milliseconds after which an open row counts as unknown. */
  readonly leaseEndsMillis: number
  /** Who called, where the program has several callers: as in `SpendingPrincipal`. */
  readonly principal?: string
  /** The event whose run bought it: as in `SpendingEvent`. */
  readonly event?: string
}

/** Credits; absent means no cap. */
export interface Caps {
  readonly run?: number
  readonly day?: number
  /** Of the caller's UTC day, whatever accounts it uses. */
  readonly principal?: number
  /** Of all runs of one event, whatever accounts they use. */
  readonly event?: number
}

/** Credits that count against caps. */
export interface Spent {
  readonly day: number
  readonly run: number
  /** Of the caller's UTC day; absent where nobody asked for it. */
  readonly principal?: number
  /** Of the event's runs; absent where nobody asked for it. */
  readonly event?: number
}

/** When, in which run and, where its own cap counts, by whom and for which event something is bought. */
export interface SpendingAt {
  readonly nowMillis: number
  readonly run: string
  readonly principal?: string
  readonly event?: string
}

/** What is asked, and by whom. */
export interface Asked extends Payer {
  readonly operation: string
  readonly keys: ReadonlyArray<string>
}

/** A paid request about to be sent: what its row will say, and the caps that it must keep. */
export interface Reservation extends Asked {
  readonly estimate: number | null
  readonly run: string
  readonly nowMillis: number
  readonly leaseMillis: number
  readonly caps: Caps
  /** The user chose to ask again although an earlier request's charge is unknown, or its answer was not kept. */
  readonly retryUnknown: boolean
  /** As in `Row`. */
  readonly principal?: string
  readonly event?: string
}

/** Whether the request may be sent: `Reserved` alone says so, and names the row to settle. */
export type ReserveResult =
  | { readonly _tag: "Reserved"; readonly id: string }
  /** Another process is asking the same right now. */
  | { readonly _tag: "Busy" }
  /** An earlier request for the same subject has an unknown charge. */
  | { readonly _tag: "Undecided"; readonly since: number }
  /** The same subject was bought, and the answer was not kept. `charged` is `null` where nobody says how much. */
  | { readonly _tag: "Unkept"; readonly since: number; readonly charged: number | null; readonly unkept: Unkept }
  | { readonly _tag: "CapReached"; readonly cap: keyof Caps; readonly limit: number; readonly spent: number }

/** What became of a paid request; `charged` is `null` where nobody says how much. */
export type Outcome =
  | { readonly state: "settled"; readonly charged: number | null; readonly lost?: LostAnswer }
  /** `told` is what an answer that nobody understands says that it charged, in credits. */
  | { readonly state: "unknown"; readonly told?: number }

/** A paid answer that is not kept for its question. */
export interface LostAnswer {
  readonly unkept: Unkept
  /** Unix time in milliseconds. */
  readonly unkeptUntilMillis: number
  /** Identifiers of the answer's own, under which it would have been kept besides those asked. */
  readonly keys: ReadonlyArray<string>
}

/** The store of rows. Processes that share one never pass a cap together; `ledgerSuite` in `./testing` says what a store must do. */
export class Ledger extends Context.Service<
  Ledger,
  {
    /** Checks unknowns and caps and writes the open row, all in one step that no other process can come between. */
    readonly reserve: (reservation: Reservation) => Effect.Effect<ReserveResult, StorageError>
    /** Writes what became of a reserved request. */
    readonly settle: (id: string, outcome: Outcome) => Effect.Effect<void, StorageError>
    /**
     * Credits of a payer's UTC day, of one run and, where they are named, of a principal's UTC day and of an event: charges
     * known, plus estimates of what is open or unknown.
     */
    readonly spent: (payer: Payer, at: SpendingAt) => Effect.Effect<Spent, StorageError>
    /** Rows of a payer whose charge is unknown, oldest first. */
    readonly unknowns: (payer: Payer, nowMillis: number) => Effect.Effect<ReadonlyArray<Row>, StorageError>
    /** The latest purchase whose answer is not kept and that stands in the way of a question. */
    readonly unkept: (asked: Asked, nowMillis: number) => Effect.Effect<Row | undefined, StorageError>
  }
>()("@inlay/core-http/Ledger") {}

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
const isUnkept = (row: Pick<Row, "state" | "unkeptUntilMillis">, nowMillis: number): boolean =>
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

/** In memory, for programs that keep no data directory. What is settled stays as a sum, so that use does not fill memory. */
export const layerMemory: Layer.Layer<Ledger> = /* @__PURE__ */ Layer.sync(Ledger, () => {
  /** Those that may still stand in a question's way. */
  const rows = new Map<Row["id"], Row>()
  /** Credits of all others: by who paid, by the start of the day and by the run. */
  const sums = new Map<string, Payer & { readonly days: Map<number, number>; readonly runs: Map<string, number> }>()
  /** The same by principal and the start of the day. */
  const principals = new Map<string, number>()
  /** The same by event. */
  const events = new Map<string, number>()
  const principalDay = (principal: string, millis: number) => `${dayStart(millis)}\n${principal}`
  const add = (row: Row) => {
    const payer = `${row.scope}\n${row.purse}`
    const { days, runs } = sums.get(payer) ?? { days: new Map<number, number>(), runs: new Map<string, number>() }
    const day = dayStart(row.atMillis)
    days.set(day, (days.get(day) ?? 0) + counted(row))
    runs.set(row.run, (runs.get(row.run) ?? 0) + counted(row))
    sums.set(payer, { scope: row.scope, purse: row.purse, days, runs })
    if (row.event !== undefined) events.set(row.event, (events.get(row.event) ?? 0) + counted(row))
    if (row.principal === undefined) return
    const key = principalDay(row.principal, row.atMillis)
    principals.set(key, (principals.get(key) ?? 0) + counted(row))
  }
  const principalSpending = (principal: string, nowMillis: number) => {
    let credits = principals.get(principalDay(principal, nowMillis)) ?? 0
    for (const row of rows.values())
      if (row.principal === principal && row.atMillis >= dayStart(nowMillis)) credits += counted(row)
    return credits
  }
  const eventSpending = (event: string) => {
    let credits = events.get(event) ?? 0
    for (const row of rows.values()) if (row.event === event) credits += counted(row)
    return credits
  }
  const of = (payer: Payer) => [...rows.values()].filter((row) => isOf(row, payer))
  const spending = (payer: Payer, at: SpendingAt): Spent => {
    const from = dayStart(at.nowMillis)
    let day = 0
    let run = 0
    for (const payment of sums.values()) {
      if (!isOf(payment, payer)) continue
      for (const [start, credits] of payment.days) if (start >= from) day += credits
      run += payment.runs.get(at.run) ?? 0
    }
    for (const row of of(payer)) {
      if (row.atMillis >= from) day += counted(row)
      if (row.run === at.run) run += counted(row)
    }
    return {
      day,
      run,
      ...(at.principal !== undefined && { principal: principalSpending(at.principal, at.nowMillis) }),
      ...(at.event !== undefined && { event: eventSpending(at.event) })
    }
  }
  const relatedRows = (question: Asked) =>
    of(question).filter(
      (row) => row.operation === question.operation && row.keys.some((key) => question.keys.includes(key))
    )
  const put = (row: Row, nowMillis: number) => {
    if (row.state !== "settled" || isUnkept(row, nowMillis)) return rows.set(row.id, row)
    rows.delete(row.id)
    return add(row)
  }
  return {
    reserve: (reservation) =>
      Effect.sync(() => {
        for (const row of rows.values()) put(row, reservation.nowMillis)
        const decision = decide(reservation, relatedRows(reservation), spending(reservation, reservation))
        if (decision._tag !== "Reserve") return decision
        for (const row of decision.confirm) rows.set(row.id, { ...row, state: "confirmed" })
        const id = crypto.randomUUID()
        rows.set(id, opened(id, reservation))
        return { _tag: "Reserved" as const, id }
      }),
    settle: (id, outcome) =>
      Effect.sync(() => {
        const row = rows.get(id)
        if (row !== undefined) put(settled(row, outcome), row.atMillis)
      }),
    spent: (payer, at) => Effect.sync(() => spending(payer, at)),
    unknowns: (payer, nowMillis) =>
      Effect.sync(() =>
        of(payer)
          .filter((row) => isUnknown(row, nowMillis))
          .sort((a, b) => a.atMillis - b.atMillis)
      ),
    unkept: (question, nowMillis) => Effect.sync(() => unkeptOf(question, relatedRows(question), nowMillis))
  }
})
