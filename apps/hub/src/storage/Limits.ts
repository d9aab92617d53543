/** The rate limits and quotas of the accounts in a data directory or database, as last reported by their providers. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"

import { limitsFile } from "./DataDirectory.ts"
import * as InDatabase from "./known-limits.ts"
import * as InFile from "./sqlite/known-limits.ts"

export class Limits extends Context.Service<
  Limits,
  { readonly at: (nowMillis: number) => Effect.Effect<ReadonlyArray<InDatabase.KnownLimit>, StorageError> }
>()("@inlay/hub/Limits") {
  static readonly layer = (directory: string): Layer.Layer<Limits, never, SqlClient | Database> =>
    Layer.effect(
      Limits,
      Effect.map(Effect.all([SqlClient, Database]), ([sql, database]) => ({
        at: (nowMillis) =>
          database.dialect === "sqlite"
            ? InFile.knownLimits(limitsFile(directory), nowMillis)
            : InDatabase.knownLimits(sql, database, nowMillis)
      }))
    )
}
