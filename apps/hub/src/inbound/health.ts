/** How each subscription is doing: by which way its events come, what is waiting, what failed, and what to do about it. */
import { wayInWords } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { stored } from "../storage/stored.ts"
import { Connections } from "./connections.ts"
import { Hooks, type Hook } from "./hooks.ts"
import type { Subscription } from "./Subscriptions.ts"

export interface Health {
  readonly subscription: string
  readonly trigger: string
  readonly ok: boolean
  readonly way: string | null
  readonly lastEventMillis: number | undefined
  readonly lastStartMillis: number | undefined
  readonly pending: number
  readonly dead: number
  readonly skipped: number
  readonly unreadable: number
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
    WHERE hooks.plugin = ${plugin} AND hooks.account = ${account} AND inbox.problem IS NOT NULL AND inbox.state <> 'done'
    GROUP BY inbox.problem`
  return rows
})

const lastEvent = Effect.fnUntraced(function* ({ plugin, account, trigger }: Subscription) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly last: number | null }>`SELECT max(received_millis) AS last FROM events
    WHERE plugin = ${plugin} AND account = ${account} AND trigger_id = ${trigger}`
  return row?.last ?? undefined
})

/** The way that stands: the best one that has a hook. */
const wayOf = Effect.fnUntraced(function* (one: Subscription, hooks: ReadonlyArray<Hook>) {
  const { plugins } = yield* Connections
  const trigger = plugins.find(({ id }) => id === one.plugin)?.triggers.find(({ id }) => id === one.trigger)
  if (trigger === undefined) return { way: null, problem: "This hub no longer has its trigger." }
  const connected = yield* Effect.result((yield* Connections).find(one))
  if (connected._tag === "Failure")
    return { way: null, problem: `Its account does not open: ${connected.failure.message}` }
  const watcher = yield* Effect.result(connected.success.connection.watcher)
  if (watcher._tag === "Failure")
    return { way: null, problem: `Its account cannot be asked: ${watcher.failure.message}` }
  const ways = trigger.ways(one.target, watcher.success)
  const own = hooks.filter(({ plugin, account }) => plugin === one.plugin && account === one.account)
  const standing = ways.find((way) => "place" in way && own.some(({ place }) => place === way.place))
  if (standing !== undefined) return { way: standing.via, problem: undefined }
  const words = ways.map(wayInWords).join("; ")
  const problem =
    ways.length === 0
      ? "Its events cannot come by any way: the account's rights or settings allow none."
      : `No hook stands for its target, so nothing comes. It can come by: ${words}.`
  return { way: null, problem }
})

export const healthOf = Effect.fnUntraced(function* (one: Subscription) {
  const counts = yield* stored("health.read", countsOf(one))
  const inbox = yield* stored("health.read", inboxOf(one))
  const lastEventMillis = yield* stored("health.read", lastEvent(one))
  const { way, problem } = yield* wayOf(one, yield* (yield* Hooks).list)
  const problems = [
    ...(one.isEnabled ? [] : [one.disabledBecause ?? "It is switched off."]),
    ...(problem === undefined ? [] : [problem]),
    ...inbox.map(({ problem: what, count }) => `${count} received and not read: ${what ?? "unknown"}`),
    ...(counts("dead") === undefined
      ? []
      : ["Some deliveries were given up: replay them when the receiver works again."])
  ]
  const health: Health = {
    subscription: one.id,
    trigger: one.trigger,
    ok: problems.length === 0,
    way,
    lastEventMillis,
    lastStartMillis: counts("delivered")?.last ?? undefined,
    pending: counts("pending")?.count ?? 0,
    dead: counts("dead")?.count ?? 0,
    skipped: counts("skipped")?.count ?? 0,
    unreadable: inbox.reduce((sum, { count }) => sum + count, 0),
    problems
  }
  return health
})
