/** How each subscription is doing: by which way its events come, what is waiting, what failed, and what to do about it. */
import { wayInWords, type Way } from "@inlay/agent-plugin/Trigger"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { ASSUMED_PER_HOUR, hourlyLimits } from "../arrival/hourly-limits.ts"
import { isHook } from "../arrival/plan.ts"
import { pollStates, type PollState } from "../arrival/poll-states.ts"
import { HELD } from "../chains/causes.ts"
import { Connections } from "../connections.ts"
import { Hooks } from "../hooks.ts"
import type { Subscription } from "./Subscription.ts"

export interface Health {
  readonly subscription: string
  readonly trigger: string
  readonly ok: boolean
  readonly way: string | null
  /** Why by this way, where there is a better one. */
  readonly because: string | null
  /** What its events wait for, just after it was made or switched on. */
  readonly settingUp: string | null
  readonly lastEventMillis: number | undefined
  readonly lastStartMillis: number | undefined
  readonly pending: number
  readonly dead: number
  readonly skipped: number
  /** Why the newest of those was not sent. */
  readonly skippedBecause: string | null
  readonly unreadable: number
  /** Of an account's requests an hour, those that all of its polls take: from 0 to 1; `null` where it is not polled. */
  readonly limitShare: number | null
  readonly problems: ReadonlyArray<string>
}

interface Counts {
  readonly state: string
  readonly count: number
  readonly last: number | null
}

const countsOf = Effect.fnUntraced(function* ({ id }: Subscription) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Counts>`SELECT state, count(*) AS count, max(done_millis) AS last FROM deliveries
    WHERE subscription = ${id} GROUP BY state`
  return (state: string) => rows.find((row) => row.state === state)
})

const inboxOf = Effect.fnUntraced(function* ({ plugin, account }: Subscription) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly problem: string | null; readonly count: number }>`SELECT inbox.problem,
    count(*) AS count FROM inbox JOIN hooks ON hooks.id = inbox.hook
    WHERE hooks.plugin = ${plugin} AND hooks.account = ${account} AND inbox.problem <> ${HELD} AND inbox.state <> 'done'
    GROUP BY inbox.problem`
  return rows
})

const lastEvent = Effect.fnUntraced(function* ({ plugin, account, trigger }: Subscription) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly last: number | null }>`SELECT max(received_millis) AS last FROM events
    WHERE plugin = ${plugin} AND account = ${account} AND trigger_id = ${trigger}`
  return row?.last ?? undefined
})

interface Arrival {
  readonly way: string | null
  /** Why it comes by no better way, and how late it may be. */
  readonly because?: string | undefined
  readonly settingUp?: string | undefined
  readonly problem?: string | undefined
}

/** What takes longer does not come by itself. */
const SETTING_UP = Duration.minutes(2)

/** Before anything comes: what is on its way, or that it takes too long. */
const comingBy = (way: Way, ways: ReadonlyArray<Way>, isLate: boolean): Arrival => {
  if (isLate) {
    const all = ways.map(wayInWords).join("; ")
    const problem = `Nothing comes yet; it could by: ${all}. See that \`inlay serve\` runs and reaches the service.`
    return { way: null, problem }
  }
  if (way.via === "webhook") return { way: null, settingUp: "Setting up the webhook." }
  if (way.via === "orgWebhook") return { way: null, settingUp: "Setting up the organization's webhook." }
  return { way: null, settingUp: "The first look is pending: what happens after it counts." }
}

const lastSkip = Effect.fnUntraced(function* ({ id }: Subscription) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly why: string | null }>`SELECT why FROM deliveries
    WHERE subscription = ${id} AND state = 'skipped' ORDER BY created_millis DESC LIMIT 1`
  return row?.why ?? null
})

const HOUR_MILLIS = 3_600_000

const shareOf = (polls: ReadonlyArray<PollState>, limit: number | undefined): number | null => {
  if (polls.length === 0) return null
  const intervals = new Map(polls.map(({ target, source, intervalMillis }) => [`${source} ${target}`, intervalMillis]))
  const perHour = [...intervals.values()].reduce((sum, millis) => sum + HOUR_MILLIS / millis, 0)
  return perHour / (limit ?? ASSUMED_PER_HOUR)
}

const isOf = (one: Subscription) => (other: { readonly plugin: string; readonly account: string }) =>
  other.plugin === one.plugin && other.account === one.account

/** The way by which its events come: by a hook that works, else by a poll. */
const arrivalOf = Effect.fnUntraced(function* (one: Subscription) {
  const now = yield* Clock.currentTimeMillis
  const isLate = (sinceMillis: number) => now - sinceMillis > Duration.toMillis(SETTING_UP)
  const connections = yield* Connections
  const trigger = connections.plugins.find(({ id }) => id === one.plugin)?.triggers.find(({ id }) => id === one.trigger)
  const unknown = (problem: string): Arrival => ({ way: null, problem })
  if (trigger === undefined)
    return unknown("This hub no longer has its trigger: remove the subscription, or install the version that has it.")
  const watching = Effect.flatMap(connections.find(one), ({ connection }) => connection.watcher)
  const watcher = yield* Effect.result(watching)
  if (watcher._tag === "Failure")
    return unknown(`Its account cannot be used, as \`inlay doctor\` says too: ${watcher.failure.message}`)
  const hooks = (yield* (yield* Hooks).list).filter(isOf(one))
  const ways = trigger.ways(one.target, watcher.success)
  const hookOf = (way: Way) => hooks.find(({ place }) => "place" in way && place === way.place)
  const standing = ways.find((way) => {
    const hook = hookOf(way)
    // Without an id of the service's it is still being made there; what else it is to send, it is still being told.
    if (hook?.remoteId === undefined || hook.problem !== undefined || !isHook(way)) return false
    return way.events.every((event) => hook.events?.includes(event) !== false)
  })
  const failed = ways.flatMap((way) => hookOf(way)?.problem ?? [])
  if (standing !== undefined) return { way: standing.via, because: failed[0] } satisfies Arrival
  const target = JSON.stringify(one.target)
  const poll = (yield* pollStates)
    .filter(isOf(one))
    .find((each) => each.trigger === one.trigger && each.target === target)
  if (poll !== undefined) {
    const seconds = Math.round(poll.intervalMillis / 1000)
    const because = [`It is polled, every ${seconds} s.`, ...failed].join(" ")
    const { hasLooked, nextMillis, problem } = poll
    const way = { via: "poll", needs: [], expectedDelaySeconds: seconds } as const
    const coming = hasLooked || problem !== undefined ? { problem } : comingBy(way, [way], isLate(nextMillis))
    return { ...coming, way: "poll", because } satisfies Arrival
  }
  const next = ways.find((way) => way.via !== "retired" && hookOf(way)?.problem === undefined)
  if (next === undefined) {
    return unknown(
      failed[0] ??
        "Its events cannot come by any way: give the account the right to make webhooks, or use another account."
    )
  }
  return comingBy(next, ways, isLate(Math.max(one.enabledMillis, hookOf(next)?.createdMillis ?? 0)))
})

export const healthOf = Effect.fnUntraced(function* (one: Subscription) {
  const counts = yield* stored("health.read", countsOf(one))
  const inbox = yield* stored("health.read", inboxOf(one))
  const lastEventMillis = yield* stored("health.read", lastEvent(one))
  const { way, because, settingUp, problem }: Arrival = yield* arrivalOf(one)
  const limits = yield* hourlyLimits
  const problems = [
    ...(one.isEnabled
      ? []
      : [one.disabledBecause ?? "It is switched off: switch it on in the console when its events are wanted."]),
    ...(problem === undefined ? [] : [problem]),
    ...inbox.map(
      ({ problem: what, count }) =>
        `${count} received and not read, tried again where that may help: ${what ?? "unknown"}`
    ),
    ...(counts("dead") === undefined
      ? []
      : ["Some deliveries were given up: replay them when the receiver works again."])
  ]
  const health: Health = {
    subscription: one.id,
    trigger: one.trigger,
    ok: problems.length === 0,
    way,
    because: because ?? null,
    settingUp: (one.isEnabled ? settingUp : undefined) ?? null,
    lastEventMillis,
    lastStartMillis: counts("delivered")?.last ?? undefined,
    pending: counts("pending")?.count ?? 0,
    dead: counts("dead")?.count ?? 0,
    skipped: counts("skipped")?.count ?? 0,
    skippedBecause: counts("skipped") === undefined ? null : yield* stored("health.read", lastSkip(one)),
    limitShare:
      way === "poll"
        ? shareOf((yield* pollStates).filter(isOf(one)), limits.get(`${one.plugin}/${one.account}`))
        : null,
    unreadable: inbox.reduce((sum, { count }) => sum + count, 0),
    problems
  }
  return health
})
