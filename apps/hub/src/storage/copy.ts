/**
 * Copies all contents of a data directory into an empty PostgreSQL database, all or nothing. Rows are copied unchanged:
 * secrets stay sealed, and the name that the seals are bound to comes along. Other programs that write to the directory
 * wait in the meantime. Leases and the directory's clock are not copied, because they are momentary.
 */
import { StorageError } from "@inlay/core-http/StorageError"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** How many rows of each table were copied. */
export type CopiedRows = Readonly<Record<string, number>>

const LEFT_BEHIND: ReadonlySet<string> = new Set([
  "leases",
  "renewals",
  "clock",
  // Every database has its own from the start.
  "subscription_version",
  // Describes a journal that is not copied; it has been read completely.
  "journal_position",
  // A queue that earlier versions had beside the rows of deliveries.
  "dispatch_queue",
  "dispatch_queue_migrations"
])
/** Every database has its one row from the start. */
const DIRECTORY = "directory"
const PAGE = 100

/** Called with the number of rows that are copied so far, and that there are. Nothing is committed before the last. */
export type OnProgress = (progress: { readonly copied: number; readonly total: number }) => void

type Cells = Readonly<Record<string, unknown>>

/** In the order of their creation, so that a row is copied after the rows it refers to. */
const tablesOf = (from: SqlClient) =>
  Effect.map(
    from<{ readonly name: string }>`SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY rowid`,
    (rows) => rows.map(({ name }) => name).filter((name) => !LEFT_BEHIND.has(name))
  )

const countOf = (sql: SqlClient, table: string) =>
  Effect.map(sql<{ readonly rows: number }>`SELECT count(*) AS rows FROM ${sql(table)}`, ([row]) => row?.rows ?? 0)

const refuse = (what: string) => Effect.fail(new StorageError({ operation: "copying", cause: new Error(what) }))

/** Reads all rows of a table page by page, in the order of its primary key. */
const pages = Effect.fnUntraced(function* (from: SqlClient, table: string) {
  const columns = yield* from<{ readonly name: string; readonly pk: number }>`
    SELECT name, pk FROM pragma_table_info(${table}) ORDER BY pk`
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
  const order = from.csv(keys.map((key) => from`${from(key)}`))
  return (last: Cells | undefined): Effect.Effect<ReadonlyArray<Cells>, SqlError> =>
    last === undefined
      ? from<Cells>`SELECT * FROM ${from(table)} ORDER BY ${order} LIMIT ${PAGE}`
      : from<Cells>`SELECT * FROM ${from(table)} WHERE (${order}) > (${from.csv(keys.map((key) => from`${last[key]}`))})
          ORDER BY ${order} LIMIT ${PAGE}`
})

/** @param done called with the number of rows of each page that was copied */
const copyTable = Effect.fnUntraced(function* (
  from: SqlClient,
  to: SqlClient,
  table: string,
  done: (rows: number) => void
) {
  const next = yield* pages(from, table)
  let count = 0
  for (let page = yield* next(undefined); ; page = yield* next(page.at(-1))) {
    const [first, ...others] = page.map((row) => ({ ...row }))
    if (first === undefined) return count
    yield* to`INSERT INTO ${to(table)} ${to.insert([first, ...others])}`.unprepared
    count += page.length
    done(page.length)
    yield* Effect.yieldNow
  }
})

/** Sets the sequences to continue after the copied rows. */
const continueNumbers = (to: SqlClient) =>
  Effect.flatMap(
    to<{ readonly table: string; readonly column: string }>`SELECT table_name AS "table", column_name AS "column"
      FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'`,
    (columns) =>
      Effect.forEach(
        columns,
        ({ table, column }) => to`SELECT setval(pg_get_serial_sequence(${table}, ${column}),
          coalesce((SELECT max(${to(column)}) FROM ${to(table)}), 0) + 1, false)`,
        { discard: true }
      )
  )

const inTransaction = Effect.fnUntraced(function* (from: SqlClient, to: SqlClient, report: OnProgress) {
  const tables = yield* tablesOf(from)
  let total = 0
  for (const table of tables) {
    if (table !== DIRECTORY && (yield* countOf(to, table)) > 0) {
      return yield* refuse(`it is not empty: its table ${table} holds rows already`)
    }
    total += yield* countOf(from, table)
  }
  yield* to`DELETE FROM ${to(DIRECTORY)}`
  const countByTable: Record<string, number> = {}
  let copied = 0
  for (const table of tables) {
    countByTable[table] = yield* copyTable(from, to, table, (rows) => {
      copied += rows
      report({ copied, total })
    })
  }
  yield* continueNumbers(to)
  for (const table of tables) {
    if ((yield* countOf(to, table)) !== (yield* countOf(from, table))) {
      return yield* refuse(`not every row of ${table} arrived`)
    }
  }
  const { [DIRECTORY]: _, ...counts } = countByTable
  return counts
})

/**
 * @param from the directory's database
 * @param to the PostgreSQL database; both must be at the latest version of their tables
 */
export const copy = (
  from: SqlClient,
  to: SqlClient,
  report: OnProgress = () => {}
): Effect.Effect<CopiedRows, StorageError> =>
  storeOperation("copying", from.withTransaction(to.withTransaction(inTransaction(from, to, report))))
