/**
 * Effect's SqlClient over PostgreSQL, with the tables at the latest version. Loaded only if a command is given a
 * database. A lost connection fails what runs on it; the next statement gets a new one.
 */
import { readFileSync } from "node:fs"

import { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { NewerTables } from "@inlay/sql-stores/dialect"
import { storageError } from "@inlay/sql-stores/store-operation"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"

import { filePath } from "../../file-path.ts"
import type { DatabaseAddress } from "./address.ts"
import * as LimitedClient from "./client.ts"
import * as Connections from "./connection.ts"
import * as GroupedWrites from "./GroupedWrites.ts"
import { migrate } from "./migrate.ts"
import * as Scopes from "./scopes.ts"
import * as Types from "./types.ts"

const CONNECT_TIMEOUT = Duration.seconds(5)

const certificatesOf = ({ rootCertificates }: DatabaseAddress) =>
  rootCertificates === undefined ? undefined : { ca: readFileSync(filePath(rootCertificates), "utf8") }

const open = Effect.fnUntraced(function* (address: DatabaseAddress) {
  const ssl = yield* Effect.try({
    try: () => certificatesOf(address),
    catch: (cause) => (cause instanceof Error ? cause : new Error("the certificates cannot be read"))
  })
  const client = yield* LimitedClient.make({
    url: address.url,
    ...(address.password !== undefined && { password: address.password }),
    ...(ssl !== undefined && { ssl }),
    applicationName: "inlay",
    connectTimeout: CONNECT_TIMEOUT,
    keepAlive: Duration.seconds(30),
    maxConnections: Connections.MAX_CONNECTIONS,
    types: Types.registry()
  })
  const { withTransaction } = client
  const sql: SqlClient = Object.assign(client, {
    withTransaction: <A, E, R>(body: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        let hasBegun = false
        const whole = withTransaction(
          Effect.suspend(() => {
            hasBegun = true
            return body
          })
        )
        // A connection that was lost while idle is noticed only by the next user.
        return Connections.again(
          client,
          (error) => !hasBegun && Connections.isLost(error)
        )(Connections.withLostRollbacks(whole))
      })
  })
  // A step may take long on large tables.
  yield* Effect.provideService(migrate(sql), LimitedClient.StatementLimit, Duration.infinity)
  const inScopes = Scopes.make(sql)
  const inSharedTurn = GroupedWrites.make(sql, inScopes)
  const onNewPrimary = Connections.onNewPrimary(sql)
  const untilDone: typeof onNewPrimary = (effect) => onNewPrimary(Connections.again(sql, Connections.isUndone)(effect))
  const database = Database.of({
    dialect: "postgres",
    write: (statements, ...scopes) => untilDone(inSharedTurn(scopes, statements)),
    writeSoon: (statements) => untilDone(inScopes([], statements)),
    alone: (scope, effect) => untilDone(inScopes([scope], effect)),
    repeatable: (effect) => onNewPrimary(Connections.again(sql, Connections.isLost)(effect)),
    scrub: Effect.void
  })
  return Context.make(SqlClient, sql).pipe(Context.add(Database, database))
})

/** A database client with a connection pool. */
export const layer = (address: DatabaseAddress): Layer.Layer<SqlClient | Database, StorageError> =>
  Layer.effectContext(
    Effect.mapError(Connections.whileRestarting(open(address)), (error) =>
      isSqlError(error)
        ? storageError("opening the database")(error)
        : new StorageError({
            operation: "opening the database",
            cause: error,
            ...(error instanceof NewerTables && { remedy: error.remedy })
          })
    )
  ).pipe(Layer.provide(Reactivity.layer))
