/** Statements on a database through a plain client, outside the hub. */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"

export const inDatabase = <A, E>(url: string, body: Effect.Effect<A, E, SqlClient>): Promise<A> =>
  Effect.runPromise(Effect.provide(body, PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })))

export const execute = (url: string, ...statements: ReadonlyArray<string>) =>
  inDatabase(
    url,
    Effect.flatMap(SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement).unprepared))
  )
