/**
 * The accounts that a plugin's steps may run with: those of this browser or those of the hub, as the user chose for the
 * plugin. Never both, so there is no fallback from one way to the other.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Browser } from "../browser/Browser.ts"
import { originsOf } from "../messaging/account-address.ts"
import type { AccountRef } from "../messaging/account.ts"
import { accountClosed, hostDenied, offline, type RequestError } from "../messaging/own-failures.ts"
import { hubAccount, nameAtHub, wayOf, type WayName } from "../messaging/way.ts"
import { Vault } from "../vault/accounts.ts"
import { HubVault } from "../vault/hub.ts"
import { Hub } from "./hub/Hub.ts"
import { kindOf, Steps } from "./Steps.ts"

/** An account that is connected in this browser or at the hub. */
export interface ConnectedAccount extends AccountRef {
  /** The settings from which its plugin recognises pages. */
  readonly settings: Readonly<Record<string, string>>
  /** The origins to which this browser sends the account's requests. */
  readonly origins: ReadonlyArray<string>
}

const make = Effect.gen(function* () {
  const browser = yield* Browser
  const steps = yield* Steps
  const vault = yield* Vault
  const hubVault = yield* HubVault
  const hub = yield* Hub

  const wayOfPlugin = (plugin: string) =>
    steps.plugins.some(({ id }) => id === plugin) ? hubVault.way(plugin) : Effect.succeed<WayName>("hub")

  const names = Effect.fnUntraced(function* (plugin: string) {
    if ((yield* wayOfPlugin(plugin)) === "hub") {
      const accounts = yield* hub.accounts
      return accounts.filter((one) => one.plugin === plugin && one.ok).map(({ name }) => hubAccount(name))
    }
    return (yield* vault.list).filter((one) => one.plugin === plugin).map(({ name }) => name)
  })

  return {
    wayOf: wayOfPlugin,
    /** Names of a plugin's accounts, in the way that is chosen for it. */
    names,
    /** The account to start with: the one chosen last, otherwise the first. */
    chosen: Effect.fnUntraced(function* (plugin: string) {
      if ((yield* wayOfPlugin(plugin)) === "direct") return yield* vault.chosen(plugin)
      const all = yield* names(plugin)
      const choice = yield* hubVault.chosen(plugin)
      return choice !== undefined && all.includes(hubAccount(choice)) ? hubAccount(choice) : all[0]
    }),
    choose: (ref: AccountRef): Effect.Effect<void, RequestError> =>
      wayOf(ref) === "hub" ? hubVault.choose(ref.plugin, nameAtHub(ref)) : vault.choose(ref.plugin, ref.account),
    /** `undefined` if the account is not connected. */
    find: Effect.fnUntraced(function* ({ plugin, account: name }: AccountRef) {
      const ref = { plugin, account: name }
      if (wayOf(ref) === "hub") {
        const { origin } = yield* hub.proven
        const account = yield* hub.account(plugin, nameAtHub(ref))
        return account && { ...ref, settings: account.settings ?? {}, origins: [origin] }
      }
      const account = yield* Effect.catchTag(vault.find(plugin, name), "VaultProblem", (problem) =>
        Effect.fail(accountClosed(name, problem))
      )
      if (account === undefined) return undefined
      const { settings, kind } = account
      return { ...ref, settings, origins: originsOf(kindOf(steps, plugin, kind)?.fields ?? [], settings) }
    }),
    /**
     * Whether an answer of this account may still be shown: the account has not been removed in the meantime, nor its
     * hub unpaired.
     */
    isThere: (ref: AccountRef): Effect.Effect<boolean, StorageError> =>
      wayOf(ref) === "hub"
        ? Effect.map(hubVault.record, (record) => record !== undefined)
        : vault.isThere(ref.plugin, ref.account),
    /** Fails if a request could not be sent to an account's origins at the moment. */
    sendable: Effect.fnUntraced(function* ({ origins }: Pick<ConnectedAccount, "origins">) {
      if (!(yield* browser.online)) return yield* offline
      for (const origin of origins) if (!(yield* browser.mayReach(origin))) return yield* hostDenied(origin)
      return undefined
    })
  }
})

export class ConnectedAccounts extends Context.Service<ConnectedAccounts, Effect.Success<typeof make>>()(
  "@inlay/extension/ConnectedAccounts"
) {}

export const layer: Layer.Layer<ConnectedAccounts, never, Browser | Steps | Vault | HubVault | Hub> = Layer.effect(
  ConnectedAccounts,
  make
)
