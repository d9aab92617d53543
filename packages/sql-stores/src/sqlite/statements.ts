/**
 * Runs SQL text with `node:sqlite`: it keeps a limited cache of prepared statements, converts parameters to SQLite's
 * types, and returns results as rows, arrays or counts. It is synchronous and does not depend on Effect.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"

const MAX_PREPARED = 200

/** The form of a statement's result: objects, arrays of columns, or the count of changed rows. */
export type ResultKind = "rows" | "arrays" | "changes"

/** How to run one statement. */
export interface RunOptions {
  readonly kind: ResultKind
  /** Whether to cache the prepared statement. */
  readonly keep: boolean
  /** Whether to return integers as `bigint`. */
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

/** Converts integers to numbers if they are exact. */
const narrow = (row: Record<string | number, unknown>): void => {
  for (const column in row) {
    const value = row[column]
    if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) row[column] = Number(value)
  }
}

/** Runs SQL text, and caches prepared statements. */
export interface Statements {
  /** Throws what SQLite throws, or a `TypeError` for a parameter of a type that SQLite does not have. */
  readonly run: (sql: string, parameters: ReadonlyArray<unknown>, options: RunOptions) => unknown
}

interface Prepared {
  readonly statement: StatementSync
  readonly givesRows: boolean
}

/** Makes the statements of one database. */
export const make = (database: DatabaseSync): Statements => {
  const statements = new Map<string, Prepared>()

  const prepareOnce = (sql: string): Prepared => {
    const statement = database.prepare(sql)
    // Otherwise Node throws for a whole result if one of its integers is beyond 2^53, as in a damaged row, and also
    // after an insert has run if the row's id is.
    statement.setReadBigInts(true)
    return { statement, givesRows: statement.columns().length > 0 }
  }

  const prepare = (sql: string): Prepared => {
    const existing = statements.get(sql)
    // The most recently used statements are last, so the first one is dropped.
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

  return { run }
}
