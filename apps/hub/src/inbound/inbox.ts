/** Received deliveries as they arrived, until they are processed. One row for each body, whatever the delivery ids. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { removeInBatches } from "../storage/batches.ts"
import { deliveriesOf } from "../storage/paths.ts"
import * as ByJournal from "./receive/by-journal.ts"
import * as ByStatement from "./receive/by-statement.ts"
import type { Finish, Receiving } from "./receive/receiving.ts"

/** How the hub learned of an event. */
export type Source = "webhook" | "poll" | "redelivery"

export interface ReceivedDelivery {
  readonly hook: string
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly source: Source
}

export interface InboxRow extends Omit<ReceivedDelivery, "headers"> {
  readonly id: number
  /** JSON. */
  readonly headers: string
  readonly receivedMillis: number
  readonly tries: number
}

/** Names of headers that are not stored: secrets, and what no later step needs. */
const LEFT_OUT = /signature|authorization|cookie|secret|token|^host$|^connection$|^x-forwarded|^forwarded$/

/** How long bodies are kept: for inspection, and if they were tried and cannot be processed. */
const KEPT = Duration.days(7)
const BATCH = 100

export class Inbox extends Context.Service<
  Inbox,
  Omit<Receiving, "add" | "tidy"> & {
    /** Stores a delivery. Once `finish` reports success, it survives a crash. */
    readonly add: (delivery: ReceivedDelivery & { readonly receivedMillis: number }, finish: Finish) => void
    /** The deliveries that are due, longest due first. */
    readonly due: (limit: number) => Effect.Effect<ReadonlyArray<InboxRow>, StorageError>
    /**
     * Marks rows as processed, within a transaction. Returns the ids of those that no other process has marked, and
     * whose hook still has the account as which they were read. One that was renamed meanwhile is read again.
     */
    readonly claim: (
      rows: ReadonlyArray<{ readonly id: number; readonly account: string }>
    ) => Effect.Effect<ReadonlySet<number>, SqlError>
    /** Marks a delivery as permanently unreadable. */
    readonly refuse: (id: number, problem: string) => Effect.Effect<void, StorageError>
    /** Makes a delivery that cannot be processed now due again later, with exponential backoff. */
    readonly postpone: (row: Pick<InboxRow, "id" | "tries">, problem: string) => Effect.Effect<void, StorageError>
    /** Removes what was received long ago, except what nobody has tried to process yet: the hub may have been stopped. */
    readonly sweep: Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/Inbox") {}

const FIRST_PAUSE_MILLIS = 1_000
const LONGEST_PAUSE_MILLIS = 300_000

/** Returns JSON, without the headers that are not stored. */
const headersOf = (headers: ReceivedDelivery["headers"]): string => {
  const storedHeaders: Record<string, string | undefined> = {}
  for (const name of Object.keys(headers)) if (!LEFT_OUT.test(name)) storedHeaders[name] = headers[name]
  return JSON.stringify(storedHeaders)
}

/** In a journal beside an SQLite file; directly in the database if it is in memory or on a server. */
const receivingOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, isFile: boolean) {
  const [main] = isFile ? yield* Effect.orDie(sql<{ readonly file: string | null }>`PRAGMA database_list`) : []
  return yield* main?.file ? ByJournal.make(deliveriesOf(main.file)) : ByStatement.make
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, repeatable, dialect } = yield* Database
  const { add, tidy, ...receiving } = yield* receivingOf(sql, dialect === "sqlite")
  return Inbox.of({
    ...receiving,
    add: ({ headers, ...delivery }, finish) => add({ ...delivery, headers: headersOf(headers) }, finish),
    due: Effect.fnUntraced(function* (limit) {
      const now = yield* Clock.currentTimeMillis
      return yield* storeOperation(
        "inbox.due",
        repeatable(
          sql<InboxRow>`SELECT id, hook, headers, body, source, received_millis AS "receivedMillis", tries FROM inbox
            WHERE state = 'new' AND next_millis <= ${now} ORDER BY next_millis, id LIMIT ${limit}`
        )
      )
    }),
    claim: (rows) => {
      const byAccount = [...Map.groupBy(rows, ({ account }) => account)]
      const conditions = byAccount.map(
        ([account, theirs]) =>
          sql`(${sql.in(
            "id",
            theirs.map(({ id }) => id)
          )} AND NOT EXISTS (SELECT 1 FROM hooks WHERE hooks.id = inbox.hook AND hooks.account <> ${account}))`
      )
      return conditions.length === 0
        ? Effect.succeed(new Set<number>())
        : Effect.map(
            sql<{
              readonly id: number
            }>`UPDATE inbox SET state = 'done' WHERE state = 'new' AND ${sql.or(conditions)} RETURNING id`,
            (claimedRows) => new Set(claimedRows.map(({ id }) => id))
          )
    },
    refuse: (id, problem) =>
      storeOperation(
        "inbox.refuse",
        Effect.asVoid(
          write(sql`UPDATE inbox SET state = 'unreadable', problem = ${problem} WHERE id = ${id} AND state = 'new'`)
        )
      ),
    postpone: Effect.fnUntraced(function* ({ id, tries }, problem) {
      const pause = Math.min(FIRST_PAUSE_MILLIS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MILLIS)
      const next = (yield* Clock.currentTimeMillis) + pause
      yield* storeOperation(
        "inbox.postpone",
        write(
          sql`UPDATE inbox SET tries = tries + 1, next_millis = ${next}, problem = ${problem}
            WHERE id = ${id} AND state = 'new'`
        )
      )
    }),
    sweep: Effect.gen(function* () {
      const old = (yield* Clock.currentTimeMillis) - Duration.toMillis(KEPT)
      yield* removeInBatches(BATCH, (limit) =>
        Effect.map(
          write(sql`DELETE FROM inbox WHERE id IN (SELECT id FROM inbox
            WHERE received_millis < ${old} AND (state <> 'new' OR tries > 0)
            ORDER BY received_millis LIMIT ${limit}) RETURNING id`),
          ({ length }) => length
        )
      )
    }).pipe((sweeping) => storeOperation("inbox.sweep", sweeping), Effect.tap(tidy))
  })
})

export const layer: Layer.Layer<Inbox, never, SqlClient.SqlClient | Database> = Layer.effect(Inbox, make)
