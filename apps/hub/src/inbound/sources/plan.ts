/** Decides how the events of each subscription arrive: by the best way that its account and target allow. Pure. */
import type { Way } from "@inlay/agent-plugin/Trigger"

import { accountIdOf, type AccountRef } from "../events/event-accounts.ts"
import type { Hook } from "../hook-rows.ts"
import type { WatchedTarget } from "../subscriptions/Watches.ts"

/** A subscription or a listener, with the ways by which its events can arrive, best first. */
export interface WatchedWays {
  readonly watched: WatchedTarget
  readonly ways: ReadonlyArray<Way>
}

export interface WantedHook {
  readonly plugin: string
  readonly account: string
  readonly place: string
  readonly events: ReadonlyArray<string>
}

export interface WantedPoll {
  readonly plugin: string
  readonly account: string
  readonly trigger: string
  readonly target: unknown
  readonly place: string
  /** Polls of one source and target run together. */
  readonly source: string
  readonly intervalMillis: number
  /** How much of the time until the next poll each request of this poll costs. */
  readonly requestMillis: number
}

type AtHook = Way & { readonly via: "webhook" | "orgWebhook"; readonly place: string }

/** Whether the way is a webhook with a known place. */
export const isHook = (way: Way): way is AtHook =>
  (way.via === "webhook" || way.via === "orgWebhook") && way.place !== undefined

/** The ways that may be used for a subscription or listener: one of a principal that only reads creates no webhook. */
export const allowedWays = ({ pollsOnly }: Pick<WatchedTarget, "pollsOnly">, ways: ReadonlyArray<Way>) =>
  pollsOnly ? ways.filter(({ via }) => via !== "webhook" && via !== "orgWebhook") : ways

type PollWay = Extract<Way, { readonly via: "poll" }>

const isPoll = (way: Way): way is PollWay => way.via === "poll"

/** Whether the way is polled even while a hook works, because the hook does not send everything. */
const isBesideHook = (way: Way): way is PollWay => isPoll(way) && way.besideHookSeconds !== undefined

const hookAt = (hooks: ReadonlyArray<Hook>, ref: AccountRef, place: string): Hook | undefined =>
  hooks.find((hook) => hook.place === place && hook.plugin === ref.plugin && hook.account === ref.account)

/** Whether no problem is known for the place's hook. */
const works = (hooks: ReadonlyArray<Hook>, ref: AccountRef, place: string): boolean =>
  hookAt(hooks, ref, place)?.problem === undefined

/** The hourly requests of an account, until its service has reported its limit. */
export const ASSUMED_PER_HOUR = 5_000
/** The share of an account's requests that all its polls may use together. */
const POLLED_SHARE = 1 / 5
const HOUR_MILLIS = 3_600_000

/**
 * Groups polls that read the same source. Each group runs at the interval of its most urgent poll, within an even share
 * of the account's limit.
 */
const paced = (
  polls: ReadonlyArray<Omit<WantedPoll, "requestMillis">>,
  limits: ReadonlyMap<string, number>
): ReadonlyArray<WantedPoll> => {
  const together = [
    ...Map.groupBy(polls, (poll) => JSON.stringify([accountIdOf(poll), poll.target, poll.source])).values()
  ]
  const sources = Map.groupBy(together, ([first]) => (first === undefined ? "" : accountIdOf(first)))
  return together.flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const account = accountIdOf(first)
    const perHour = (limits.get(account) ?? ASSUMED_PER_HOUR) * POLLED_SHARE
    const requestMillis = ((sources.get(account)?.length ?? 1) * HOUR_MILLIS) / perHour
    const intervalMillis = Math.max(requestMillis, Math.min(...group.map((poll) => poll.intervalMillis)))
    return group.map((poll) => ({ ...poll, intervalMillis, requestMillis }))
  })
}

/**
 * @param hooks the hooks that exist or that this hub tried to create
 * @param limits requests an hour, by `plugin/name`
 * @param isUnreadable whether `all` lacks something of the account; its hooks then lose no event
 */
export const planOf = (
  all: ReadonlyArray<WatchedWays>,
  hooks: ReadonlyArray<Hook>,
  limits: ReadonlyMap<string, number>,
  isUnreadable: (ref: AccountRef) => boolean = () => false
) => {
  const wantedHooks = new Map<string, WantedHook>()
  const polls = new Map<string, Omit<WantedPoll, "requestMillis">>()
  for (const { watched: one, ways } of all) {
    const { plugin, account, trigger, target } = one
    const way = ways.find((each) => (isHook(each) ? works(hooks, one, each.place) : each.via === "poll"))
    if (way === undefined || way.via === "retired") continue
    if (isHook(way)) {
      const key = JSON.stringify([plugin, account, way.place])
      const before = isUnreadable(one) ? (hookAt(hooks, one, way.place)?.events ?? []) : []
      const events = new Set([...(wantedHooks.get(key)?.events ?? before), ...way.events])
      wantedHooks.set(key, { plugin, account, place: way.place, events: [...events].sort() })
    }
    const poll = isHook(way) ? ways.find(isBesideHook) : isPoll(way) ? way : undefined
    if (poll === undefined) continue
    const seconds = isHook(way) ? poll.besideHookSeconds : undefined
    const key = JSON.stringify([plugin, account, trigger, target])
    const intervalMillis = (seconds ?? poll.expectedDelaySeconds) * 1000
    polls.set(key, {
      plugin,
      account,
      trigger,
      target,
      place: one.place,
      source: poll.source ?? trigger,
      // The same may also be polled beside a hook, more rarely.
      intervalMillis: Math.min(intervalMillis, polls.get(key)?.intervalMillis ?? intervalMillis)
    })
  }
  return { hooks: [...wantedHooks.values()], polls: paced([...polls.values()], limits) }
}
