/** Handles requests for the paired hub, its triggers and its events. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

import { failureOf, malformed } from "../../messaging/failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { hubAccount } from "../../messaging/way.ts"
import { Connections } from "../../providers/Connections.ts"
import { api } from "../../providers/hub/api.ts"
import type { HealthAtHub, SubscriptionAtHub } from "../../providers/hub/events-api.ts"
import { Feed } from "../../providers/hub/Feed.ts"
import { Hub } from "../../providers/hub/Hub.ts"
import { Provider } from "../../providers/provider.ts"
import { Vault } from "../../vault/accounts.ts"
import { storageFailure } from "../../vault/failures.ts"
import { HubVault } from "../../vault/hub.ts"
import * as pairing from "./pairing.ts"
import type { HubRequests, PluginWay, SubscriptionView } from "./requests.ts"

const subscriptionOf = (subscription: SubscriptionAtHub, all: ReadonlyArray<HealthAtHub>): SubscriptionView => {
  const { id, name, trigger, account, target, filters, url, enabled, disabledBecause } = subscription
  const health = all.find((one) => one.subscription === id)
  return {
    id,
    name,
    trigger,
    account,
    target,
    filters,
    url,
    enabled,
    disabledBecause,
    health:
      health === undefined
        ? null
        : {
            ok: health.ok,
            way: health.way,
            because: health.because,
            lastEventAt: health.lastEventAt,
            lastStartAt: health.lastStartAt,
            pending: health.pending,
            dead: health.dead,
            unreadable: health.unreadable,
            problems: health.problems
          }
  }
}

/** @param onChange runs after the browser was paired or has forgotten its hub, or runs a plugin another way */
export const make = Effect.fnUntraced(function* (onChange: Effect.Effect<void>) {
  const hub = yield* Hub
  const hubVault = yield* HubVault
  const vault = yield* Vault
  const provider = yield* Provider
  const connections = yield* Connections
  const feed = yield* Feed
  const { pair, unpair } = yield* pairing.make
  /** The end of a pairing waits for its hub, and would then remove another pairing that was made meanwhile. */
  const oneAtATime = (yield* Semaphore.make(1)).withPermits(1)

  /** Reads the hub's plugins, with the accounts of each. */
  const atHub = Effect.gen(function* () {
    const { plugins } = yield* hub.ask("hub", api.plugins)
    const { accounts } = yield* hub.ask("hub", api.accounts)
    return plugins.map(({ id, title }) => ({
      id,
      title,
      accounts: accounts.filter((one) => one.plugin === id && one.ok).map(({ name }) => hubAccount(name))
    }))
  })

  const pluginsOf = Effect.fnUntraced(function* (
    hubPlugins: ReadonlyArray<Effect.Success<typeof atHub>[number]> | undefined
  ) {
    const here = yield* Effect.mapError(vault.list, storageFailure("hub"))
    const own = provider.plugins.map(({ id, title }) => ({ id, title, isChoice: true }))
    const others = (hubPlugins ?? []).filter(({ id }) => !own.some((one) => one.id === id))
    return yield* Effect.forEach(
      [...own, ...others.map((one) => ({ ...one, isChoice: false }))],
      ({ id, title, isChoice }) =>
        Effect.map(connections.wayOf(id), (way): PluginWay => ({
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
    const record = yield* Effect.mapError(hubVault.record, storageFailure("hub"))
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
    const view = yield* pair(input)
    yield* Effect.gen(function* () {
      const here = yield* vault.list
      for (const { id } of provider.plugins) {
        if (!here.some(({ plugin }) => plugin === id)) yield* hubVault.saveWay(id, "hub")
      }
    }).pipe(Effect.mapError(storageFailure("pairHub")))
    return view
  })

  const triggers = Effect.fnUntraced(function* ({ plugin }: HubRequests["triggers"]["input"]) {
    const { subscriptions } = yield* hub.ask("triggers", api.subscriptions)
    const { health } = yield* hub.ask("triggers", api.health)
    return {
      triggers: subscriptions
        .filter(({ account }) => plugin === null || account.startsWith(`${plugin}/`))
        .map((one) => subscriptionOf(one, health))
    }
  })

  const switchTrigger = Effect.fnUntraced(function* ({ id, enabled }: HubRequests["switchTrigger"]["input"]) {
    const trigger = yield* hub.ask("switchTrigger", api.switch, { id, body: { enabled } })
    return { enabled: trigger.enabled }
  })

  const handlers: HandlersOf<HubRequests> = {
    hub: () => state,
    pairHub: (input) => Effect.tap(oneAtATime(pairHub(input)), () => onChange),
    unpairHub: () => Effect.tap(oneAtATime(unpair), () => onChange),
    chooseWay: ({ plugin, way }) =>
      provider.plugins.some(({ id }) => id === plugin)
        ? hubVault
            .saveWay(plugin, way)
            .pipe(Effect.mapError(storageFailure("chooseWay")), Effect.andThen(onChange), Effect.as(null))
        : Effect.fail(malformed("chooseWay")),
    triggers,
    switchTrigger,
    nextEvents: ({ after }) => feed.next(after)
  }
  return handlers
})
