/**
 * The spending ledger: one row for every paid request, written before it is sent. The row is what a later run, another
 * process or a restarted worker knows of it, so an answer that got lost is never bought twice by accident.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { StorageError } from "./StorageError.ts"

/**
 * `open`: sent, no outcome yet, until its lease ends. `settled`: the charge is known. `unknown`: it may have been charged.
 * `confirmed`: it was unknown, and the user chose to ask again.
 */
export type RowState = "open" | "settled" | "unknown" | "confirmed"

/** One paid request, as it is kept. */
export interface Row {
  readonly id: string
  /** The account's scope: rows of different accounts never meet. */
  readonly scope: string
  readonly operation: string
  /** Normalised identifiers asked; empty for a search or another call that is not about one subject. */
  readonly keys: ReadonlyArray<string>
  /** The most it may cost, in credits; `null` where the account has no price for it. */
  readonly estimate: number | null
  /** Credits charged once settled; `null` before that, and where the provider and the account's prices do not say. */
  readonly charged: number | null
  readonly state: RowState
  /** Whose lifetime the run cap counts: a process, or an extension worker's browser session. */
  readonly run: string
  /** Unix time in milliseconds. */
  readonly atMillis: number
  /** Unix time in milliseconds after which an open row counts as unknown. */
  readonly leaseEndsMillis: number
}

/** Credits; absent means no cap. */
export interface Caps {
  readonly run?: number
  readonly day?: number
}

/** A paid request about to be sent: what its row will say, and the caps that it must keep. */
export interface Reservation {
  readonly scope: string
  readonly operation: string
  readonly keys: ReadonlyArray<string>
  readonly estimate: number | null
  readonly run: string
  readonly nowMillis: number
  readonly leaseMillis: number
  readonly caps: Caps
  /** The user chose to ask again although an earlier request's charge is unknown. */
  readonly retryUnknown: boolean
}

/** Whether the request may be sent: `Reserved` alone says so, and names the row to settle. */
export type ReserveResult =
  | { readonly _tag: "Reserved"; readonly id: string }
  /** Another process is asking the same right now. */
  | { readonly _tag: "Busy" }
  /** An earlier request for the same subject has an unknown charge. */
  | { readonly _tag: "Undecided"; readonly since: number }
  | { readonly _tag: "CapReached"; readonly cap: keyof Caps; readonly limit: number; readonly spent: number }

/** What became of a paid request; `charged` is `null` where nobody says how much. */
export type Outcome = { readonly state: "settled"; readonly charged: number | null } | { readonly state: "unknown" }

/** The store of rows. Processes that share one never pass a cap together; `ledgerSuite` in `./testing` says what a store must do. */
export class Ledger extends Context.Service<
  Ledger,
  {
    /** Checks unknowns and caps and writes the open row, all in one step that no other process can come between. */
    readonly reserve: (reservation: Reservation) => Effect.Effect<ReserveResult, StorageError>
    /** Writes what became of a reserved request. */
    readonly settle: (id: string, outcome: Outcome) => Effect.Effect<void, StorageError>
    /** Credits of an account's UTC day, and of one run: charges known, plus estimates of what is open or unknown. */
    readonly spent: (
      scope: string,
      at: { readonly nowMillis: number; readonly run: string }
    ) => Effect.Effect<{ readonly day: number; readonly run: number }, StorageError>
    /** Rows of an account whose charge is unknown, oldest first. */
    readonly unknowns: (scope: string, nowMillis: number) => Effect.Effect<ReadonlyArray<Row>, StorageError>
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

/**
 * The decision of `reserve`, for stores that can lay an account's rows before it inside a transaction.
 * `related` are the account's rows that share a key; the sums are what `spent` gives.
 */
export const decide = (
  reservation: Reservation,
  related: ReadonlyArray<Row>,
  spent: { readonly day: number; readonly run: number }
):
  | Exclude<ReserveResult, { _tag: "Reserved" }>
  | { readonly _tag: "Reserve"; readonly confirm: ReadonlyArray<Row> } => {
  const unknown = related.filter((row) => isUnknown(row, reservation.nowMillis))
  if (related.some((row) => row.state === "open" && !isUnknown(row, reservation.nowMillis))) return { _tag: "Busy" }
  if (unknown[0] !== undefined && !reservation.retryUnknown) return { _tag: "Undecided", since: unknown[0].atMillis }
  for (const cap of ["run", "day"] as const) {
    const limit = reservation.caps[cap]
    // Written so that a limit that is no number refuses.
    if (limit !== undefined && !(spent[cap] + (reservation.estimate ?? 0) <= limit)) {
      return { _tag: "CapReached", cap, limit, spent: spent[cap] }
    }
  }
  return { _tag: "Reserve", confirm: unknown }
}

/** A row as it is first written. */
export const opened = (id: string, reservation: Reservation): Row => ({
  id,
  scope: reservation.scope,
  operation: reservation.operation,
  keys: reservation.keys,
  estimate: reservation.estimate,
  charged: null,
  state: "open",
  run: reservation.run,
  atMillis: reservation.nowMillis,
  leaseEndsMillis: reservation.nowMillis + reservation.leaseMillis
})

/** In memory, for programs that keep no data directory. What is settled stays as a sum, so that use does not fill memory. */
export const layerMemory: Layer.Layer<Ledger> = /* @__PURE__ */ Layer.sync(Ledger, () => {
  /** Those that are not settled. */
  const rows = new Map<Row["id"], Row>()
  /** Credits settled, by scope and the start of the day, and by scope and run. */
  const days = new Map<string, Map<number, number>>()
  const runs = new Map<string, number>()
  const runOf = (scope: string, run: string) => `${scope}\n${run}`
  const add = (row: Row) => {
    const day = dayStart(row.atMillis)
    const ofScope = days.get(row.scope) ?? new Map<number, number>()
    days.set(row.scope, ofScope.set(day, (ofScope.get(day) ?? 0) + counted(row)))
    const run = runOf(row.scope, row.run)
    runs.set(run, (runs.get(run) ?? 0) + counted(row))
  }
  const of = (scope: string) => [...rows.values()].filter((row) => row.scope === scope)
  const spent = (scope: string, at: { readonly nowMillis: number; readonly run: string }) => {
    const from = dayStart(at.nowMillis)
    let day = 0
    for (const [start, credits] of days.get(scope) ?? []) if (start >= from) day += credits
    let run = runs.get(runOf(scope, at.run)) ?? 0
    for (const row of of(scope)) {
      if (row.atMillis >= from) day += counted(row)
      if (row.run === at.run) run += counted(row)
    }
    return { day, run }
  }
  return {
    reserve: (reservation) =>
      Effect.sync(() => {
        const related = of(reservation.scope).filter(
          (row) => row.operation === reservation.operation && row.keys.some((key) => reservation.keys.includes(key))
        )
        const decision = decide(reservation, related, spent(reservation.scope, reservation))
        if (decision._tag !== "Reserve") return decision
        for (const row of decision.confirm) rows.set(row.id, { ...row, state: "confirmed" })
        const id = crypto.randomUUID()
        rows.set(id, opened(id, reservation))
        return { _tag: "Reserved" as const, id }
      }),
    settle: (id, outcome) =>
      Effect.sync(() => {
        const row = rows.get(id)
        if (row === undefined) return
        const settled: Row = { ...row, ...outcome }
        if (settled.state === "settled") {
          rows.delete(id)
          add(settled)
        } else rows.set(id, settled)
      }),
    spent: (scope, at) => Effect.sync(() => spent(scope, at)),
    unknowns: (scope, nowMillis) =>
      Effect.sync(() =>
        of(scope)
          .filter((row) => isUnknown(row, nowMillis))
          .sort((a, b) => a.atMillis - b.atMillis)
      )
  }
})
