/**
 * SQL text to `node:sqlite` and back: a bounded cache of prepared statements, parameters in the types SQLite has, and
 * results as rows, arrays or counts. Synchronous; knows nothing of Effect.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"

const MAX_PREPARED = 200

export type ResultKind = "rows" | "arrays" | "changes"

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

export const make = (database: DatabaseSync) => {
  const statements = new Map<string, StatementSync>()

  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql)
    // The most recently used stand last, so the first is the one to drop.
    statements.delete(sql)
    const statement = known ?? database.prepare(sql)
    statements.set(sql, statement)
    if (statements.size > MAX_PREPARED) {
      const [oldest] = statements.keys()
      if (oldest !== undefined) statements.delete(oldest)
    }
    return statement
  }

  const run = (sql: string, parameters: ReadonlyArray<unknown>, options: RunOptions): unknown => {
    const statement = options.keep ? prepare(sql) : database.prepare(sql)
    const values = parameters.map(toSql)
    if (statement.columns().length === 0) {
      // Else Node throws after the statement has run, once an inserted row id is beyond 2^53.
      statement.setReadBigInts(true)
      const { changes, lastInsertRowid } = statement.run(...values)
      return options.kind === "changes" ? { changes: Number(changes), lastInsertRowid } : []
    }
    // Else Node throws for a whole result where one integer of it is beyond 2^53, as in a damaged row.
    statement.setReadBigInts(true)
    statement.setReturnArrays(options.kind === "arrays")
    const rows = statement.all(...values)
    if (!options.bigInts) for (const row of rows) narrow(row)
    return rows
  }

  return { run, preparedCount: () => statements.size }
}
