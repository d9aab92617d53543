/**
 * Keeps the webhooks that subscriptions need registered at the services: one hook for each account and place, with the
 * union of the events. Creates hooks, repairs those that somebody changed or deleted, and removes a hook with its last
 * subscription. If a hook cannot be created, the reason is stored with its row.
 */
import type { EventConnection } from "@inlay/agent-plugin/Plugin"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { Database } from "@inlay/sql-stores/Database"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"

import { reporting } from "../../serving/outage.ts"
import { hourlyLimits, Limits } from "../../storage/Limits.ts"
import { failingOnBug, waysTo } from "../bugs.ts"
import { Connections, type ConnectedAccount } from "../connections.ts"
import { accountIdOf, type AccountRef } from "../events/event-accounts.ts"
import type { Hook } from "../hook-rows.ts"
import { Hooks, type ProvidedHook } from "../hooks.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"
import { Watches } from "../subscriptions/Watches.ts"
import { isLoopback, otherAddress } from "./hub-address.ts"
import { Leases } from "./Leases.ts"
import { allowedWays, isHook, planOf, type WantedHook, type WatchedWays } from "./plan.ts"
import { Polls } from "./Polls.ts"
import { removalsUnderWay } from "./removals.ts"
import { removeHook } from "./remove-hook.ts"

/** How long to wait before trying again to create a hook at a place where that failed. */
const AGAIN = Duration.hours(1)
/** A webhook that was whole so recently is not asked for again. */
const RECENTLY = Duration.minutes(1)
/** If a hook cannot be created, its subscriptions are planned again at once with their next way. */
const MAX_PLANS = 3

export class HookKeeper extends Context.Service<
  HookKeeper,
  {
    /**
     * Checks and repairs all hooks once, unless services reach other servers of the database at another address.
     * @param url the address under which services reach this hub
     * @returns true if everything that can be set up is set up; false if another round should follow soon
     */
    readonly round: (url: string) => Effect.Effect<boolean>
  }
>()("@inlay/hub/HookKeeper") {}

/** A remote service cannot reach a loopback address; a service on this machine can. */
const isReached = (url: string, { account }: ConnectedAccount): boolean =>
  !isLoopback(url) || Object.values(account.settings).some(isLoopback)

const UNREACHABLE =
  "This hub can be reached only from this machine, so the service cannot send to it: start it with --url and its public address."

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "another address")

const SAME_URL = "Servers that share a database need the same --url."

const logMove = ({ plugin, account, place }: WantedHook, from: string, to: string) =>
  Effect.logWarning(
    `hooks: the webhook of ${plugin}/${account} at ${place} led to ${originOf(from)}, and now leads to ${originOf(to)}. ${SAME_URL}`
  )

const logOther = (address: string) =>
  Effect.logWarning(
    `hooks: webhooks and polls stay as they are, because services reach the hub of this database at ${address}. ${SAME_URL}`
  )

const make = Effect.gen(function* () {
  const services = Context.pick(
    SqlClient,
    Database,
    Hooks,
    Connections,
    Limits
  )(yield* Effect.context<SqlClient | Database | Hooks | Connections | Limits>())
  const hooks = yield* Hooks
  const polls = yield* Polls
  const leases = yield* Leases
  const subscriptions = yield* Subscriptions
  const watches = yield* Watches
  const connections = yield* Connections
  /** The last limit that each service reported stays in use after its rate-limit window has ended. */
  const lastLimits = new Map<string, number>()
  /** The state of each hook's webhook when it was last whole, and when that was. */
  const wholeHooks = new Map<string, { readonly state: string; readonly atMillis: number }>()

  /** Opens an account and asks its service who it is. */
  const openAccount = Effect.fnUntraced(function* (ref: AccountRef) {
    const { plugin, connection } = yield* connections.find(ref)
    return { plugin, watcher: yield* connection.watcher }
  }, failingOnBug("opening an account"))

  /** The address of other servers that was logged last. */
  let loggedAddress: string | undefined

  /**
   * Everything that is watched and can be planned, and the accounts of which something cannot be. What an account that
   * is being removed has stays as it is.
   */
  const watchedWays = Effect.gen(function* () {
    const isBeingRemoved = yield* removalsUnderWay
    const enabledSubscriptions = (yield* subscriptions.list).filter(({ isEnabled }) => isEnabled)
    const everything = [...enabledSubscriptions, ...(yield* watches.list)]
    const accounts = new Map(everything.map((watched) => [accountIdOf(watched), watched]))
    const results = new Map(
      yield* Effect.forEach(
        accounts,
        ([name, one]) => Effect.map(Effect.result(openAccount(one)), (result) => [name, result] as const),
        { concurrency: 4 }
      )
    )
    const all: Array<WatchedWays> = []
    const unreadable = new Set(everything.filter(isBeingRemoved).map(accountIdOf))
    for (const watched of everything) {
      if (isBeingRemoved(watched)) continue
      const result = results.get(accountIdOf(watched))
      const account = result?._tag === "Success" ? result.success : undefined
      const trigger = account?.plugin.triggers.find(({ id }) => id === watched.trigger)
      const ways = account && trigger && (yield* Effect.result(waysTo(trigger, watched.target, account.watcher)))
      // The subscription's health reports the problem.
      if (ways?._tag !== "Success") unreadable.add(accountIdOf(watched))
      else all.push({ watched, ways: allowedWays(watched, ways.success) })
    }
    return { all, isUnreadable: (ref: AccountRef) => unreadable.has(accountIdOf(ref)), isWhole: unreadable.size === 0 }
  })

  const put = Effect.fnUntraced(function* (
    webhooks: NonNullable<EventConnection["webhooks"]>,
    url: string,
    { hook, secret }: ProvidedHook,
    wanted: WantedHook
  ) {
    const { place, events } = wanted
    const standing = (yield* webhooks.list(place)).find(
      // Created at an earlier address of this hub, or by a process that was stopped before it could store the id.
      (one) => one.id === hook.remoteId || one.url.endsWith(`/webhooks/${hook.id}`)
    )
    const isWhole =
      standing !== undefined &&
      !hook.hasNewSecret &&
      standing.isActive &&
      standing.url === url &&
      standing.id === hook.remoteId &&
      events.every((event) => standing.events.includes(event)) &&
      standing.events.length === events.length
    if (isWhole) return standing.id
    const { id } = yield* webhooks.put(place, { ...(standing && { id: standing.id }), url, events, secret })
    if (standing !== undefined && standing.url !== url) yield* logMove(wanted, standing.url, url)
    return id
  })

  const keep = Effect.fnUntraced(function* (base: string, plannedHook: WantedHook) {
    const provided = yield* hooks.provide(plannedHook)
    const { hook, sealed } = provided
    const making = Effect.gen(function* () {
      const connected = yield* connections.find(plannedHook)
      const { webhooks } = connected.connection
      if (webhooks === undefined || !isReached(base, connected)) {
        return yield* new ProviderError({
          provider: plannedHook.plugin,
          operation: "hooks",
          reason: { _tag: "Refused", guard: "endpoint", what: UNREACHABLE }
        })
      }
      const url = `${base}/webhooks/${hook.id}`
      const stateOf = (remoteId: string | undefined) =>
        JSON.stringify([remoteId, url, plannedHook.events, connected.account.revision])
      const now = yield* Clock.currentTimeMillis
      const before = hook.hasNewSecret ? undefined : wholeHooks.get(hook.id)
      // The clock may have been set back.
      const isRecent = before !== undefined && Math.abs(now - before.atMillis) < Duration.toMillis(RECENTLY)
      if (hook.remoteId !== undefined && isRecent && before.state === stateOf(hook.remoteId)) {
        return { webhooks, remoteId: hook.remoteId }
      }
      const remoteId = yield* put(webhooks, url, provided, plannedHook)
      wholeHooks.set(hook.id, { state: stateOf(remoteId), atMillis: now })
      return { webhooks, remoteId }
    })
    const result = yield* Effect.result(failingOnBug("setting up a webhook")(making))
    if (result._tag === "Success") {
      const { webhooks, remoteId } = result.success
      const { place, events } = plannedHook
      const isThere = yield* hooks.note(hook.id, { remoteId, events, sealed })
      // Asked after the id is stored: a removal that began later finds it.
      if (isThere && !(yield* removalsUnderWay)(plannedHook)) return "kept" as const
      // The hook was deleted, or its account's removal began, while the service created the webhook. If the account
      // stays, the next round looks at the service again.
      wholeHooks.delete(hook.id)
      yield* webhooks
        .remove(place, remoteId)
        .pipe(
          Effect.catch(({ message }) =>
            Effect.logWarning(`hooks: a deleted hook's webhook stays at ${place}: ${message}`)
          )
        )
      return "later" as const
    }
    // A failure that may pass soon is no reason to switch to another way, and neither is a bug, which an update mends.
    const { failure } = result
    if (failure._tag === "Bug" || (failure._tag === "ProviderError" && failure.isRetryable)) return "later" as const
    return yield* Effect.as(hooks.note(hook.id, { problem: failure.message }), "impossible" as const)
  })

  const plan = Effect.fnUntraced(function* (base: string) {
    const { all, isUnreadable, isWhole } = yield* watchedWays
    const now = yield* Clock.currentTimeMillis
    const isFresh = ({ checkedMillis }: Hook) => checkedMillis <= now && checkedMillis + Duration.toMillis(AGAIN) >= now
    const currentHooks = (yield* hooks.list).map((hook) => (isFresh(hook) ? hook : { ...hook, problem: undefined }))
    for (const [account, limit] of yield* hourlyLimits) lastLimits.set(account, limit)
    const nextPlan = planOf(all, currentHooks, lastLimits, isUnreadable)
    const results = yield* Effect.forEach(nextPlan.hooks, (one) => keep(base, one), { concurrency: 4 })
    yield* polls.replace(nextPlan.polls, isUnreadable)
    if (results.includes("impossible")) return "replan" as const
    const isWanted = (hook: Hook) =>
      isUnreadable(hook) ||
      nextPlan.hooks.some((one) => accountIdOf(one) === accountIdOf(hook) && one.place === hook.place)
    /** Whether the events of something that is watched could come by it, if the service allowed it. */
    const isPossible = (hook: Hook) =>
      all.some(
        ({ watched, ways }) =>
          accountIdOf(watched) === accountIdOf(hook) && ways.some((way) => isHook(way) && way.place === hook.place)
      )
    const allHooks = yield* hooks.list
    const hookIds = new Set(allHooks.map(({ id }) => id))
    for (const id of wholeHooks.keys()) if (!hookIds.has(id)) wholeHooks.delete(id)
    for (const hook of allHooks) {
      if (isWanted(hook)) continue
      if (hook.remoteId === undefined) {
        // A hook that somebody set up by hand stays, and so does one that may be tried again.
        if (hook.problem !== undefined && !isPossible(hook)) yield* hooks.drop(hook.id)
        continue
      }
      yield* removeHook(hook).pipe(
        failingOnBug("removing a webhook"),
        Effect.catch((error) => hooks.note(hook.id, { problem: `It cannot be removed: ${error.message}` }))
      )
    }
    return isWhole && !results.includes("later") ? ("done" as const) : ("later" as const)
  })

  const round = (url: string) =>
    leases
      .having(
        "hooks",
        Effect.gen(function* () {
          const other = yield* otherAddress(url)
          if (other !== undefined && other !== loggedAddress) yield* logOther(other)
          loggedAddress = other
          if (other !== undefined) return false
          for (let tries = 0; tries < MAX_PLANS; tries++) {
            const outcome = yield* plan(url)
            if (outcome !== "replan") return outcome === "done"
          }
          return true
        })
      )
      .pipe(
        reporting("hooks: checking failed."),
        Effect.map((isDone) => isDone === true),
        Effect.provideContext(services)
      )
  return HookKeeper.of({ round })
})

export const layer = Layer.effect(HookKeeper, make)
