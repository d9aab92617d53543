/**
 * SQL text to `node:sqlite` and back: a bounded cache of prepared statements, parameters in the types SQLite has, and
 * results as rows, arrays or counts. Synchronous; knows nothing of Effect.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"

const MAX_PREPARED = 200

/** What a statement's result is given as: objects, arrays of columns, or the count of changed rows. */
export type ResultKind = "rows" | "arrays" | "changes"

/** How one statement is run. */
export interface RunOptions {
  readonly kind: ResultKind
  /** Keep the statement for the next time. */
  readonly keep: boolean
  /** Give integers as `bigint`. */
  readonly bigInts: boolean
}

const toSql = (value: unknown): SQLInputValue => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value
  if (value === null || value instanceof Uint8Array) return value
  if (value === undefined) return null
  if (typeof value === "boolean") return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  throw new TypeError(`SQLite has no type for a ${typeof value}`)
}

/** Integers as numbers, where they are exact. */
const narrow = (row: Record<string | number, unknown>): void => {
  for (const column in row) {
    const value = row[column]
    if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) row[column] = Number(value)
  }
}

/** Runs SQL text, and keeps what it prepared for it. */
export interface Statements {
  /** Throws what SQLite throws, and a `TypeError` for a parameter of a type that it has not. */
  readonly run: (sql: string, parameters: ReadonlyArray<unknown>, options: RunOptions) => unknown
  /** How many prepared statements are kept. */
  readonly preparedCount: () => number
}

interface Prepared {
  readonly statement: StatementSync
  readonly givesRows: boolean
}

/** The statements of one database. */
export const make = (database: DatabaseSync): Statements => {
  const statements = new Map<string, Prepared>()

  const prepareOnce = (sql: string): Prepared => {
    const statement = database.prepare(sql)
    // Else Node throws for a whole result where one integer of it is beyond 2^53, as in a damaged row; and after an insert
    // has run, once the row's id is.
    statement.setReadBigInts(true)
    return { statement, givesRows: statement.columns().length > 0 }
  }

  const prepare = (sql: string): Prepared => {
    const existing = statements.get(sql)
    // The most recently used stand last, so the first is the one to drop.
    statements.delete(sql)
    const prepared = existing ?? prepareOnce(sql)
    statements.set(sql, prepared)
    if (statements.size > MAX_PREPARED) {
      const [oldest] = statements.keys()
      if (oldest !== undefined) statements.delete(oldest)
    }
    return prepared
  }

  const run = (sql: string, parameters: ReadonlyArray<unknown>, options: RunOptions): unknown => {
    const { statement, givesRows } = options.keep ? prepare(sql) : prepareOnce(sql)
    const values = parameters.map(toSql)
    if (!givesRows) {
      const { changes, lastInsertRowid } = statement.run(...values)
      return options.kind === "changes" ? { changes: Number(changes), lastInsertRowid } : []
    }
    statement.setReturnArrays(options.kind === "arrays")
    const rows = statement.all(...values)
    if (!options.bigInts) for (const row of rows) narrow(row)
    return rows
  }

  return { run, preparedCount: () => statements.size }
}
