/** An account with the plugin and the kind that it belongs to: those of the environment, and stored ones. */
import { readFileSync } from "node:fs"

import {
  fromEnvironment,
  make as makeAccount,
  type Account,
  type AccountKind,
  type Field
} from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Redacted from "effect/Redacted"

import type { StoredAccount } from "./stored-account.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** The name of the environment's account; no stored one has it. */
export const ENVIRONMENT = "env"

export interface PluginAccount {
  readonly plugin: Plugin
  readonly kind: AccountKind
  readonly account: Account
  /** Where it is kept; absent for one of the environment. */
  readonly stored?: StoredAccount
}

/** An account with its plugin and kind; nothing where there is no such kind. */
export const withKind = (plugin: Plugin, account: Account | undefined): ReadonlyArray<PluginAccount> => {
  const kind = plugin.accountKinds.find(({ id }) => id === account?.kind)
  return account === undefined || kind === undefined ? [] : [{ plugin, kind, account }]
}

/** The text of a file that a variable names. One that cannot be read is not given, which the account's kind says. */
const readVariableFile = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

/** The accounts that environment variables make. */
export const connected = (plugins: ReadonlyArray<Plugin>, env: Environment): ReadonlyArray<PluginAccount> =>
  plugins.flatMap((plugin) => withKind(plugin, fromEnvironment(plugin, env, readVariableFile)))

/** A stored account with its kind's defaults; `undefined` where this program has no such plugin or kind. */
export const fromStored = (plugins: ReadonlyArray<Plugin>, savedAccount: StoredAccount): PluginAccount | undefined => {
  const plugin = plugins.find(({ id }) => id === savedAccount.plugin)
  const kind = plugin?.accountKinds.find(({ id }) => id === savedAccount.kind)
  if (plugin === undefined || kind === undefined) return undefined
  const secrets = Object.entries(savedAccount.secrets).map(([field, secret]) => [field, Redacted.value(secret)])
  const values = { ...savedAccount.settings, ...Object.fromEntries(secrets) }
  const account = makeAccount({
    plugin: plugin.id,
    name: savedAccount.name,
    kind,
    values,
    revision: savedAccount.revision
  })
  const { createdMillis: connectedMillis } = savedAccount
  return { plugin, kind, account: { ...account, connectedMillis }, stored: savedAccount }
}

/** A setting as it may be shown: an address without the user name, password or query that someone put there. */
export const shownSetting = (field: Field, value: string): string =>
  field.type === "url" ? value.replace(/\/\/[^/]*@/, "//<redacted>@").replace(/[?#].*$/s, "?<redacted>") : value

/** An account's settings as they may be shown. */
export const shownSettings = ({ kind, account }: PluginAccount): Readonly<Record<string, string>> =>
  Object.fromEntries(
    kind.fields.flatMap((field) => {
      const value = account.settings[field.name]
      return value === undefined ? [] : [[field.name, shownSetting(field, value)]]
    })
  )
