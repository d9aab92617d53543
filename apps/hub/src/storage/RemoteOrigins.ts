/**
 * Origins that came in over the API with an account's settings. No account makes them trusted for private networks,
 * even if the directory's own user later connects to the same origin.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

export class RemoteOrigins extends Context.Service<
  RemoteOrigins,
  {
    readonly all: Effect.Effect<ReadonlyArray<string>, StorageError>
    readonly add: (origins: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/RemoteOrigins") {}

export const layer = Layer.effect(
  RemoteOrigins,
  Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write }]) =>
    RemoteOrigins.of({
      all: storeOperation(
        "origins.all",
        Effect.map(sql<{ readonly origin: string }>`SELECT origin FROM remote_origins`, (rows) =>
          rows.map(({ origin }) => origin)
        )
      ),
      add: (origins) =>
        storeOperation(
          "origins.add",
          write(
            Effect.forEach(
              origins,
              (origin) => sql`INSERT INTO remote_origins ${sql.insert({ origin })} ON CONFLICT DO NOTHING`,
              { discard: true }
            )
          )
        )
    })
  )
)
