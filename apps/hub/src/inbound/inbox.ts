/** What was received, as it came, until it is read: one row a body, whatever the ids of its deliveries. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import * as ByDialect from "./receive/by-dialect.ts"
import type { Finish } from "./receive/receiving.ts"

/** By which way an event came to be known. */
export type Source = "webhook" | "poll" | "redelivery"

export interface Received {
  readonly hook: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly source: Source
}

export interface InboxRow extends Received {
  readonly id: number
  readonly receivedMillis: number
  readonly tries: number
}

/** Names of headers that may hold what nobody needs later, or should have. */
const LEFT_OUT = /signature|authorization|cookie|secret|token|^host$|^connection$|^x-forwarded|^forwarded$/

/** Bodies are kept for a while, so that one can look at what came; then they go. */
const KEPT = Duration.days(7)

export class Inbox extends Context.Service<
  Inbox,
  {
    /** Takes deliveries until the scope ends. */
    readonly open: Effect.Effect<void, StorageError, Scope.Scope>
    /** Kept once it is told so, whatever happens after. */
    readonly add: (delivery: Received & { readonly receivedMillis: number }, finish: Finish) => void
    /** Brings some of what was added to where it is read; how many, and 0 once all are there. */
    readonly move: Effect.Effect<number, StorageError>
    /** Brings there all that was added before. */
    readonly moveAll: Effect.Effect<void, StorageError>
    /** How many bytes were added and are not there yet. */
    readonly unreadBytes: () => number
    /** The oldest that are due. */
    readonly due: (limit: number) => Effect.Effect<ReadonlyArray<InboxRow>, StorageError>
    /** Marks rows as read, as a part of a transaction; gives those that nobody else has marked. */
    readonly claim: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlySet<number>, SqlError>
    /** It can never be read. */
    readonly refuse: (id: number, problem: string) => Effect.Effect<void, StorageError>
    /** It cannot be read just now: it is due again later, the later the more often that was so. */
    readonly postpone: (row: Pick<InboxRow, "id" | "tries">, problem: string) => Effect.Effect<void, StorageError>
    /** Removes what was read long ago. */
    readonly sweep: Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/Inbox") {}

interface Row {
  readonly id: number
  readonly hook: string
  readonly headers: string
  readonly body: Uint8Array
  readonly source: Source
  readonly received_millis: number
  readonly tries: number
}

const FIRST_PAUSE_MILLIS = 1_000
const LONGEST_PAUSE_MILLIS = 300_000

/** As JSON. */
const headersOf = (headers: Received["headers"]): string => {
  const storedHeaders: Record<string, string | undefined> = {}
  for (const name of Object.keys(headers)) if (!LEFT_OUT.test(name)) storedHeaders[name] = headers[name]
  return JSON.stringify(storedHeaders)
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, repeatable } = yield* Database
  const { add, tidy, ...receiving } = yield* ByDialect.make
  return Inbox.of({
    ...receiving,
    add: ({ headers, ...delivery }, finish) => add({ ...delivery, headers: headersOf(headers) }, finish),
    due: Effect.fnUntraced(function* (limit) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* stored(
        "inbox.due",
        repeatable(
          sql<Row>`SELECT id, hook, headers, body, source, received_millis, tries FROM inbox
            WHERE state = 'new' AND next_millis <= ${now} ORDER BY next_millis, id LIMIT ${limit}`
        )
      )
      return rows.map((row) => ({
        id: row.id,
        hook: row.hook,
        headers: JSON.parse(row.headers) as Readonly<Record<string, string>>,
        body: row.body,
        source: row.source,
        receivedMillis: row.received_millis,
        tries: row.tries
      }))
    }),
    claim: (ids) =>
      ids.length === 0
        ? Effect.succeed(new Set<number>())
        : Effect.map(
            sql<{
              readonly id: number
            }>`UPDATE inbox SET state = 'done' WHERE state = 'new' AND ${sql.in("id", ids)} RETURNING id`,
            (rows) => new Set(rows.map(({ id }) => id))
          ),
    refuse: (id, problem) =>
      stored(
        "inbox.refuse",
        Effect.asVoid(
          write(sql`UPDATE inbox SET state = 'unreadable', problem = ${problem} WHERE id = ${id} AND state = 'new'`)
        )
      ),
    postpone: Effect.fnUntraced(function* ({ id, tries }, problem) {
      const pause = Math.min(FIRST_PAUSE_MILLIS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MILLIS)
      const next = (yield* Clock.currentTimeMillis) + pause
      yield* stored(
        "inbox.postpone",
        write(
          sql`UPDATE inbox SET tries = tries + 1, next_millis = ${next}, problem = ${problem}
            WHERE id = ${id} AND state = 'new'`
        )
      )
    }),
    sweep: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      stored(
        "inbox.sweep",
        Effect.asVoid(
          write(sql`DELETE FROM inbox WHERE state <> 'new' AND received_millis < ${now - Duration.toMillis(KEPT)}`)
        )
      )
    ).pipe(Effect.tap(tidy))
  })
})

export const layer: Layer.Layer<Inbox, never, SqlClient.SqlClient | Database> = Layer.effect(Inbox, make)
