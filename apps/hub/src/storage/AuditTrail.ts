/** Reads the audit log: newest first, page by page. It holds no inputs and no outputs. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { stored } from "@inlay/sql-stores/stored"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

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
    /** Runs and credits by account and day. */
    readonly days: (
      filter: Pick<AuditFilter, "principal" | "sinceMillis">
    ) => Effect.Effect<ReadonlyArray<DayOfUse>, StorageError>
    /** When each account last ran something. */
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
      days: (filter) =>
        stored(
          "audit.days",
          sql<DayOfUse>`SELECT plugin, account, at_millis / 86400000 AS day, count(*) AS runs,
            sum(CASE WHEN outcome = 'ok' THEN 0 ELSE 1 END) AS failed, coalesce(sum(charged), 0) AS credits,
            sum(charge_unknown) AS unknown FROM audit WHERE ${sql.and([sql`1 = 1`, ...conditions(filter)])}
            GROUP BY plugin, account, at_millis / 86400000`
        ),
      lastUses: stored(
        "audit.lastUses",
        sql<LastUse>`SELECT plugin, account, max(at_millis) AS "atMillis" FROM audit GROUP BY plugin, account`
      )
    })
  })
)
