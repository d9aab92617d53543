/** The audit trail as it is read: newest first, page by page. Holds no input and no output. */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { stored } from "./stored.ts"

/** A run as it was recorded. */
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
  /** Credits; `null` where nothing was bought. */
  readonly charged: number | "unknown" | null
}

/** Which runs; what is absent is not asked for. */
export interface AuditFilter {
  readonly principal?: string
  readonly plugin?: string
  readonly account?: string
  readonly step?: string
  readonly outcome?: string
  readonly via?: string
  /** Unix time in milliseconds. */
  readonly sinceMillis?: number
  /** Rows before this id alone. */
  readonly beforeId?: number
}

export interface LastUse {
  readonly plugin: string
  readonly account: string
  readonly atMillis: number
}

/** A plugin's runs of one UTC day. */
export interface DayRow {
  /** Where the day begins. */
  readonly dayMillis: number
  readonly plugin: string
  readonly runs: number
  readonly failed: number
  /** Credits that are known. */
  readonly credits: number
  readonly unknownCharges: number
}

interface DayRecord {
  // PostgreSQL gives sums as texts.
  readonly day: number | string
  readonly plugin: string
  readonly runs: number | string
  readonly failed: number | string
  readonly credits: number | string | null
  readonly unknown: number | string
}

const DAY_MILLIS = 86_400_000

interface AuditRecord {
  readonly id: number
  readonly at_millis: number
  readonly duration_millis: number
  readonly principal: string
  readonly via: string | null
  readonly event: string | null
  readonly plugin: string
  readonly account: string
  readonly step: string
  readonly outcome: string
  readonly charged: number | null
  readonly charge_unknown: number
}

export class AuditTrail extends Context.Service<
  AuditTrail,
  {
    readonly page: (filter: AuditFilter, limit: number) => Effect.Effect<ReadonlyArray<AuditRow>, StorageError>
    /** Days with runs since a moment, in order. @param principal whose; of everybody where absent */
    readonly days: (
      sinceMillis: number,
      principal: string | undefined
    ) => Effect.Effect<ReadonlyArray<DayRow>, StorageError>
    /** When each account ran something last. */
    readonly lastUses: Effect.Effect<ReadonlyArray<LastUse>, StorageError>
  }
>()("@inlay/hub/AuditTrail") {}

const rowOf = (record: AuditRecord): AuditRow => ({
  id: record.id,
  atMillis: record.at_millis,
  durationMillis: record.duration_millis,
  principal: record.principal,
  via: record.via,
  event: record.event,
  plugin: record.plugin,
  account: record.account,
  step: record.step,
  outcome: record.outcome,
  charged: record.charge_unknown === 1 ? "unknown" : record.charged
})

export const layer: Layer.Layer<AuditTrail, never, SqlClient.SqlClient> = Layer.effect(
  AuditTrail,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const conditions = ({ sinceMillis, beforeId, ...equal }: AuditFilter) => [
      ...Object.entries(equal).map(([column, value]) => sql`${sql(column)} = ${value}`),
      ...(sinceMillis === undefined ? [] : [sql`at_millis >= ${sinceMillis}`]),
      ...(beforeId === undefined ? [] : [sql`id < ${beforeId}`])
    ]
    return AuditTrail.of({
      page: (filter, limit) =>
        stored(
          "audit.page",
          Effect.map(
            sql<AuditRecord>`SELECT id, at_millis, duration_millis, principal, via, event, plugin, account, step, outcome,
              charged, charge_unknown FROM audit WHERE ${sql.and([sql`1 = 1`, ...conditions(filter)])}
              ORDER BY id DESC LIMIT ${limit}`,
            (records) => records.map(rowOf)
          )
        ),
      days: (sinceMillis, principal) =>
        stored(
          "audit.days",
          Effect.map(
            sql<DayRecord>`SELECT at_millis / ${sql.literal(String(DAY_MILLIS))} AS day, plugin, count(*) AS runs,
              sum(CASE WHEN outcome = 'ok' THEN 0 ELSE 1 END) AS failed, sum(charged) AS credits,
              sum(charge_unknown) AS unknown FROM audit
              WHERE ${sql.and([sql`at_millis >= ${sinceMillis}`, ...(principal === undefined ? [] : [sql`principal = ${principal}`])])}
              GROUP BY 1, plugin ORDER BY 1, plugin`,
            (records) =>
              records.map((record) => ({
                dayMillis: Number(record.day) * DAY_MILLIS,
                plugin: record.plugin,
                runs: Number(record.runs),
                failed: Number(record.failed),
                credits: Number(record.credits ?? 0),
                unknownCharges: Number(record.unknown)
              }))
          )
        ),
      lastUses: stored(
        "audit.lastUses",
        sql<LastUse>`SELECT plugin, account, max(at_millis) AS "atMillis" FROM audit GROUP BY plugin, account`
      )
    })
  })
)
