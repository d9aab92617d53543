/** Layers that run the tool steps of all plugins with the connected accounts and one data directory. */
import type { Accounts } from "@inlay/agent-plugin/Accounts"
import type { CallerOf, Via } from "@inlay/agent-plugin/Caller"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Runner } from "@inlay/agent-plugin/Runner"
import { loadRedaction } from "@inlay/agent-plugin/without-secrets"
import * as NodeTransport from "@inlay/core-http/node-on-demand"
import { Spend } from "@inlay/core-http/Spend"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { Transport } from "@inlay/core-http/Transport"
import type { TrustedClock } from "@inlay/core-http/TrustedClock"
import * as Layer from "effect/Layer"

import * as ConnectedAccounts from "./accounts/ConnectedAccounts.ts"
import * as StoredAccounts from "./accounts/StoredAccounts.ts"
import * as Causes from "./inbound/chains/causes.ts"
import * as OwnRuns from "./inbound/chains/own-runs.ts"
import * as Storage from "./storage/Storage.ts"
import * as TrustedTime from "./storage/TrustedTime.ts"

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
export const accountManagement = (directory: string) =>
  Layer.merge(storedAccounts(directory), transport).pipe(Layer.provideMerge(Storage.layer(directory)))

/** The services that runs need besides accounts: spending, transport, and the rate limits that processes share. */
export const callServices = <R>(directory: string, through: Layer.Layer<Transport, never, R | TrustedClock>) =>
  Layer.mergeAll(spend, through, Storage.budgets(directory), Layer.effectDiscard(loadRedaction))

/** The connected accounts, and the services for calling their providers. */
export const connectedServices = (
  plugins: ReadonlyArray<Plugin>,
  directory: string
): Layer.Layer<Accounts | Transport | Spend | Storage.Storage, StorageError> =>
  ConnectedAccounts.layer(plugins, process.env).pipe(
    Layer.provide(storedAccounts(directory)),
    Layer.provideMerge(callServices(directory, transport)),
    Layer.provideMerge(Storage.layer(directory))
  )

export const layer = (
  plugins: ReadonlyArray<Plugin>,
  directory: string
): Layer.Layer<Runner | Accounts | Storage.Storage, StorageError> =>
  OwnRuns.layer(plugins).pipe(Layer.provide(Causes.layer), Layer.provideMerge(connectedServices(plugins, directory)))
