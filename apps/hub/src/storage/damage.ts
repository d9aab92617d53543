/**
 * Rows that cannot be read: found, named, and on demand set aside in a table of their own, so that nothing is lost that
 * somebody may still make sense of. A purchase keeps its place in the ledger as one whose charge nobody knows.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { LEDGER_COLUMNS, readEntry, readRow, type LedgerRecord, type LookupRecord } from "@inlay/sql-stores/rows"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

export interface DamagedRow {
  readonly source: "answer" | "purchase" | "account"
  /** As a person may look for it: `kept answer 12 of salesdata/main`. */
  readonly name: string
  /** What its damage means, as a sentence. */
  readonly meaning: string
}

export class Damage extends Context.Service<
  Damage,
  {
    /** Reads every row of cache and ledger; for `inlay doctor`. */
    readonly find: Effect.Effect<ReadonlyArray<DamagedRow>, StorageError>
    /** The same, and each set aside. */
    readonly repair: Effect.Effect<ReadonlyArray<DamagedRow>, StorageError>
    /** Sets a stored account with its secrets aside, sealed as they are. */
    readonly setAccountAside: (id: string, name: string) => Effect.Effect<DamagedRow, StorageError>
  }
>()("@inlay/hub/Damage") {}

const PAGE = 1_000

/** A column's value in JSON: bytes and what is past 2^53 as text. */
const asJson = (record: object): string =>
  JSON.stringify(record, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString("hex")
    return typeof value === "bigint" ? String(value) : value
  })

/** The keys that lead to a row of the ledger, as its own column holds them. */
export const keysOf = (sql: SqlClient.SqlClient, id: unknown) =>
  Effect.map(
    sql<{ readonly key: string }>`SELECT DISTINCT key FROM ledger_keys WHERE row_id = ${id} ORDER BY key`,
    (rows) => JSON.stringify(rows.map(({ key }) => key))
  )

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { alone, dialect }]) => {
  /** In a damaged file of SQLite, a row's own number is sound where its id is not. */
  const rowId = sql.literal(dialect === "sqlite" ? "rowid" : "id")
  const firstRow: number | string = dialect === "sqlite" ? Number.MIN_SAFE_INTEGER : ""
  /** What SQLite finds to be JSON need not be read. */
  const body = sql.literal(dialect === "sqlite" ? "CASE WHEN json_valid(body) THEN 'null' ELSE body END" : "body")

  /** Every row of a table that `damaged` says something of, a page at a time with the event loop free in between. */
  const scan = <Key extends number | string, A extends { readonly row: Key }>(
    beforeFirst: NoInfer<Key>,
    page: (after: Key) => Effect.Effect<ReadonlyArray<A>, SqlError>,
    isDamaged: (record: A) => boolean
  ) =>
    Effect.gen(function* () {
      const readableRows: Array<A> = []
      for (let after: Key = beforeFirst; ;) {
        const records = yield* page(after)
        readableRows.push(...records.filter(isDamaged))
        const last = records.at(-1)
        if (last === undefined || records.length < PAGE) return readableRows
        after = last.row
        yield* Effect.yieldNow
      }
    })

  const answers = scan(
    Number.MIN_SAFE_INTEGER,
    (after) => sql<LookupRecord & { readonly row: number }>`SELECT id AS row, id, scope, operation, keys, match, status,
        ${body} AS body, fetched_at_millis, expires_at_millis
      FROM lookups WHERE id > ${after} ORDER BY id LIMIT ${PAGE}`,
    (record) => readEntry(record) === undefined
  )
  const purchases = scan(
    firstRow,
    (after: number | string) =>
      sql<LedgerRecord & { readonly row: number | string }>`SELECT ${rowId} AS row, ${sql.literal(LEDGER_COLUMNS)}
        FROM ledger WHERE ${rowId} > ${after} ORDER BY ${rowId} LIMIT ${PAGE}`,
    (record) => readRow(record).isDamaged
  )

  const ofAnswer = ({ row, scope }: LookupRecord & { readonly row: number }): DamagedRow => ({
    source: "answer",
    name: `kept answer ${row} of ${String(scope)}`,
    meaning: "It is not used; the same question is asked, and paid, again."
  })
  const ofPurchase = ({ id, scope }: LedgerRecord): DamagedRow => ({
    source: "purchase",
    name: `purchase ${String(id)} of ${String(scope)}`,
    meaning: "Its charge counts as unknown, at its estimate where that can be read."
  })

  const find = Effect.map(Effect.all([answers, purchases]), ([answerRows, purchaseRows]) => [
    ...answerRows.map(ofAnswer),
    ...purchaseRows.map(ofPurchase)
  ])

  const setAside = ({ source, name }: Omit<DamagedRow, "meaning">, record: object) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => sql`INSERT INTO damaged ${sql.insert({ at_millis: now, source, name, content: asJson(record) })}`
    )

  const repair = Effect.gen(function* () {
    const answerRows = yield* answers
    for (const record of answerRows) {
      const [whole] = yield* sql<LookupRecord>`SELECT * FROM lookups WHERE id = ${record.row}`.unprepared
      yield* setAside(ofAnswer(record), whole ?? record)
      yield* sql`DELETE FROM lookups WHERE id = ${record.row}`
    }
    const purchaseRows = yield* purchases
    const now = yield* Clock.currentTimeMillis
    for (const record of purchaseRows) {
      yield* setAside(ofPurchase(record), record)
      const { row } = readRow(record)
      const at = row.atMillis === 0 ? now : row.atMillis
      yield* sql`UPDATE ledger SET state = 'unknown', charged = NULL, estimate = ${row.estimate}, run = ${row.run},
          keys = ${yield* keysOf(sql, record.id)},
          at_millis = ${at}, lease_ends_millis = ${at}
        WHERE ${rowId} = ${record.row}`
    }
    return [...answerRows.map(ofAnswer), ...purchaseRows.map(ofPurchase)]
  })

  const setAccountAside = Effect.fnUntraced(function* (id: string, name: string) {
    const row: DamagedRow = {
      source: "account",
      name: `account ${name}`,
      meaning: "Its secrets cannot be opened any more; connect it again."
    }
    const [account] = yield* sql<object>`SELECT * FROM accounts WHERE id = ${id}`.unprepared
    const secrets = yield* sql<object>`SELECT * FROM secrets WHERE account_id = ${id}`.unprepared
    yield* setAside(row, { ...account, secrets })
    yield* sql`DELETE FROM secrets WHERE account_id = ${id}`
    yield* sql`DELETE FROM accounts WHERE id = ${id}`
    return row
  })

  return Damage.of({
    find: stored("damage.find", find),
    repair: stored("damage.repair", alone("damage", repair)),
    setAccountAside: (id, name) => stored("damage.repair", alone("accounts", setAccountAside(id, name)))
  })
})

export const layer: Layer.Layer<Damage, never, SqlClient.SqlClient | Database> = Layer.effect(Damage, make)
