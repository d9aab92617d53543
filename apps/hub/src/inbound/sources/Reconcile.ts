/**
 * Finds deliveries that a service sent and no server received: at the start and every few minutes it reads the
 * service's delivery log. The event is taken from the log if its content can be read there; otherwise a redelivery is
 * requested.
 */
import type { Watcher } from "@inlay/agent-plugin/Trigger"
import type { Attempt, Webhooks } from "@inlay/agent-plugin/Webhooks"
import { isRetryable, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { reporting } from "../../serving/outage.ts"
import { failingOnBug, type Bug } from "../bugs.ts"
import { Causes } from "../chains/causes.ts"
import { Connections, type ConnectedAccount } from "../connections.ts"
import { Recorder } from "../events/Recorder.ts"
import type { Hook } from "../hook-rows.ts"
import { Hooks } from "../hooks.ts"
import { Inbox } from "../inbox.ts"
import { occurrencesOf, placesOf } from "../match.ts"
import { Leases } from "./Leases.ts"

/** How far before the last check a log is read again, because a delivery may have begun before it. */
const OVERLAP = Duration.minutes(10)
/** How far back the first check goes. */
const FIRST = Duration.days(3)
/** No log is read further: with 100 attempts a page, 100,000 attempts. */
const MAX_PAGES = 1_000
/** After so many failures in a row that may pass, the rest waits for the next round. */
const MAX_FAILURES = 5
/** Delivery logs give times truncated to whole seconds. */
const SECOND_MILLIS = 1_000

export class Reconcile extends Context.Service<Reconcile, { readonly round: Effect.Effect<void> }>()(
  "@inlay/hub/Reconcile"
) {}

/** A hook's log at the service, and how to read what it holds. */
interface Log {
  readonly remoteId: string
  readonly connected: ConnectedAccount
  readonly webhooks: Webhooks<never>
  readonly watcher: Watcher
}

/**
 * The first attempt for each delivery of which no attempt succeeded, in the order in which they were made.
 * @param attempts the newest first, as logs have them
 */
export const missedAttempts = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<Attempt> => {
  const deliveredIds = new Set(attempts.filter(({ isDelivered }) => isDelivered).map(({ deliveryId }) => deliveryId))
  const missed = new Map<string, Attempt>()
  for (const attempt of attempts.toReversed()) {
    const { deliveryId } = attempt
    if (!deliveredIds.has(deliveryId) && !missed.has(deliveryId)) missed.set(deliveryId, attempt)
  }
  return [...missed.values()]
}

/** Whether the service, the account or this program fails rather than the delivery, so that it is worth another look. */
const mayPass = (failure: ProviderError | Bug): boolean =>
  failure._tag === "Bug" || isRetryable(failure.reason) || failure.reason._tag === "Unauthorized"

const make = Effect.gen(function* () {
  const hooks = yield* Hooks
  const leases = yield* Leases
  const connections = yield* Connections
  const recorder = yield* Recorder
  const causes = yield* Causes
  const inbox = yield* Inbox
  /**
   * By hook: what rounds that could not record all deliveries have recorded, so that the next goes on from there, and
   * what failed in them, which the next tries last: what fails every time holds up no other.
   */
  const unfinished = new Map<string, { readonly recordedIds: Set<string>; readonly failedIds: Set<string> }>()
  /** Why the logs of hooks cannot be read, as last logged. */
  const unread = new Map<string, string>()

  /** A service that is down for a night is no news in every round. */
  const logUnread = ({ id, place }: Hook, { message }: Error) =>
    Effect.suspend(() => {
      if (unread.get(id) === message) return Effect.void
      unread.set(id, message)
      return Effect.logWarning(`hooks: the log of ${place} cannot be read: ${message}`)
    })

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
      if (next === undefined || recent.length < items.length) return all
      cursor = next
    }
    const earliest = all.at(-1)?.at ?? "now"
    yield* Effect.logWarning(`hooks: the log of ${place} is too long: nothing before ${earliest} was looked for.`)
    return all
  })

  /** Records a missed delivery as it stands in the log, or else asks for it once more. */
  const recover = Effect.fnUntraced(function* (
    hook: Hook,
    { remoteId, connected, webhooks, watcher }: Log,
    attempt: Attempt,
    now: number
  ) {
    const delivery = yield* Effect.result(webhooks.delivery(hook.place, remoteId, attempt.id))
    if (delivery._tag === "Failure") {
      return yield* Effect.as(webhooks.redeliver(hook.place, remoteId, attempt.id), "requested" as const)
    }
    const { event, places } = delivery.success
    const allPlaces = placesOf(webhooks, hook, { places, hookId: remoteId }) ?? places
    const { occurrences, bug, unreadable } = occurrencesOf(connected, { ...event, receivedAt: attempt.at }, watcher)
    const problem = bug ?? unreadable
    if (problem !== undefined) yield* Effect.logWarning(`hooks: a missed delivery of ${hook.place}: ${problem}`)
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
          places: allPlaces,
          occurrences,
          source: "redelivery" as const,
          // Subscriptions made after the delivery was sent must not be started by it.
          receivedMillis: Math.min(now, Date.parse(attempt.at) + SECOND_MILLIS)
        }
      ])
    )
    return "recorded" as const
  })

  const reconcile = Effect.fnUntraced(function* (hook: Hook) {
    const { remoteId, place } = hook
    const connected = yield* connections.find(hook)
    const { webhooks } = connected.connection
    if (remoteId === undefined || webhooks === undefined) return
    const now = yield* Clock.currentTimeMillis
    const since =
      hook.reconciledMillis === undefined || hook.reconciledMillis > now + Duration.toMillis(OVERLAP)
        ? Math.max(Math.min(hook.createdMillis, now) - SECOND_MILLIS, now - Duration.toMillis(FIRST))
        : hook.reconciledMillis - Duration.toMillis(OVERLAP)
    const watcher = yield* connected.connection.watcher
    const { recordedIds, failedIds } = unfinished.get(hook.id) ?? { recordedIds: new Set(), failedIds: new Set() }
    unfinished.set(hook.id, { recordedIds, failedIds })
    const attempts = missedAttempts(yield* attemptsSince(webhooks, place, remoteId, since))
      .filter(({ deliveryId }) => !recordedIds.has(deliveryId))
      .toSorted((a, b) => Number(failedIds.has(a.deliveryId)) - Number(failedIds.has(b.deliveryId)))
    const failures: Array<ProviderError | Bug> = []
    let inARow = 0
    for (const attempt of attempts) {
      const result = yield* Effect.result(
        failingOnBug("reading a missed delivery")(
          recover(hook, { remoteId, connected, webhooks, watcher }, attempt, now)
        )
      )
      if (result._tag === "Success") {
        if (result.success === "recorded") recordedIds.add(attempt.deliveryId)
        inARow = 0
        continue
      }
      const { failure } = result
      if (failure._tag === "StorageError") return yield* failure
      failures.push(failure)
      failedIds.add(attempt.deliveryId)
      inARow = mayPass(failure) ? inARow + 1 : 0
      if (inARow === MAX_FAILURES) break
    }
    const last = failures.at(-1)
    if (last !== undefined) {
      const count = failures.length === 1 ? "a missed delivery" : `${failures.length} missed deliveries`
      yield* Effect.logWarning(`hooks: ${count} of ${place} can be neither read nor requested again: ${last.message}`)
    }
    if (failures.some(mayPass)) return
    unfinished.delete(hook.id)
    yield* hooks.note(hook.id, { reconciledMillis: now })
  })

  const round = leases
    .having(
      "reconcile",
      // First move what was received into the inbox, so that it does not count as missed.
      Effect.flatMap(Effect.andThen(inbox.moveAll, hooks.list), (all) => {
        const hookIds = new Set(all.map(({ id }) => id))
        for (const map of [unfinished, unread]) for (const id of map.keys()) if (!hookIds.has(id)) map.delete(id)
        return Effect.forEach(
          all,
          (hook) =>
            reconcile(hook).pipe(
              failingOnBug("reading a hook's log"),
              Effect.andThen(
                Effect.suspend(() =>
                  unread.delete(hook.id)
                    ? Effect.logWarning(`hooks: the log of ${hook.place} is read again.`)
                    : Effect.void
                )
              ),
              Effect.catch((error) => (error._tag === "StorageError" ? Effect.fail(error) : logUnread(hook, error)))
            ),
          { concurrency: 2, discard: true }
        )
      })
    )
    .pipe(reporting("hooks: reading their logs failed."), Effect.asVoid)
  return Reconcile.of({ round })
})

export const layer = Layer.effect(Reconcile, make)
