/**
 * Finds rows that cannot be read, names them, and on request moves them to a table of their own, so that nothing is
 * lost that somebody could still make sense of. A purchase stays in the ledger as one whose charge is unknown.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { LEDGER_COLUMNS, readEntry, readRow, type LedgerRecord, type LookupRecord } from "@inlay/sql-stores/rows"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { readEventJson, readSubscriptionJson, readTexts } from "./inbound-json.ts"

export interface DamagedRow {
  readonly source: "answer" | "purchase" | "account" | "event" | "delivery" | "subscription"
  /** A name by which a person can find the row: `cached answer 12 of salesdata/main`. */
  readonly name: string
  /** The consequence of the damage, as a sentence. */
  readonly meaning: string
}

export class Damage extends Context.Service<
  Damage,
  {
    /**
     * Reads every row of the cache and the ledger, every event and subscription, and what could not be processed, for
     * `inlay doctor`.
     */
    readonly find: Effect.Effect<ReadonlyArray<DamagedRow>, StorageError>
    /** Finds the same rows, and sets each of them aside. */
    readonly repair: Effect.Effect<ReadonlyArray<DamagedRow>, StorageError>
    /** Writes a row of the size of a long answer and deletes it again: a full disk can be read, but not written. */
    readonly tryToWrite: Effect.Effect<void, StorageError>
    /**
     * Sets aside a stored account with its secrets, which stay sealed. Returns undefined if it is gone by then: another
     * account may have its name.
     *
     * @param also what else ends with the account, in the same transaction. Returns what this returns, too
     */
    readonly setAccountAside: <A, R>(
      id: string,
      name: string,
      also: Effect.Effect<A, StorageError, R>
    ) => Effect.Effect<readonly [DamagedRow, A] | undefined, StorageError, R>
  }
>()("@inlay/hub/Damage") {}

interface EventRecord {
  readonly row: number
  readonly trigger: string
  readonly data: unknown
  readonly places: unknown
  readonly refused: unknown
}

/** What a service sent, and could not be processed. */
interface DeliveryRecord {
  readonly row: number
  /** The account of its hook; the hook itself if that is gone. */
  readonly from: string
  readonly headers: unknown
}

interface SubscriptionRecord {
  readonly row: number | string
  readonly id: unknown
  readonly account: string
  readonly target: unknown
  readonly filters: unknown
  readonly url: unknown
}

const PAGE = 1_000
const LONG_ANSWER_BYTES = 64 * 1024

/** The record as JSON. Bytes and integers beyond 2^53 become text. */
const asJson = (record: object): string =>
  JSON.stringify(record, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString("hex")
    return typeof value === "bigint" ? String(value) : value
  })

/** The keys of a ledger row, in the form of its `keys` column. */
export const keysOf = (sql: SqlClient.SqlClient, id: unknown) =>
  Effect.map(
    sql<{ readonly key: string }>`SELECT DISTINCT key FROM ledger_keys WHERE row_id = ${id} ORDER BY key`,
    (rows) => JSON.stringify(rows.map(({ key }) => key))
  )

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { alone, dialect }]) => {
  /** In a damaged SQLite file, a row's rowid is intact even if its id is not. */
  const rowId = sql.literal(dialect === "sqlite" ? "rowid" : "id")
  const firstRow: number | string = dialect === "sqlite" ? Number.MIN_SAFE_INTEGER : ""
  /** A column that SQLite recognizes as JSON need not be read. */
  const json = (column: string) =>
    sql.literal(dialect === "sqlite" ? `CASE WHEN json_valid(${column}) THEN 'null' ELSE ${column} END` : column)

  /** Scans a table for damaged rows, one page at a time. The event loop is free between pages. */
  const scan = <Key extends number | string, A extends { readonly row: Key }>(
    beforeFirst: NoInfer<Key>,
    page: (after: Key) => Effect.Effect<ReadonlyArray<A>, SqlError>,
    isDamaged: (record: A) => boolean
  ) =>
    Effect.gen(function* () {
      const damagedRows: Array<A> = []
      for (let after: Key = beforeFirst; ;) {
        const records = yield* page(after)
        damagedRows.push(...records.filter(isDamaged))
        const last = records.at(-1)
        if (last === undefined || records.length < PAGE) return damagedRows
        after = last.row
        yield* Effect.yieldNow
      }
    })

  const answers = scan(
    Number.MIN_SAFE_INTEGER,
    (after) => sql<LookupRecord & { readonly row: number }>`SELECT id AS row, id, scope, operation, keys, match, status,
        ${json("body")} AS body, fetched_at_millis, expires_at_millis
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

  // Not the newest, which has to stay: see `inbound/clean-up.ts`.
  const events = scan(
    Number.MIN_SAFE_INTEGER,
    (after) => sql<EventRecord>`SELECT id AS row, trigger_id AS "trigger", ${json("data")} AS data, places, refused
      FROM events WHERE id > ${after} AND id < (SELECT max(id) FROM events) ORDER BY id LIMIT ${PAGE}`,
    (record) => readEventJson(record) === undefined
  )
  const deliveries = scan(
    Number.MIN_SAFE_INTEGER,
    (after) => sql<DeliveryRecord>`SELECT inbox.id AS row, headers,
        coalesce(hooks.plugin || '/' || hooks.account, hook) AS "from"
      FROM inbox LEFT JOIN hooks ON hooks.id = hook
      WHERE inbox.id > ${after} AND state <> 'done' ORDER BY inbox.id LIMIT ${PAGE}`,
    ({ headers }) => readTexts(headers) === undefined
  )

  const subscriptions = scan(
    firstRow,
    (
      after
    ) => sql<SubscriptionRecord>`SELECT ${rowId} AS row, id, plugin || '/' || account AS account, target, filters, url
      FROM subscriptions WHERE ${rowId} > ${after} AND removed_millis IS NULL ORDER BY ${rowId} LIMIT ${PAGE}`,
    (record) => readSubscriptionJson(record) === undefined
  )

  const ofAnswer = ({ row, scope }: LookupRecord & { readonly row: number }): DamagedRow => ({
    source: "answer",
    name: `cached answer ${row} of ${String(scope)}`,
    meaning: "It is not used; the same lookup is sent and paid for again."
  })
  const ofPurchase = ({ id, scope }: LedgerRecord): DamagedRow => ({
    source: "purchase",
    name: `purchase ${String(id)} of ${String(scope)}`,
    meaning: "Its charge counts as unknown, at its estimate if that can be read."
  })

  const ofEvent = ({ row, trigger }: EventRecord): DamagedRow => ({
    source: "event",
    name: `event ${row} of ${trigger}`,
    meaning: "It starts no agent. If its service reports it once more, it counts as new."
  })
  const ofDelivery = ({ row, from }: DeliveryRecord): DamagedRow => ({
    source: "delivery",
    name: `received delivery ${row} of ${from}`,
    meaning: "It starts no agent. Once it is set aside, its service can send it again."
  })
  const ofSubscription = ({ id, account }: SubscriptionRecord): DamagedRow => ({
    source: "subscription",
    name: `subscription ${String(id)} of ${account}`,
    meaning: "It starts no agent and is not listed. Create it anew."
  })

  const find = Effect.map(
    Effect.all([answers, purchases, events, deliveries, subscriptions]),
    ([answerRows, purchaseRows, eventRows, deliveryRows, subscriptionRows]) => [
      ...answerRows.map(ofAnswer),
      ...purchaseRows.map(ofPurchase),
      ...eventRows.map(ofEvent),
      ...deliveryRows.map(ofDelivery),
      ...subscriptionRows.map(ofSubscription)
    ]
  )

  const setAside = ({ source, name }: Omit<DamagedRow, "meaning">, record: object) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => sql`INSERT INTO damaged ${sql.insert({ at_millis: now, source, name, content: asJson(record) })}`
    )

  const repairInbound = Effect.gen(function* () {
    const eventRows = yield* events
    for (const record of eventRows) {
      const [event] = yield* sql<object>`SELECT * FROM events WHERE id = ${record.row}`.unprepared
      yield* setAside(ofEvent(record), { ...event })
      yield* sql`DELETE FROM attempts WHERE delivery IN (SELECT id FROM deliveries WHERE event_id = ${record.row})`
      yield* sql`DELETE FROM deliveries WHERE event_id = ${record.row}`
      yield* sql`DELETE FROM events WHERE id = ${record.row}`
    }
    const deliveryRows = yield* deliveries
    for (const record of deliveryRows) {
      const [delivery] = yield* sql<{
        readonly body: Uint8Array
      }>`SELECT * FROM inbox WHERE id = ${record.row}`.unprepared
      // As text, in which `inlay forget` searches.
      const body = Buffer.from(delivery?.body ?? []).toString()
      yield* setAside(ofDelivery(record), { ...delivery, body })
      yield* sql`DELETE FROM inbox WHERE id = ${record.row}`
    }
    const subscriptionRows = yield* subscriptions
    for (const record of subscriptionRows) {
      const [subscription] = yield* sql<object>`SELECT * FROM subscriptions WHERE ${rowId} = ${record.row}`.unprepared
      yield* setAside(ofSubscription(record), { ...subscription })
      // Not deleted, because it may be the only trace of a webhook: see `inbound/clean-up.ts`.
      yield* sql`UPDATE subscriptions SET enabled = 0, removed_millis = ${yield* Clock.currentTimeMillis}
        WHERE ${rowId} = ${record.row}`
    }
    return [...eventRows.map(ofEvent), ...deliveryRows.map(ofDelivery), ...subscriptionRows.map(ofSubscription)]
  })

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
      yield* sql`UPDATE ledger SET state = 'unknown', charged = NULL, least_counted = NULL, estimate = ${row.estimate}, run = ${row.run},
          keys = ${yield* keysOf(sql, record.id)},
          at_millis = ${at}, lease_ends_millis = ${at}
        WHERE ${rowId} = ${record.row}`
    }
    return [...answerRows.map(ofAnswer), ...purchaseRows.map(ofPurchase), ...(yield* repairInbound)]
  })

  const tryToWrite = Effect.gen(function* () {
    const name = `attempt to write ${crypto.randomUUID()}`
    yield* setAside({ source: "answer", name }, { text: "x".repeat(LONG_ANSWER_BYTES) })
    yield* sql`DELETE FROM damaged WHERE name = ${name}`
  })

  const setAccountAside = Effect.fnUntraced(function* <A, R>(
    id: string,
    name: string,
    also: Effect.Effect<A, StorageError, R>
  ) {
    const row: DamagedRow = {
      source: "account",
      name: `account ${name}`,
      meaning: "Its secrets can no longer be decrypted; connect it again."
    }
    const [account] = yield* sql<object>`SELECT * FROM accounts WHERE id = ${id}`.unprepared
    if (account === undefined) return undefined
    const secrets = yield* sql<object>`SELECT * FROM secrets WHERE account_id = ${id}`.unprepared
    yield* setAside(row, { ...account, secrets })
    yield* sql`DELETE FROM secrets WHERE account_id = ${id}`
    yield* sql`DELETE FROM accounts WHERE id = ${id}`
    const outcome: readonly [DamagedRow, A] = [row, yield* also]
    return outcome
  })

  return Damage.of({
    find: storeOperation("damage.find", find),
    tryToWrite: storeOperation("damage.tryToWrite", alone("damage", tryToWrite)),
    repair: storeOperation("damage.repair", alone("damage", repair)),
    setAccountAside: (id, name, also) =>
      storeOperation("damage.repair", alone("accounts", setAccountAside(id, name, also)))
  })
})

export const layer: Layer.Layer<Damage, never, SqlClient.SqlClient | Database> = Layer.effect(Damage, make)
