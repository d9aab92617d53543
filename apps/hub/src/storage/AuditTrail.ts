/** Reads the audit log, newest first, page by page, and removes its old runs. It holds no inputs and no outputs. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import type { AccountName } from "./AccountRows.ts"
import { removeInBatches } from "./batches.ts"

/** A recorded run. */
export interface AuditRow {
  /** Grows with every run. */
  readonly id: number
  readonly atMillis: number
  readonly durationMillis: number
  readonly principal: string
  readonly via: string | null
  readonly event: string | null
  readonly plugin: string
  readonly account: string
  readonly step: string
  readonly outcome: string
  /** Credits; null if nothing was bought. */
  readonly charged: number | "unknown" | null
}

/** Selects runs. A field that is absent does not restrict the selection. */
export interface AuditFilter {
  readonly principal?: string
  readonly plugin?: string
  readonly account?: string
  readonly step?: string
  readonly outcome?: string
  readonly via?: string
  readonly event?: string
  /** Unix time in milliseconds. */
  readonly sinceMillis?: number
  /** Only rows before this id. */
  readonly beforeId?: number
}

/** A number of UTC days, and optionally only one caller's runs. */
export interface Days {
  /** Days since 1970. */
  readonly firstDay: number
  readonly count: number
  readonly principal?: string
}

export interface LastUse {
  readonly plugin: string
  readonly account: string
  readonly atMillis: number
}

/** The use of an account on one UTC day. */
export interface DayOfUse {
  readonly plugin: string
  readonly account: string
  /** Days since 1970. */
  readonly day: number
  readonly runs: number
  readonly failed: number
  readonly credits: number
  /** Runs whose charge is unknown. */
  readonly unknown: number
}

type AuditRecord = Omit<AuditRow, "charged"> & { readonly charged: number | null; readonly isUnknown: number }

export class AuditTrail extends Context.Service<
  AuditTrail,
  {
    readonly page: (filter: AuditFilter, limit: number) => Effect.Effect<ReadonlyArray<AuditRow>, StorageError>
    /** Runs and credits by account and day. A day is read at a time, with turns for other work in between. */
    readonly days: (days: Days) => Effect.Effect<ReadonlyArray<DayOfUse>, StorageError>
    /** When each of these accounts last ran something; those that never did are left out. */
    readonly lastUses: (accounts: ReadonlyArray<AccountName>) => Effect.Effect<ReadonlyArray<LastUse>, StorageError>
    /** Keeps the last use of an account that is stored anew, such as under another name. Statements only. */
    readonly keepLastUse: (account: AccountName, atMillis: number) => Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/AuditTrail") {}

const DAY_MILLIS = 86_400_000

const rowOf = ({ isUnknown, ...row }: AuditRecord): AuditRow => (isUnknown === 1 ? { ...row, charged: "unknown" } : row)

export const layer: Layer.Layer<AuditTrail, never, SqlClient.SqlClient> = Layer.effect(
  AuditTrail,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const conditions = ({ sinceMillis, beforeId, plugin, ...equal }: AuditFilter) => [
      ...Object.entries(equal).map(([column, value]) => sql`${sql(column)} = ${value}`),
      ...(plugin === undefined
        ? []
        : // Without an account, not by the index of accounts: all runs of the plugin would be read and sorted.
          [equal.account === undefined ? sql`coalesce(plugin, '') = ${plugin}` : sql`plugin = ${plugin}`]),
      ...(sinceMillis === undefined ? [] : [sql`at_millis >= ${sinceMillis}`]),
      ...(beforeId === undefined ? [] : [sql`id < ${beforeId}`])
    ]
    const dayOfUse = (day: number, principal: string | undefined) =>
      sql<DayOfUse>`SELECT plugin, account, ${sql.literal(String(day))} AS day, count(*) AS runs,
        sum(CASE WHEN outcome = 'ok' THEN 0 ELSE 1 END) AS failed, coalesce(sum(charged), 0) AS credits,
        sum(charge_unknown) AS unknown FROM audit
        WHERE at_millis >= ${day * DAY_MILLIS} AND at_millis < ${(day + 1) * DAY_MILLIS}
        -- Not by the index of principals, which would be read whole for every day.
        ${principal === undefined ? sql`` : sql`AND coalesce(principal, '') = ${principal}`}
        GROUP BY plugin, account`
    const lastUse = ({ plugin, name }: AccountName) =>
      Effect.map(
        sql<{ readonly atMillis: number | null }>`SELECT max(at_millis) AS "atMillis" FROM (
          SELECT max(at_millis) AS at_millis FROM audit WHERE plugin = ${plugin} AND account = ${name}
          UNION ALL SELECT used_millis FROM accounts WHERE plugin = ${plugin} AND name = ${name}) AS uses`,
        ([row]) => (row?.atMillis == null ? [] : [{ plugin, account: name, atMillis: row.atMillis }])
      )
    return AuditTrail.of({
      page: (filter, limit) =>
        storeOperation(
          "audit.page",
          Effect.map(
            sql<AuditRecord>`SELECT id, at_millis AS "atMillis", duration_millis AS "durationMillis", principal, via,
              event, plugin, account, step, outcome, charged, charge_unknown AS "isUnknown" FROM audit WHERE ${sql.and([sql`1 = 1`, ...conditions(filter)])}
              ORDER BY id DESC LIMIT ${limit}`,
            (records) => records.map(rowOf)
          )
        ),
      days: ({ firstDay, count, principal }) =>
        storeOperation(
          "audit.days",
          Effect.map(
            Effect.forEach(
              Array.from({ length: count }, (_, index) => firstDay + index),
              (day) => Effect.andThen(Effect.yieldNow, dayOfUse(day, principal))
            ),
            (days) => days.flat()
          )
        ),
      lastUses: (accounts) =>
        storeOperation(
          "audit.lastUses",
          Effect.map(Effect.forEach(accounts, lastUse), (uses) => uses.flat())
        ),
      keepLastUse: ({ plugin, name }, atMillis) =>
        Effect.asVoid(
          storeOperation(
            "audit.keepLastUse",
            sql`UPDATE accounts SET used_millis = ${atMillis} WHERE plugin = ${plugin} AND name = ${name}`
          )
        )
    })
  })
)

/** How long a run stays in the audit log: a year can be compared with the one before. */
export const KEPT_DAYS = 400
const BATCH = 100

/** Removes old runs, and returns how many. What they spent stays in the ledger. */
export const removeOldRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write } = yield* Database
  const old = (yield* Clock.currentTimeMillis) - KEPT_DAYS * DAY_MILLIS
  return yield* removeInBatches(BATCH, (limit) =>
    Effect.map(
      write(sql`DELETE FROM audit WHERE id IN (
        SELECT id FROM audit WHERE at_millis < ${old} ORDER BY at_millis LIMIT ${limit}) RETURNING id`),
      ({ length }) => length
    )
  )
}).pipe((removing) => storeOperation("audit.cleanUp", removing))
