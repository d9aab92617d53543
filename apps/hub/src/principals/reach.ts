/** What exists for a principal: the plugins, steps and accounts that its grant allows. It cannot see anything else. */
import type { Account } from "@inlay/agent-plugin/Account"
import { Accounts, choose } from "@inlay/agent-plugin/Accounts"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import { mayUseAccount, mayUseStep, type Principal } from "./Principal.ts"

/** The plugins with the steps that a principal may use, without plugins that have none left. */
export const pluginsOf = (plugins: ReadonlyArray<Plugin>, principal: Principal): ReadonlyArray<Plugin> =>
  plugins.flatMap((plugin) => {
    const toolSteps = plugin.toolSteps.filter((step) => mayUseStep(principal, plugin, step))
    return toolSteps.length === 0 ? [] : [{ ...plugin, toolSteps }]
  })

/**
 * Limits a principal whose grant names tools to the plugins of these tools: accounts, triggers and events of any other
 * plugin do not exist for it.
 */
export const withinTools = (plugins: ReadonlyArray<Plugin>, principal: Principal): Principal =>
  principal.grant.tools === undefined
    ? principal
    : { ...principal, grant: { ...principal.grant, plugins: pluginsOf(plugins, principal).map(({ id }) => id) } }

type AccountsService = Accounts["Service"]

/** Makes every account read-only: its client then refuses all changes. */
export const readOnlyAccounts = (accounts: AccountsService): AccountsService => {
  /** One copy for each account object, because clients are kept for the lifetime of that object. */
  const copies = new WeakMap<Account, Account>()
  const readOnly = (account: Account): Account => {
    if (account.readOnly) return account
    const copy = copies.get(account) ?? {
      ...account,
      readOnly: true,
      settings: { ...account.settings, read_only: "true" }
    }
    copies.set(account, copy)
    return copy
  }
  return Accounts.of({
    list: Effect.map(accounts.list, (all) => all.map((account) => ({ ...account, readOnly: true }))),
    find: (plugin, name) => Effect.map(accounts.find(plugin, name), readOnly),
    secrets: accounts.secrets
  })
}

/** Limits accounts to those that a principal may use. */
export const accountsOf = (accounts: AccountsService, principal: Principal): AccountsService => {
  const list = Effect.map(accounts.list, (all) => all.filter((account) => mayUseAccount(principal, account)))
  const { plugins, accounts: accountNames } = principal.grant
  if (plugins === undefined && accountNames === undefined) return accounts
  return Accounts.of({
    list,
    find: (plugin, name) =>
      Effect.flatMap(list, (all) => {
        const own = all.filter((account) => account.plugin === plugin.id)
        return Effect.flatMap(Effect.fromResult(choose(plugin, own, name)), (account) =>
          accounts.find(plugin, account.name)
        )
      }),
    secrets: accounts.secrets
  })
}
