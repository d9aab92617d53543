/** The store for platforms without files. It cannot be opened, so nothing is bought that could not be stored. */
import type { Ledger } from "@inlay/core-http/Ledger"
import type { LookupCache } from "@inlay/core-http/LookupCache"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Fails when it is opened, with an error that names the file. */
export const fileStore = (filename: string): Layer.Layer<Ledger | LookupCache, StorageError> =>
  Layer.effectContext(
    Effect.fail(
      new StorageError({
        operation: `opening ${filename}`,
        cause: new Error("this is the client for browsers, which have no files"),
        // Some bundlers, such as Rollup, choose this file for Node too.
        remedy: {
          to: "read",
          text: 'If this runs on Node, bundle it with the export condition "node". Elsewhere leave the store out: answers and charges are then in memory.'
        }
      })
    )
  )
