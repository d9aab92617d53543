/** A statement's failure as the one error of every store. */
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

const WAIT = "Close that program, or wait until it has ended, and run this again."

export const storageError = (operation: string) => (error: SqlError) =>
  new StorageError({
    operation,
    cause: new Error(error.reason.message ?? error.reason._tag, { cause: error }),
    ...(error.reason._tag === "LockTimeoutError" && { fix: WAIT })
  })

/** Runs a store's operation; `operation` names it in the error, such as `ledger.reserve`. */
export const stored = <A, R>(operation: string, effect: Effect.Effect<A, SqlError, R>) =>
  Effect.mapError(effect, storageError(operation))
