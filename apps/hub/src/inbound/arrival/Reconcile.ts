/**
 * What a service sent and nobody took is read from its own log, with what it said: at the start and every few minutes. Only
 * where it cannot be read is it asked for again.
 */
import type { Attempt, Webhooks } from "@inlay/agent-plugin/Webhooks"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Causes, mayBeOwn } from "../chains/causes.ts"
import { Connections } from "../connections.ts"
import { Recorder } from "../events/Recorder.ts"
import { Hooks, type Hook } from "../hooks.ts"
import { Inbox } from "../inbox.ts"
import { occurrencesOf } from "../match.ts"
import { Leases } from "./Leases.ts"

/** How far before the last look a delivery may have begun. */
const OVERLAP = Duration.minutes(10)
/** How far back the first look goes. */
const FIRST = Duration.days(3)
const MAX_PAGES = 20
/** Logs give times in whole seconds, cut off. */
const SECOND_MILLIS = 1_000

export class Reconcile extends Context.Service<Reconcile, { readonly round: Effect.Effect<void> }>()(
  "@inlay/hub/Reconcile"
) {}

/** The attempts that failed, of deliveries that no other attempt brought. */
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
      if (occurrences.some(({ occurrence }) => mayBeOwn(occurrence, watcher))) {
        yield* causes.settled({ plugin: hook.plugin, account: hook.account }, now)
      }
      yield* recorder.record(
        Effect.succeed([
          {
            connected,
            watcher,
            places,
            occurrences,
            source: "redelivery" as const,
            // Whoever subscribed after it was sent is not told.
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
      // What was taken and not read yet is not missed.
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
      Effect.catchCause((cause) => Effect.logError("hooks: their logs cannot be read just now.", cause)),
      Effect.asVoid
    )
  return Reconcile.of({ round })
})

export const layer: Layer.Layer<Reconcile, never, Hooks | Leases | Connections | Recorder | Causes | Inbox> =
  Layer.effect(Reconcile, make)
