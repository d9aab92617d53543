/**
 * Tells by which way the events of subscriptions arrive (a working hook, or else a poll) and what prevents a better
 * way.
 */
import { wayInWords, type Watcher, type Way } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"

import { hourlyLimits } from "../../../storage/Limits.ts"
import { failingOnBug, waysTo, type Bug } from "../../bugs.ts"
import { Connections, type ConnectedAccount } from "../../connections.ts"
import { accountIdOf } from "../../events/event-accounts.ts"
import type { Hook } from "../../hook-rows.ts"
import { Hooks } from "../../hooks.ts"
import { allowedWays, ASSUMED_PER_HOUR, isHook } from "../../sources/plan.ts"
import type { Subscription } from "../Subscription.ts"

export interface Arrival {
  readonly way: string | null
  /** Why the events do not arrive by a better way, and how late they may be. */
  readonly because?: string | undefined
  readonly settingUp?: string | undefined
  readonly problem?: string | undefined
  /** If the events are polled: the share of the account's hourly requests that all of its polls use. */
  readonly limitShare?: number
}

interface PollState {
  readonly plugin: string
  readonly account: string
  readonly trigger: string
  /** JSON. */
  readonly target: string
  /** Polls of one source and target run together. */
  readonly source: string
  readonly intervalMillis: number
  /** The pause after the latest poll. */
  readonly pauseMillis: number | null
  readonly problem: string | null
  /** 1 if the first poll is done, else 0. Events are reported from then on. */
  readonly hasLooked: number
  readonly nextMillis: number
}

const pollStates = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  storeOperation(
    "polls.list",
    sql<PollState>`SELECT plugin, account, trigger_id AS "trigger", target, source, interval_millis AS "intervalMillis",
      pause_millis AS "pauseMillis", problem, next_millis AS "nextMillis", CASE WHEN poll_cursor IS NULL THEN 0 ELSE 1 END AS "hasLooked" FROM polls`
  )
)

/** Setup that takes longer than this will not finish by itself. */
const SETTING_UP_MILLIS = Duration.toMillis(Duration.minutes(2))
const HOUR_MILLIS = Duration.toMillis(Duration.hours(1))

/** The state before any event can arrive: what is being set up, or that it takes too long. */
const comingBy = (way: Way, ways: ReadonlyArray<Way>, isLate: boolean): Arrival => {
  if (isLate) {
    const all = ways.map(wayInWords).join("; ")
    const problem = `No events yet. They could arrive by: ${all}. Check that \`inlay serve\` runs and reaches the service.`
    return { way: null, problem }
  }
  if (way.via === "webhook") return { way: null, settingUp: "Setting up the webhook." }
  if (way.via === "orgWebhook") return { way: null, settingUp: "Setting up the organization's webhook." }
  return { way: null, settingUp: "Waiting for the first poll. Later events are reported." }
}

const shareOf = (polls: ReadonlyArray<PollState>, limit = ASSUMED_PER_HOUR): number => {
  const intervals = new Map(polls.map(({ target, source, intervalMillis }) => [`${source} ${target}`, intervalMillis]))
  return [...intervals.values()].reduce((sum, millis) => sum + HOUR_MILLIS / millis, 0) / limit
}

const READS = "Whoever made it only reads, so no webhook is created for it."

/** What is known about one account. */
interface AccountFacts {
  readonly watcher: Result.Result<Watcher, ProviderError | StorageError | Bug>
  readonly hooks: ReadonlyArray<Hook>
  readonly polls: ReadonlyArray<PollState>
  readonly requestsPerHour: number | undefined
}

const arrivalOf = Effect.fnUntraced(function* (
  one: Subscription,
  trigger: ConnectedAccount["plugin"]["triggers"][number] | undefined,
  { watcher, hooks, polls, requestsPerHour }: AccountFacts,
  now: number
): Effect.fn.Return<Arrival> {
  const isLate = (sinceMillis: number) => now - sinceMillis > SETTING_UP_MILLIS
  const withProblem = (problem: string): Arrival => ({ way: null, problem })
  if (trigger === undefined)
    return withProblem(
      "This hub no longer has its trigger: remove the subscription, or install the version that has it."
    )
  if (Result.isFailure(watcher))
    return withProblem(`Its account cannot be used, as \`inlay doctor\` also reports: ${watcher.failure.message}`)
  const possible = yield* Effect.result(waysTo(trigger, one.target, watcher.success))
  if (Result.isFailure(possible)) return withProblem(possible.failure.message)
  const ways = allowedWays(one, possible.success)
  const hookOf = (way: Way) => hooks.find(({ place }) => "place" in way && place === way.place)
  const workingWay = ways.find((way) => {
    const hook = hookOf(way)
    // A hook without a remote id is still being created, and one that lacks some of the events is still being updated.
    if (hook?.remoteId === undefined || hook.problem !== undefined || !isHook(way)) return false
    return way.events.every((event) => hook.events?.includes(event) !== false)
  })
  const problems = ways.flatMap((way) => hookOf(way)?.problem ?? [])
  if (workingWay !== undefined) return { way: workingWay.via, because: problems[0] }
  const target = JSON.stringify(one.target)
  const poll = polls.find((each) => each.trigger === one.trigger && each.target === target)
  if (poll !== undefined) {
    const seconds = Math.round(Math.max(poll.intervalMillis, poll.pauseMillis ?? 0) / 1000)
    const because = [`It is polled every ${seconds} s.`, ...(one.pollsOnly ? [READS] : problems)].join(" ")
    const { hasLooked, nextMillis } = poll
    const problem = poll.problem ?? undefined
    const way = { via: "poll", needs: [], expectedDelaySeconds: seconds } as const
    const coming = hasLooked === 1 || problem !== undefined ? { problem } : comingBy(way, [way], isLate(nextMillis))
    return { ...coming, way: "poll", because, limitShare: shareOf(polls, requestsPerHour) }
  }
  const next = ways.find((way) => way.via !== "retired" && hookOf(way)?.problem === undefined)
  if (next === undefined) {
    return withProblem(
      problems[0] ??
        "No delivery method is available for its events: give the account the right to create webhooks, or use another account."
    )
  }
  return comingBy(next, ways, isLate(Math.max(one.enabledMillis, hookOf(next)?.createdMillis ?? 0)))
})

/**
 * Makes the same number of database queries for any number of subscriptions, and at most one request to each account's
 * service.
 */
export const arrivalsOf = Effect.fnUntraced(function* (subscriptions: ReadonlyArray<Subscription>) {
  const now = yield* Clock.currentTimeMillis
  const connections = yield* Connections
  const hooks = yield* (yield* Hooks).list
  const polls = yield* pollStates
  const limits = yield* hourlyLimits
  const accounts = new Map(subscriptions.map((one) => [accountIdOf(one), one]))
  const facts = new Map(
    yield* Effect.forEach(
      accounts,
      ([name, one]) =>
        Effect.flatMap(connections.find(one), ({ connection }) => connection.watcher).pipe(
          failingOnBug("opening an account"),
          Effect.result,
          Effect.map((watcher): readonly [string, AccountFacts] => [
            name,
            {
              watcher,
              hooks: hooks.filter((hook) => accountIdOf(hook) === name),
              polls: polls.filter((poll) => accountIdOf(poll) === name),
              requestsPerHour: limits.get(name)
            }
          ])
        ),
      { concurrency: 4 }
    )
  )
  const triggerOf = ({ plugin, trigger }: Subscription) =>
    connections.plugins.find(({ id }) => id === plugin)?.triggers.find(({ id }) => id === trigger)
  return (one: Subscription) => arrivalOf(one, triggerOf(one), facts.get(accountIdOf(one))!, now)
})
