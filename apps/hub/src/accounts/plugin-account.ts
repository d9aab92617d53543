/** An account together with its plugin and kind, from the environment or from storage. */
import { readFileSync } from "node:fs"

import { make as makeAccount, type Account, type AccountKind, type Field } from "@inlay/agent-plugin/Account"
import { fromEnvironment } from "@inlay/agent-plugin/Environment"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Redacted from "effect/Redacted"

import { filePath } from "../file-path.ts"
import { decodeText } from "../text-encoding.ts"
import type { StoredAccount } from "./stored-account.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** The name of the environment's account. No stored account can have it. */
export const ENVIRONMENT = "env"

export interface PluginAccount {
  readonly plugin: Plugin
  readonly kind: AccountKind
  readonly account: Account
  /** The stored account; absent for an account of the environment. */
  readonly stored?: StoredAccount
}

/** An account with its plugin and kind; empty if there is no account or no such kind. */
export const withKind = (plugin: Plugin, account: Account | undefined): ReadonlyArray<PluginAccount> => {
  const kind = plugin.accountKinds.find(({ id }) => id === account?.kind)
  return account === undefined || kind === undefined ? [] : [{ plugin, kind, account }]
}

/**
 * The text of a file that a variable names. Returns undefined if it cannot be read; the account's kind then reports it.
 */
const readVariableFile = (path: string): string | undefined => {
  try {
    return decodeText(readFileSync(filePath(path)))
  } catch {
    return undefined
  }
}

/** Whether an account of the environment is used beside the stored accounts. */
export const isUsedBeside = (
  { plugin, standsBack }: Account,
  stored: ReadonlyArray<Pick<StoredAccount, "plugin">>
): boolean => standsBack !== true || !stored.some((one) => one.plugin === plugin)

/** The accounts that are defined by environment variables, and used beside the stored accounts. */
export const connected = (
  plugins: ReadonlyArray<Plugin>,
  env: Environment,
  stored: ReadonlyArray<Pick<StoredAccount, "plugin">>
): ReadonlyArray<PluginAccount> =>
  plugins
    .flatMap((plugin) => withKind(plugin, fromEnvironment(plugin, env, readVariableFile)))
    .filter(({ account }) => isUsedBeside(account, stored))

/** A stored account with its kind's defaults, or `undefined` if this program has no such plugin or kind. */
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
  const { createdMillis: connectedMillis, grant } = savedAccount
  const facts = { connectedMillis, ...(grant !== undefined && { scopes: grant.scopes }) }
  return { plugin, kind, account: { ...account, ...facts }, stored: savedAccount }
}

/** A setting that is safe to show: addresses lose any user name, password, query and fragment. */
export const shownSetting = (field: Field, value: string): string =>
  field.type === "url" ? value.replace(/\/\/[^/]*@/, "//<redacted>@").replace(/[?#].*$/s, "?<redacted>") : value

/** An account's settings, safe to show. */
export const shownSettings = ({ kind, account }: PluginAccount): Readonly<Record<string, string>> =>
  Object.fromEntries(
    kind.fields.flatMap((field) => {
      const value = account.settings[field.name]
      return value === undefined ? [] : [[field.name, shownSetting(field, value)]]
    })
  )
