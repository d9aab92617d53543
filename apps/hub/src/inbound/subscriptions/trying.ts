/**
 * Shows what a subscription would start before it is enabled: the newest events of its trigger at its target, and the
 * trigger's example, each with the filter that rejects it.
 */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { wayInWords, type Occurrence, type Trigger } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { notThere } from "../../hub-error.ts"
import { Connections } from "../connections.ts"
import { fullEventId } from "../events/event-accounts.ts"
import { type Event, Events } from "../events/Events.ts"
import { allowedWays } from "../sources/plan.ts"
import type { Subscription } from "./Subscription.ts"

/** How many events a trial examines. */
export const MAX_TRIAL_EVENTS = 100

/** A stored subscription, or one that somebody is drafting. */
export interface TrialSubject {
  readonly plugin: Plugin
  readonly trigger: Trigger<never>
  readonly account: string
  readonly target: unknown
  readonly filters: unknown
}

const reasonOf = (trigger: Trigger<never>, filters: unknown, occurrence: Occurrence<unknown>): string | undefined => {
  const verdict = trigger.accepts(filters, occurrence)
  return verdict === true ? undefined : verdict
}

export const tryOut = Effect.fnUntraced(function* ({ plugin, trigger, account, target, filters }: TrialSubject) {
  const events = yield* (yield* Events).newest(
    { plugin: plugin.id, account },
    trigger.id,
    trigger.place(target),
    MAX_TRIAL_EVENTS
  )
  const { triggerExamples } = yield* Effect.promise(() => import("../../trigger-examples.gen.ts"))
  const occurrence = triggerExamples[trigger.id]
  return {
    /** Each with the filter that rejects it, as a sentence; undefined if it would start an agent. */
    events: events.map((event) => {
      const { key, at, data, actor } = event
      return { event, why: reasonOf(trigger, filters, { key, at, data, ...(actor !== undefined && { actor }) }) }
    }),
    /** An example event of the trigger. */
    example: occurrence && { occurrence, why: reasonOf(trigger, filters, occurrence) }
  }
})

export type Trial = Effect.Success<ReturnType<typeof tryOut>>

const retired = notThere("subscriptions", "This hub no longer has the subscription's trigger.", "sent")

/** Tries a stored subscription. Returns the ways by which its events come, too. */
export const tryStored = Effect.fnUntraced(function* (one: Subscription) {
  const { plugin, connection } = yield* (yield* Connections).find(one)
  const trigger = plugin.triggers.find(({ id }) => id === one.trigger)
  if (trigger === undefined) return yield* retired
  const ways = allowedWays(one, trigger.ways(one.target, yield* connection.watcher)).map(wayInWords)
  return { ways, trial: yield* tryOut({ ...one, plugin, trigger }) }
})

/** An event as the API and the command line show it. */
export const eventView = (event: Event) => ({
  cursor: String(event.id),
  eventId: fullEventId(event),
  timestamp: event.at,
  actor: event.actor ?? null,
  data: event.data
})

const verdict = (why: string | undefined) => ({ starts: why === undefined, why: why ?? null })

/** A trial as both show it. */
export const trialView = ({ events, example }: Trial, ways: ReadonlyArray<string>) => ({
  events: events.map(({ event, why }) => ({ ...eventView(event), ...verdict(why) })),
  starting: events.filter(({ why }) => why === undefined).length,
  example: example === undefined ? null : { data: example.occurrence.data, ...verdict(example.why) },
  ways
})
