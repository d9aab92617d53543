/** The ledger and the lookup cache in a SQLite file that any number of programs may open. */
import { closeSync, existsSync, openSync } from "node:fs"

import type { Ledger } from "@inlay/core-http/Ledger"
import type { LookupCache } from "@inlay/core-http/LookupCache"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"

import * as SqlLedger from "./Ledger.ts"
import * as SqlLookupCache from "./LookupCache.ts"
import { migrate } from "./sqlite/migrate.ts"
import * as Sqlite from "./sqlite/Sqlite.ts"
import { storeOperation } from "./store-operation.ts"

/** SQLite reads these as databases without a file, which no other program and no later run could use. */
const NO_FILES: ReadonlySet<string> = new Set(["", ":memory:"])

const noFile = (filename: string) =>
  new StorageError({
    operation: "opening the store",
    cause: new Error(`${JSON.stringify(filename)} is not the path of a file`),
    remedy: { to: "read", text: "Give the path of a file, or leave the store out: it is then in memory." }
  })

/**
 * Creates the file if it does not exist, so that only its owner can read it: answers are about people, and SQLite would
 * leave that to the umask. SQLite itself reports a path at which no file can be created.
 *
 * An existing file is not opened, because closing it would end every lock that this program's other stores hold on it.
 * Another program that closes the file would then take itself for the last one, and delete the log in which they go on
 * recording charges.
 */
const create = (filename: string): void => {
  // SQLite reads `file:` as an address, not as a path.
  if (filename.startsWith("file:") || existsSync(filename)) return
  try {
    closeSync(openSync(filename, "a", 0o600))
  } catch {
    return
  }
}

/**
 * The ledger and the lookup cache in one file, which is created if it does not exist.
 *
 * @param filename its folder must exist; `inlay.db` of a data directory is such a file
 */
export const fileStore = (filename: string): Layer.Layer<Ledger | LookupCache, StorageError> =>
  Layer.merge(SqlLedger.layer, SqlLookupCache.layer).pipe(
    Layer.provide(
      Layer.effectContext(
        NO_FILES.has(filename)
          ? Effect.fail(noFile(filename))
          : storeOperation(
              `opening ${filename}`,
              Effect.andThen(
                Effect.sync(() => create(filename)),
                Sqlite.make({ filename, migrate })
              )
            )
      )
    ),
    Layer.provide(Reactivity.layer)
  )
