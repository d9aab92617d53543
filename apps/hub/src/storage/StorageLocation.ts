/** Where this process stores its data: a directory, or a database beside it. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { hubError } from "../hub-error.ts"
import * as DataDirectory from "./DataDirectory.ts"
import { CurrentDatabase } from "./postgres/address.ts"

/** The innermost message: a store wraps the error of the database or the file system. */
const words = ({ cause }: StorageError): string => (cause instanceof Error ? cause.message : String(cause))

/** @param place the storage, as the subject of a sentence */
const unusable = (place: string, remedy: Remedy, error: StorageError) =>
  hubError("storage", {
    _tag: "Refused",
    guard: "ledger",
    what: `${place} cannot be used: ${words(error)}.`,
    remedy: error.remedy ?? remedy
  })

const ANOTHER_DATABASE: Remedy = {
  to: "read",
  text: "Fix that, or name another database."
}

/** Maps a storage error to a failure of the command that names the data directory or database. */
export const orUnusable =
  (directory: string) =>
  <A, E, R>(
    effect: Effect.Effect<A, E | StorageError, R>
  ): Effect.Effect<A, Exclude<E, StorageError> | ProviderError, R> =>
    Effect.flatMap(CurrentDatabase, (address) =>
      Effect.mapError(effect, (error) => {
        if (!(error instanceof StorageError)) return error as Exclude<E, StorageError>
        return address === undefined
          ? unusable(`The data directory ${directory}`, { to: "repairStorage" }, error)
          : unusable(`The database ${address.name}`, ANOTHER_DATABASE, error)
      })
    )

/**
 * Whether the data directory or database holds anything yet. A directory that cannot be looked into counts as used:
 * opening it fails with the reason.
 */
export const isUsed = (directory: string): Effect.Effect<boolean> =>
  Effect.flatMap(CurrentDatabase, (address) =>
    address === undefined
      ? Effect.orElseSucceed(
          Effect.try(() => DataDirectory.isUsed(directory)),
          () => true
        )
      : Effect.succeed(true)
  )
