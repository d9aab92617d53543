/** The ledger and the lookup cache in a SQLite file that any number of programs may open. */
import type { Ledger } from "@inlay/core-http/Ledger"
import type { LookupCache } from "@inlay/core-http/LookupCache"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"

import * as SqlLedger from "./Ledger.ts"
import * as SqlLookupCache from "./LookupCache.ts"
import { migrate } from "./sqlite/migrate.ts"
import * as Sqlite from "./sqlite/Sqlite.ts"
import { storageError } from "./stored.ts"

/**
 * The ledger and the lookup cache in one file, which is created if it does not exist.
 *
 * @param filename its folder must exist; `inlay.db` of a data directory is such a file
 */
export const fileStore = (filename: string): Layer.Layer<Ledger | LookupCache, StorageError> =>
  Layer.merge(SqlLedger.layer, SqlLookupCache.layer).pipe(
    Layer.provide(
      Layer.effectContext(Effect.mapError(Sqlite.make({ filename, migrate }), storageError(`opening ${filename}`)))
    ),
    Layer.provide(Reactivity.layer)
  )
