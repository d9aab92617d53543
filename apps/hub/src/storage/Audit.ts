/**
 * The audit log: which step ran, for whom and with what outcome, one row for each run. Holds no inputs and no outputs.
 * The row is committed before the run's result is returned; the row of a free read reaches the disk within a second.
 */
import { Audit } from "@inlay/agent-plugin/Audit"
import type { TrustedClock } from "@inlay/core-http/TrustedClock"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import * as TrustedTime from "./TrustedTime.ts"

export const layer: Layer.Layer<Audit, never, SqlClient.SqlClient | Database | TrustedClock> = Layer.effect(
  Audit,
  Effect.map(Effect.all([SqlClient.SqlClient, Database, TrustedTime.keeper]), ([sql, { write, writeSoon }, dueTime]) =>
    Audit.of({
      record: (entry) => {
        const insert = sql`INSERT INTO audit ${sql.insert({
          at_millis: entry.atMillis,
          duration_millis: Math.round(entry.durationMillis),
          principal: entry.principal,
          via: entry.via,
          event: entry.event ?? null,
          plugin: entry.plugin,
          account: entry.account,
          step: entry.step,
          outcome: entry.outcome,
          charged: typeof entry.charged === "number" ? entry.charged : null,
          charge_unknown: entry.charged === "unknown" ? 1 : 0
        })}`
        const commit = entry.isFreeRead ? writeSoon : write
        return storeOperation(
          "audit.record",
          Effect.flatMap(dueTime(entry.charged !== undefined), (keep) =>
            commit(keep === undefined ? insert : Effect.andThen(insert, keep))
          )
        )
      }
    })
  )
)
