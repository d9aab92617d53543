/** Handles requests for the paired hub, its triggers and its events. */
import * as Queue from "@inlay/core-http/queue"
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import { failureOf, malformed } from "../../messaging/own-failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { hubAccount } from "../../messaging/way.ts"
import { ConnectedAccounts } from "../../providers/ConnectedAccounts.ts"
import { api } from "../../providers/hub/api.ts"
import * as Feed from "../../providers/hub/Feed.ts"
import { Hub } from "../../providers/hub/Hub.ts"
import { Steps } from "../../providers/Steps.ts"
import { Vault } from "../../vault/accounts.ts"
import { HubVault } from "../../vault/hub.ts"
import { PLUGIN as SALES_DATA, profileSites } from "../enrich/subject/target.ts"
import * as pairing from "./pairing.ts"
import type { HubRequests, PluginWay } from "./requests.ts"

/** @param onChange runs after the browser was paired or has forgotten its hub, or runs a plugin another way */
export const make = Effect.fnUntraced(function* (onChange: Effect.Effect<void>) {
  const browser = yield* Browser
  const hub = yield* Hub
  const hubVault = yield* HubVault
  const vault = yield* Vault
  const steps = yield* Steps
  const connectedAccounts = yield* ConnectedAccounts
  const feed = yield* Feed.make
  const { pair, unpair } = yield* pairing.make
  /** The end of a pairing waits for its hub, and would then remove another pairing that was made meanwhile. */
  const alone = Queue.make(1).withPlace

  /** Reads the hub's plugins, with the accounts of each. The menu then offers links to their professional networks. */
  const atHub = Effect.gen(function* () {
    const { plugins } = yield* hub.ask(api.plugins)
    const { accounts } = yield* hub.ask(api.accounts)
    if ((yield* hubVault.way(SALES_DATA)) === "hub") {
      const own = accounts.filter(({ plugin, ok }) => plugin === SALES_DATA && ok)
      yield* browser.offerLinksTo(own.flatMap(({ settings = {} }) => profileSites(settings)))
    }
    return plugins.map(({ id, title }) => ({
      id,
      title,
      accounts: accounts.filter((one) => one.plugin === id && one.ok).map(({ name }) => hubAccount(name))
    }))
  })

  const pluginsOf = Effect.fnUntraced(function* (
    hubPlugins: ReadonlyArray<Effect.Success<typeof atHub>[number]> | undefined
  ) {
    const here = yield* vault.list
    const own = steps.plugins.map(({ id, title }) => ({ id, title, isChoice: true }))
    const others = (hubPlugins ?? []).filter(({ id }) => !own.some((one) => one.id === id))
    return yield* Effect.forEach(
      [...own, ...others.map((one) => ({ ...one, isChoice: false }))],
      ({ id, title, isChoice }) =>
        Effect.map(connectedAccounts.wayOf(id), (way): PluginWay => ({
          plugin: id,
          title,
          way,
          isChoice,
          accountsHere: here.filter(({ plugin }) => plugin === id).length,
          accountsAtHub: hubPlugins === undefined ? null : (hubPlugins.find((one) => one.id === id)?.accounts ?? [])
        }))
    )
  })

  const state = Effect.gen(function* () {
    const record = yield* hubVault.record
    if (record === undefined) return { hub: null, problem: null, plugins: [] }
    const result = yield* Effect.match(atHub, {
      onSuccess: (plugins) => ({ plugins, problem: null }),
      onFailure: (error) => ({ plugins: undefined, problem: failureOf(error) })
    })
    return { hub: pairing.viewOf(record), problem: result.problem, plugins: yield* pluginsOf(result.plugins) }
  })

  /**
   * A plugin without accounts in this browser could do nothing here, so it is switched to the hub that was just paired.
   */
  const pairHub = Effect.fnUntraced(function* (input: HubRequests["pairHub"]["input"]) {
    const here = yield* vault.list
    const ids = steps.plugins.map(({ id }) => id).filter((id) => here.every(({ plugin }) => plugin !== id))
    return yield* pair(input, ids)
  })

  const triggers = Effect.fnUntraced(function* ({ account }: HubRequests["triggers"]["input"]) {
    const which = account === null ? {} : { query: { account } }
    const { subscriptions } = yield* hub.ask(api.subscriptions, which)
    const { health } = yield* hub.ask(api.health, which)
    return {
      triggers: subscriptions
        // Earlier hubs list those of every account.
        .filter((one) => account === null || one.account === account)
        .map((one) => ({ ...one, health: health.find(({ subscription }) => subscription === one.id) ?? null }))
    }
  })

  const handlers: HandlersOf<HubRequests> = {
    hub: () => state,
    pairHub: (input) => Effect.tap(alone(pairHub(input)), () => onChange),
    unpairHub: () => Effect.tap(alone(unpair), () => onChange),
    chooseWay: ({ plugin, way }) =>
      steps.plugins.some(({ id }) => id === plugin)
        ? hubVault.saveWay(plugin, way).pipe(Effect.andThen(onChange), Effect.as(null))
        : Effect.fail(malformed),
    triggers,
    switchTrigger: ({ id, enabled }) => Effect.as(hub.ask(api.switch, { id, body: { enabled } }), null),
    nextEvents: ({ after }) => feed.next(after)
  }
  return handlers
})
