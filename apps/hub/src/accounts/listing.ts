/** Lists every connected account with its plugin and kind, including those that cannot be opened. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { hubError } from "../hub-error.ts"
import type { AccountIdentity } from "../storage/AccountRows.ts"
import { connected, fromStored, type Environment, type PluginAccount } from "./plugin-account.ts"
import { StoredAccounts } from "./StoredAccounts.ts"
import type { OpenedAccount } from "./vault/opening.ts"

export interface ConnectedAccounts {
  /** Accounts of the environment come first. */
  readonly usable: ReadonlyArray<PluginAccount>
  /** Stored accounts that cannot be opened, or that belong to no plugin or kind of this program, and why. */
  readonly inaccessible: ReadonlyArray<{ readonly named: AccountIdentity; readonly problem: ProviderError }>
}

/** A stored account belongs to a plugin or kind that this program does not have. */
export const unknownKind = (
  plugins: ReadonlyArray<Plugin>,
  { plugin, name }: Pick<AccountIdentity, "plugin" | "name">
) => {
  const account = `${plugin}/${name}`
  const otherwise = `or run \`inlay disconnect ${account}\`.`
  const [what, first] = plugins.some(({ id }) => id === plugin)
    ? [`This version of inlay does not know the account kind of the stored ${account}.`, "Update inlay,"]
    : [
        `The stored ${account} belongs to a plugin that is not part of this inlay.`,
        "Name the plugin's file with --plugin FILE,"
      ]
  return hubError("accounts", { _tag: "NotFound", what, remedy: { to: "read", text: `${first} ${otherwise}` } })
}

/** @param entries the stored accounts */
export const accountsOf = (
  plugins: ReadonlyArray<Plugin>,
  env: Environment,
  entries: ReadonlyArray<OpenedAccount>
): ConnectedAccounts => {
  const fromEnvironment = connected(
    plugins,
    env,
    entries.map(({ named }) => named)
  )
  const fromDirectory = entries.map(
    ({ named, account, problem }) =>
      (account && fromStored(plugins, account)) ?? { named, problem: problem ?? unknownKind(plugins, named) }
  )
  return {
    usable: [...fromEnvironment, ...fromDirectory.filter((one) => "account" in one)],
    inaccessible: fromDirectory.filter((one) => "problem" in one)
  }
}

export const connectedAccounts = (plugins: ReadonlyArray<Plugin>, env: Environment) =>
  Effect.map(
    Effect.flatMap(StoredAccounts, ({ each }) => each),
    (entries) => accountsOf(plugins, env, entries)
  )
