/** What exists for a principal: the plugins, steps and accounts that its grant leaves. Everything else it never learns of. */
import type { Account } from "@inlay/agent-plugin/Account"
import { Accounts, choose } from "@inlay/agent-plugin/Accounts"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import { mayUseAccount, mayUseStep, type Principal } from "./Principal.ts"

/** The plugins with the steps that a principal may use; without those of which it may use none. */
export const pluginsOf = (plugins: ReadonlyArray<Plugin>, principal: Principal): ReadonlyArray<Plugin> =>
  plugins.flatMap((plugin) => {
    const toolSteps = plugin.toolSteps.filter((step) => mayUseStep(principal, plugin, step))
    return toolSteps.length === 0 ? [] : [{ ...plugin, toolSteps }]
  })

type Connected = Accounts["Service"]

/** Every account as a read-only one: its client refuses to change anything. */
export const readOnlyAccounts = (accounts: Connected): Connected => {
  /** One for each account's object, for a client lives as long as that. */
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

/** The accounts that a principal may use. */
export const accountsOf = (accounts: Connected, principal: Principal): Connected => {
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
