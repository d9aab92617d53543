/**
 * Finds deliveries that a service sent and no server received: at the start and every few minutes it reads the
 * service's delivery log. The event is taken from the log if its content can be read there; otherwise a redelivery is
 * requested.
 */
import type { Attempt, Webhooks } from "@inlay/agent-plugin/Webhooks"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Causes } from "../chains/causes.ts"
import { Connections } from "../connections.ts"
import { Recorder } from "../events/Recorder.ts"
import { Hooks, type Hook } from "../hooks.ts"
import { Inbox } from "../inbox.ts"
import { occurrencesOf } from "../match.ts"
import { Leases } from "./Leases.ts"

/** How far before the last check a log is read again, because a delivery may have begun before it. */
const OVERLAP = Duration.minutes(10)
/** How far back the first check goes. */
const FIRST = Duration.days(3)
const MAX_PAGES = 20
/** Delivery logs give times truncated to whole seconds. */
const SECOND_MILLIS = 1_000

export class Reconcile extends Context.Service<Reconcile, { readonly round: Effect.Effect<void> }>()(
  "@inlay/hub/Reconcile"
) {}

/** One failed attempt for each delivery of which no attempt succeeded. */
export const missedAttempts = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<Attempt> => {
  const deliveredIds = new Set(attempts.filter(({ isDelivered }) => isDelivered).map(({ deliveryId }) => deliveryId))
  const missedOnes = attempts.filter(({ deliveryId }) => !deliveredIds.has(deliveryId))
  return [...new Map(missedOnes.map((one) => [one.deliveryId, one])).values()]
}

const make = Effect.gen(function* () {
  const hooks = yield* Hooks
  const leases = yield* Leases
  const connections = yield* Connections
  const recorder = yield* Recorder
  const causes = yield* Causes
  const inbox = yield* Inbox

  const attemptsSince = Effect.fnUntraced(function* (
    webhooks: Webhooks<never>,
    place: string,
    id: string,
    sinceMillis: number
  ) {
    const all: Array<Attempt> = []
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page++) {
      const { items, next }: { items: ReadonlyArray<Attempt>; next?: string } = yield* webhooks.deliveries(
        place,
        id,
        cursor
      )
      const recent = items.filter(({ at }) => Date.parse(at) >= sinceMillis)
      all.push(...recent)
      if (next === undefined || recent.length < items.length) break
      cursor = next
    }
    return all
  })

  const reconcile = Effect.fnUntraced(function* (hook: Hook) {
    const { remoteId, place } = hook
    const connected = yield* connections.find(hook)
    const { webhooks, watcher: finding } = connected.connection
    if (remoteId === undefined || webhooks === undefined) return
    const now = yield* Clock.currentTimeMillis
    const since =
      hook.reconciledMillis === undefined || hook.reconciledMillis > now + Duration.toMillis(OVERLAP)
        ? Math.max(Math.min(hook.createdMillis, now) - SECOND_MILLIS, now - Duration.toMillis(FIRST))
        : hook.reconciledMillis - Duration.toMillis(OVERLAP)
    const watcher = yield* finding
    const attempts = missedAttempts(yield* attemptsSince(webhooks, place, remoteId, since))
    for (const attempt of attempts) {
      const delivery = yield* Effect.result(webhooks.delivery(place, remoteId, attempt.id))
      if (delivery._tag === "Failure") {
        yield* webhooks.redeliver(place, remoteId, attempt.id)
        continue
      }
      const { event, places } = delivery.success
      const { occurrences } = occurrencesOf(connected, { ...event, receivedAt: attempt.at }, watcher)
      yield* causes.settled(
        hook,
        occurrences.map(({ occurrence }) => occurrence),
        watcher,
        now
      )
      yield* recorder.record(
        Effect.succeed([
          {
            connected,
            watcher,
            places,
            occurrences,
            source: "redelivery" as const,
            // Subscriptions made after the delivery was sent must not be started by it.
            receivedMillis: Math.min(now, Date.parse(attempt.at) + SECOND_MILLIS)
          }
        ])
      )
    }
    yield* hooks.note(hook.id, { reconciledMillis: now })
  })

  const round = leases
    .having(
      "reconcile",
      // First move what was received into the inbox, so that it does not count as missed.
      Effect.flatMap(Effect.andThen(inbox.moveAll, hooks.list), (all) =>
        Effect.forEach(
          all,
          (hook) =>
            reconcile(hook).pipe(
              Effect.catch((error) =>
                Effect.logWarning(`hooks: the log of ${hook.place} cannot be read: ${error.message}`)
              )
            ),
          { concurrency: 2, discard: true }
        )
      )
    )
    .pipe(
      Effect.catchCause((cause) => Effect.logError("hooks: reading their logs failed.", cause)),
      Effect.asVoid
    )
  return Reconcile.of({ round })
})

export const layer: Layer.Layer<Reconcile, never, Hooks | Leases | Connections | Recorder | Causes | Inbox> =
  Layer.effect(Reconcile, make)
