/** Lists every connected account with its plugin and kind, including those that cannot be opened. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { connected, fromStored, type Environment, type PluginAccount } from "./plugin-account.ts"
import { StoredAccounts, type Named } from "./StoredAccounts.ts"

export interface ConnectedAccounts {
  /** Accounts of the environment come first. */
  readonly usable: ReadonlyArray<PluginAccount>
  /** Stored accounts that cannot be opened, and why. */
  readonly inaccessible: ReadonlyArray<{ readonly named: Named; readonly problem: ProviderError }>
}

export const connectedAccounts = (plugins: ReadonlyArray<Plugin>, env: Environment) =>
  Effect.map(
    Effect.flatMap(StoredAccounts, ({ each }) => each),
    (entries): ConnectedAccounts => ({
      usable: [
        ...connected(
          plugins,
          env,
          entries.map(({ named }) => named)
        ),
        ...entries.flatMap(({ account }) => (account === undefined ? [] : (fromStored(plugins, account) ?? [])))
      ],
      inaccessible: entries.flatMap(({ named, problem }) => (problem === undefined ? [] : [{ named, problem }]))
    })
  )
