/** The ledger's table read directly, by SQL of the tests' own: an account of the money that shares nothing with the hub. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/** As it stands in the table. */
export interface LedgerRow {
  readonly id: string
  readonly scope: string
  readonly operation: string
  readonly keys: string
  readonly estimate: number | null
  readonly charged: number | null
  readonly state: "open" | "settled" | "unknown" | "confirmed"
  /** Why its answer, which was paid for, is not kept. */
  readonly unkept: "store" | "contradicted" | null
  readonly run: string
  readonly at_millis: number
  readonly lease_ends_millis: number
}

export interface OpenLedger {
  readonly rows: () => ReadonlyArray<LedgerRow>
  /** When the last open row counts as unknown, Unix time in milliseconds; 0 where none is open. */
  readonly openUntil: () => number
  /** The largest sum of charges and estimates that was seen so far. */
  readonly peak: () => number
  readonly close: () => void
}

const SUM = "SELECT total(CASE state WHEN 'settled' THEN charged ELSE estimate END) AS sum FROM ledger"
const OPEN = "SELECT max(lease_ends_millis) AS at FROM ledger WHERE state = 'open'"
const LOOK_EVERY_MILLIS = 20

/** Looks at the sum all the while: a cap holds at any time, not at the end alone. */
export const openLedger = (directory: string): OpenLedger => {
  let database: DatabaseSync | undefined
  let peak = 0
  const connections = () =>
    (database ??= new DatabaseSync(join(directory, "inlay.db"), { readOnly: true, timeout: 5_000 }))
  const look = (): void => {
    try {
      peak = Math.max(peak, Number(connections().prepare(SUM).get()?.["sum"]))
    } catch {
      // The file or its tables are not there yet.
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MILLIS)
  return {
    rows: () =>
      connections()
        .prepare("SELECT * FROM ledger ORDER BY at_millis, rowid")
        .all() as unknown as ReadonlyArray<LedgerRow>,
    openUntil: () => Number(connections().prepare(OPEN).get()?.["at"] ?? 0),
    peak: () => {
      look()
      return peak
    },
    close: () => {
      clearInterval(timer)
      database?.close()
    }
  }
}
