/**
 * Finds hooks at the services that send to a hub but are unknown to this one: duplicates, or left behind by a hub that
 * was moved, restored from a backup or shut down. They are recognized by their addresses, at every place that a
 * subscription ever needed. They are removed only on request, because a hook with another address may belong to another
 * hub.
 */
import type { Hook as RemoteHook } from "@inlay/agent-plugin/Webhooks"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { waysTo } from "../bugs.ts"
import { Connections, type ConnectedAccount } from "../connections.ts"
import { accountIdOf } from "../events/event-accounts.ts"
import { OTHER_HUB } from "../forwarded-events.ts"
import type { Hook } from "../hook-rows.ts"
import { Hooks } from "../hooks.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"
import { isHook } from "./plan.ts"

type AccountPlace = Pick<Hook, "plugin" | "account" | "place">

export interface Orphan extends AccountPlace {
  /** The hook's id at the service. */
  readonly id: string
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly isActive: boolean
  /** Whether the hook sends to this hub's own origin. If not, it may belong to another hub. */
  readonly isOwn: boolean
}

/** A hook's address without the hook's id at its end, because knowing it is what lets a delivery in. */
export const shownUrl = (url: string): string => `${url.slice(0, url.lastIndexOf("/") + 1)}...`

/** An orphan as the API and the command line show it. */
export const orphanView = (one: Orphan) => ({
  account: accountIdOf(one),
  place: one.place,
  id: one.id,
  url: shownUrl(one.url),
  events: one.events,
  active: one.isActive,
  ownAddress: one.isOwn
})

/** A place whose hooks could not be read, and why. */
interface UnreadPlace extends AccountPlace {
  readonly problem: string
}

/** Such a place as the API and the command line show it. */
export const unreadView = ({ plugin, account, place, problem }: UnreadPlace) => ({
  account: accountIdOf({ plugin, account }),
  place,
  problem
})

/** The path of the webhook addresses that hubs make. */
const HUB_PATH = /\/webhooks\/([A-Za-z0-9]{43})$/

/** Every place where a hub with this database may have created a hook. */
const places = Effect.gen(function* () {
  const connections = yield* Connections
  const all = new Map<string, AccountPlace>()
  const add = (at: AccountPlace) => all.set(JSON.stringify([at.plugin, at.account, at.place]), at)
  for (const { plugin, account, place } of yield* (yield* Hooks).list) {
    if (place !== OTHER_HUB) add({ plugin, account, place })
  }
  for (const one of yield* (yield* Subscriptions).targets) {
    const result = yield* Effect.result(connections.find(one))
    if (result._tag === "Failure") continue
    const { plugin, connection } = result.success
    const watcher = yield* Effect.result(connection.watcher)
    const trigger = plugin.triggers.find(({ id }) => id === one.trigger)
    if (watcher._tag === "Failure" || trigger === undefined) continue
    for (const way of yield* Effect.orElseSucceed(waysTo(trigger, one.target, watcher.success), () => [])) {
      if (isHook(way)) add({ plugin: one.plugin, account: one.account, place: way.place })
    }
  }
  return [...all.values()]
})

const isSameUrl = (url: string, base: string): boolean =>
  URL.canParse(url) && new URL(url).origin === new URL(base).origin

const orphansAt = (at: AccountPlace, remote: ReadonlyArray<RemoteHook>, ownHooks: ReadonlyArray<Hook>, base: string) =>
  remote.flatMap(({ id, url, events, isActive }): ReadonlyArray<Orphan> => {
    const [, hookId] = HUB_PATH.exec(url) ?? []
    if (hookId === undefined) return []
    const own = ownHooks.find((hook) => hook.id === hookId)
    // A hook that somebody set up by hand has no remote id stored here.
    if (own !== undefined && (own.remoteId === undefined || own.remoteId === id)) return []
    return [{ ...at, id, url, events, isActive, isOwn: isSameUrl(url, base) }]
  })

const webhooksOf = ({ plugin, connection }: ConnectedAccount) =>
  connection.webhooks === undefined
    ? Effect.fail(
        new ProviderError({
          provider: plugin.id,
          operation: "hooks",
          reason: { _tag: "NotFound", what: `${plugin.title} has no webhooks.`, remedy: { to: "checkNames" } }
        })
      )
    : Effect.succeed(connection.webhooks)

/** @param base the address under which services reach this hub */
export const findOrphans = Effect.fnUntraced(function* (base: string, isWanted: (at: AccountPlace) => boolean) {
  const connections = yield* Connections
  const ownHooks = yield* (yield* Hooks).list
  /** Several accounts may see the same hook. Its address has the id that a hub gave it, which no other hook has. */
  const orphans = new Map<string, Orphan>()
  /** Those that only accounts which may not remove them have been found to see. */
  const onlySeen = new Set<string>()
  const unread: Array<UnreadPlace> = []
  for (const at of (yield* places).filter(isWanted)) {
    const listing = yield* connections.find(at).pipe(
      Effect.flatMap((connected) =>
        Effect.flatMap(webhooksOf(connected), ({ list }) =>
          Effect.map(list(at.place), (remote) => ({ remote, isReadOnly: connected.account.readOnly }))
        )
      ),
      Effect.result
    )
    if (listing._tag === "Success") {
      const { remote, isReadOnly } = listing.success
      for (const orphan of orphansAt(at, remote, ownHooks, base)) {
        const key = JSON.stringify([orphan.plugin, orphan.place, orphan.id, orphan.url])
        if (isReadOnly && !orphans.has(key)) onlySeen.add(key)
        if (!orphans.has(key) || (!isReadOnly && onlySeen.delete(key))) orphans.set(key, orphan)
      }
    } else unread.push({ ...at, problem: listing.failure.message })
  }
  return { orphans: [...orphans.values()], unread }
})

/** Removes a hook if it is still an orphan. Returns false if it is not, or no longer exists. */
export const removeOrphan = Effect.fnUntraced(function* (base: string, at: AccountPlace, id: string) {
  const webhooks = yield* Effect.flatMap((yield* Connections).find(at), webhooksOf)
  const orphans = orphansAt(at, yield* webhooks.list(at.place), yield* (yield* Hooks).list, base)
  if (!orphans.some((one) => one.id === id)) return false
  yield* webhooks.remove(at.place, id)
  return true
})
