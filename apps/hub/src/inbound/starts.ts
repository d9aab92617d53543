/**
 * Decides which subscriptions an event starts: those of its target and trigger whose filters it passes, unless that
 * would make a loop.
 */
import type { Occurrence, Watcher } from "@inlay/agent-plugin/Trigger"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import type { ConnectedAccount } from "./connections.ts"
import { Outbox } from "./dispatch/Outbox.ts"
import type { RecordedEvent, Refusals } from "./events/Events.ts"
import type { Subscription } from "./subscriptions/Subscription.ts"
import { Subscriptions } from "./subscriptions/Subscriptions.ts"

/** The longest chain of starts that each caused the next, whatever the subscriptions allow. */
const MAX_DEPTH = 5
/** The most starts of a subscription within an hour that the account's own runs may cause. */
const MAX_CAUSED_PER_HOUR = 60
/**
 * For this long after a start, an event whose actor is the account itself counts as caused by the agent that was
 * started.
 */
const OWN_ACTOR = Duration.minutes(10)

/** An occurrence that a trigger found, with the event that was recorded for it. */
export interface RecordedOccurrence {
  readonly connected: ConnectedAccount
  readonly watcher: Watcher
  readonly places: ReadonlyArray<string>
  readonly trigger: string
  readonly occurrence: Occurrence<unknown>
  readonly event: RecordedEvent
}

export class Starts extends Context.Service<
  Starts,
  {
    /**
     * Starts the subscriptions of an event, in the transaction that records it. Returns those of its trigger that were
     * not started, with the reasons.
     */
    readonly start: (recorded: RecordedOccurrence) => Effect.Effect<Refusals, SqlError>
    /** Sends what is due. Call it after the transaction has committed. */
    readonly wake: Effect.Effect<void>
  }
>()("@inlay/hub/Starts") {}

const BUG = "A bug: its filters could not be compared with the event."

const isSame = (a: string | undefined, b: string): boolean =>
  a !== undefined && b !== "" && a.toLowerCase() === b.toLowerCase()

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const subscriptions = yield* Subscriptions
  const outbox = yield* Outbox

  /** Counts the starts by events of at least this depth. */
  const startsSince = (subscription: Subscription, sinceMillis: number, minDepth: number) =>
    Effect.map(
      sql<{ readonly starts: number }>`SELECT count(*) AS starts FROM deliveries
        JOIN events ON events.id = deliveries.event_id
        WHERE deliveries.subscription = ${subscription.id} AND deliveries.created_millis >= ${sinceMillis}
          AND deliveries.state <> 'skipped' AND events.depth >= ${minDepth}`,
      ([row]) => row?.starts ?? 0
    )

  /** Returns why an event that passes the filters must not start the subscription, or undefined if it may. */
  const loopReason = Effect.fnUntraced(function* (
    one: Subscription,
    { event, occurrence, watcher }: RecordedOccurrence
  ) {
    const now = yield* Clock.currentTimeMillis
    if (event.cause !== undefined && !one.ownChanges) return "The account's own run made this change."
    if (event.depth > MAX_DEPTH) {
      return `The chain of ${MAX_DEPTH} starts, each caused by the one before, ends here.`
    }
    if (event.depth > 0) {
      const startCount = yield* startsSince(one, now - Duration.toMillis(Duration.hours(1)), 1)
      if (startCount >= MAX_CAUSED_PER_HOUR) {
        return `The account's own runs started this ${MAX_CAUSED_PER_HOUR} times within an hour.`
      }
      return undefined
    }
    if (one.ownChanges || !isSame(occurrence.actor, watcher.login)) return undefined
    return (yield* startsSince(one, now - Duration.toMillis(OWN_ACTOR), 0)) > 0
      ? "The account itself did this, minutes after this subscription started an agent."
      : undefined
  })

  const start = Effect.fnUntraced(function* (recorded: RecordedOccurrence) {
    const { connected, places, trigger: id, occurrence, event } = recorded
    const trigger = connected.plugin.triggers.find((one) => one.id === id)
    const refusals: Record<string, string> = {}
    const now = yield* Clock.currentTimeMillis
    if (trigger === undefined) return refusals
    const triggerOfAccount = { plugin: connected.plugin.id, account: connected.account.name, trigger: id }
    for (const one of yield* subscriptions.at(triggerOfAccount, places)) {
      // An event from before the subscription was made or switched on is not reported to it, although it is recorded
      // later, from the service's log. A subscription that was apparently switched on in the future is due to a wrong
      // clock, and does get the event.
      if (one.enabledMillis > event.receivedMillis && one.enabledMillis <= now) continue
      // Not an effect: a place may have thousands of subscriptions, and most reject the event.
      const judgment = Result.try(() => trigger.accepts(one.filters, occurrence))
      // A bug must not undo the transaction, which may record events of other accounts too.
      const verdict = Result.isSuccess(judgment)
        ? judgment.success
        : yield* Effect.as(Effect.logError(`events: the filters of ${one.id} meet a bug.`, judgment.failure), BUG)
      if (verdict !== true) {
        refusals[one.id] = verdict
        continue
      }
      yield* outbox.start(one, event.id, occurrence.key, yield* loopReason(one, recorded))
    }
    return refusals
  })

  return Starts.of({ start, wake: outbox.wake })
})

export const layer = Layer.effect(Starts, make)
