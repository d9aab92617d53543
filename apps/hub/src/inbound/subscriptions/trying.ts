/**
 * Shows what a subscription would start before it is enabled: the newest events of its trigger at its target, and the
 * trigger's example, each with the filter that rejects it.
 */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Occurrence, Trigger } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { Events } from "../events/Events.ts"

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
