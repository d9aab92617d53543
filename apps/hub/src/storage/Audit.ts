/** What ran, for whom, with what outcome: one row for each run of a step. Holds no input and no output. */
import { Audit } from "@inlay/agent-plugin/Audit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { stored } from "./stored.ts"

export const layer: Layer.Layer<Audit, never, SqlClient.SqlClient> = Layer.effect(
  Audit,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Audit.of({
      record: (entry) =>
        stored(
          "audit.record",
          sql`INSERT INTO audit ${sql.insert({
            at_millis: entry.atMillis,
            duration_millis: Math.round(entry.durationMillis),
            plugin: entry.plugin,
            account: entry.account,
            step: entry.step,
            outcome: entry.outcome
          })}`
        )
    })
  )
)
