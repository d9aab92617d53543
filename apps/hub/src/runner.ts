/** Layers that run the tool steps of all plugins with the connected accounts and one data directory. */
import { homedir } from "node:os"

import type { Accounts } from "@inlay/agent-plugin/Accounts"
import type { CallerOf, Via } from "@inlay/agent-plugin/Caller"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Runner } from "@inlay/agent-plugin/Runner"
import { loadRedaction } from "@inlay/agent-plugin/without-secrets"
import * as NodeTransport from "@inlay/core-http/node-on-demand"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import { Spend } from "@inlay/core-http/Spend"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { Transport } from "@inlay/core-http/Transport"
import type { TrustedClock } from "@inlay/core-http/TrustedClock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import * as ConnectedAccounts from "./accounts/Accounts.ts"
import * as StoredAccounts from "./accounts/StoredAccounts.ts"
import * as Causes from "./inbound/chains/causes.ts"
import * as OwnRuns from "./inbound/chains/own-runs.ts"
import * as DataDirectory from "./storage/DataDirectory.ts"
import { locate } from "./storage/places.ts"
import { CurrentDatabase } from "./storage/postgres/address.ts"
import * as Storage from "./storage/Storage.ts"
import * as TrustedTime from "./storage/TrustedTime.ts"

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

/** Whether the data directory or database holds anything yet. */
export const isUsed = (directory: string): Effect.Effect<boolean> =>
  Effect.map(CurrentDatabase, (address) => address !== undefined || DataDirectory.isUsed(directory))

/**
 * Identifies this process; run caps count per process. Avoids `crypto` and `performance`, which take 8 and 3 ms to
 * load.
 */
const RUN = `${process.pid}-${process.hrtime.bigint()}`

const spend = Spend.layer(RUN)

/** The caller of runs that are started by the user of this process. */
export const localCaller = (via: Via, event?: string): CallerOf => ({
  principal: "local",
  via,
  run: RUN,
  ...(event !== undefined && { event })
})

/** The stored accounts of a data directory. */
export const storedAccounts = (directory: string) => StoredAccounts.layer({ directory, env: process.env })

/** The transport for a data directory. The dates in responses keep the directory's trusted clock correct. */
const transport = TrustedTime.transport(NodeTransport.layer)

/** The services of commands that manage accounts. */
export const keeping = (directory: string) =>
  Layer.merge(storedAccounts(directory), transport).pipe(Layer.provideMerge(Storage.layer(directory)))

/** The services that runs need besides accounts: spending, transport, and the rate limits that processes share. */
export const sending = <R>(directory: string, through: Layer.Layer<Transport, never, R | TrustedClock>) =>
  Layer.mergeAll(spend, through, Storage.budgets(directory), Layer.effectDiscard(loadRedaction))

/** The connected accounts, and the services for calling their providers. */
export const asking = (
  plugins: ReadonlyArray<Plugin>,
  directory: string
): Layer.Layer<Accounts | Transport | Spend | Storage.Storage, StorageError> =>
  ConnectedAccounts.layer(plugins, process.env).pipe(
    Layer.provide(storedAccounts(directory)),
    Layer.provideMerge(sending(directory, transport)),
    Layer.provideMerge(Storage.layer(directory))
  )

export const layer = (
  plugins: ReadonlyArray<Plugin>,
  directory: string
): Layer.Layer<Runner | Accounts | Storage.Storage, StorageError> =>
  OwnRuns.layer(plugins).pipe(Layer.provide(Causes.layer), Layer.provideMerge(asking(plugins, directory)))
