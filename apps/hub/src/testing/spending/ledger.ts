/** Reads the ledger's table with SQL of the tests' own, independently of the hub's code. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"

import type { Place } from "../places.ts"

/** A row as it is in the table. */
export interface LedgerRow {
  readonly id: string
  readonly scope: string
  readonly operation: string
  readonly keys: string
  readonly estimate: number | null
  readonly charged: number | null
  readonly state: "open" | "settled" | "unknown" | "confirmed"
  /** Why the answer that was paid for is not stored. */
  readonly unkept: "store" | "contradicted" | null
  readonly run: string
  readonly at_millis: number
  readonly lease_ends_millis: number
}

export interface OpenLedger {
  readonly rows: () => Promise<ReadonlyArray<LedgerRow>>
  /** When the last open row counts as unknown, in Unix milliseconds; 0 if none is open. */
  readonly openUntil: () => Promise<number>
  /** The largest sum of charges and estimates observed so far. */
  readonly peak: () => Promise<number>
  readonly close: () => Promise<void>
}

const SUM = "SELECT coalesce(sum(CASE state WHEN 'settled' THEN charged ELSE estimate END), 0) AS value FROM ledger"
const OPEN = "SELECT coalesce(max(lease_ends_millis), 0) AS value FROM ledger WHERE state = 'open'"
const ROWS = "SELECT * FROM ledger ORDER BY at_millis, id"
const LOOK_EVERY_MILLIS = 20

type Row = Readonly<Record<string, unknown>>

interface Reader {
  readonly all: (sql: string) => Promise<ReadonlyArray<Row>>
  readonly close: () => Promise<void>
}

const inFile = (directory: string): Reader => {
  let database: DatabaseSync | undefined
  const opened = () => (database ??= new DatabaseSync(join(directory, "inlay.db"), { readOnly: true, timeout: 5_000 }))
  return {
    all: async (sql) => opened().prepare(sql).all(),
    close: async () => database?.close()
  }
}

const onServer = (url: string): Reader => {
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
  return {
    all: (statement) => runtime.runPromise(Effect.flatMap(SqlClient, (sql) => sql.unsafe<Row>(statement))),
    close: () => runtime.dispose()
  }
}

/** Converts the `bigint` values that PostgreSQL returns. */
const narrow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value])
  )

/** Observes the sum continuously, because a cap must hold at any time and not just in the end. */
export const openLedger = ({ directory, url }: Place): OpenLedger => {
  const { all, close } = url === undefined ? inFile(directory) : onServer(url)
  let peak = 0
  let looking: Promise<void> | undefined
  const value = async (statement: string) => Number((await all(statement))[0]?.["value"] ?? 0)
  const look = async (): Promise<void> => {
    try {
      peak = Math.max(peak, await value(SUM))
    } catch {
      // The tables do not exist yet, or the server is restarting.
    }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined))
  }, LOOK_EVERY_MILLIS)
  return {
    rows: async () => (await all(ROWS)).map(narrow) as unknown as ReadonlyArray<LedgerRow>,
    openUntil: () => value(OPEN),
    peak: async () => {
      await look()
      return peak
    },
    close: async () => {
      clearInterval(timer)
      await looking
      await close()
    }
  }
}
