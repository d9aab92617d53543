/** Where this process stores its data: a directory, or a database beside it. */
import { homedir } from "node:os"

import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import * as DataDirectory from "./DataDirectory.ts"
import { locate } from "./places.ts"
import { CurrentDatabase } from "./postgres/address.ts"

/** Returns the data directory of this process. @param path the value of `--data` */
export const dataDirectory = (path: string | undefined): string =>
  locate({ asked: path, env: process.env, platform: process.platform, home: homedir() })

/** The innermost message: a store wraps the error of the database or the file system. */
const words = ({ cause }: StorageError): string => (cause instanceof Error ? cause.message : String(cause))

/**
 * Makes a failure of the command that says why nothing can be stored.
 *
 * @param place the storage, as the subject of a sentence
 */
const unusable =
  (place: string, remedy: Remedy) =>
  (error: StorageError | ProviderError): ProviderError =>
    error._tag === "ProviderError"
      ? error
      : new ProviderError({
          provider: "inlay",
          operation: "storage",
          reason: {
            _tag: "Refused",
            guard: "ledger",
            what: `${place} cannot be used: ${words(error)}.`,
            remedy: error.remedy ?? remedy
          }
        })

const ANOTHER_DATABASE: Remedy = {
  to: "read",
  text: "Fix that, or name another database with --database or INLAY_DATABASE."
}

/** Maps a storage error to a failure of the command that names the data directory or database. */
export const orUnusable =
  (directory: string) =>
  <A, R>(effect: Effect.Effect<A, StorageError | ProviderError, R>): Effect.Effect<A, ProviderError, R> =>
    Effect.flatMap(CurrentDatabase, (address) =>
      Effect.mapError(
        effect,
        address === undefined
          ? unusable(`The data directory ${directory}`, { to: "repairStorage" })
          : unusable(`The database ${address.name}`, ANOTHER_DATABASE)
      )
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
