/**
 * Turns received deliveries into events and starts subscriptions. Rows are read outside a transaction. The events and
 * the starts that they cause are stored in one transaction, so an event that also arrives by another way starts nothing
 * twice.
 */
import type { ServiceEvent, Watcher } from "@inlay/agent-plugin/Trigger"
import type { Delivery, WebhookReceiver } from "@inlay/agent-plugin/Webhooks"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import { sqlErrorOf } from "@inlay/sql-stores/store-operation"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import { reporting } from "../serving/outage.ts"
import { readTexts } from "../storage/inbound-json.ts"
import { Causes, HELD, mayBeOwn } from "./chains/causes.ts"
import { Connections, type ConnectedAccount } from "./connections.ts"
import { Recorder, type Observation, type TriggerOccurrence } from "./events/Recorder.ts"
import { OTHER_HUB, readForwarded } from "./forwarded-events.ts"
import type { Hook } from "./hook-rows.ts"
import { Hooks } from "./hooks.ts"
import { Inbox, type InboxRow } from "./inbox.ts"

/**
 * The occurrences that the plugin's triggers find in an event. A trigger that throws does not stop the others; `bug`
 * names it. `unreadable` says that the event is of a kind that triggers report, but not of its documented shape.
 */
export const occurrencesOf = (
  { plugin }: Pick<ConnectedAccount, "plugin">,
  event: ServiceEvent,
  watcher: Watcher
): {
  readonly occurrences: ReadonlyArray<TriggerOccurrence>
  readonly bug?: string
  readonly unreadable?: string
} => {
  const occurrences: Array<TriggerOccurrence> = []
  const failedIds: Array<string> = []
  for (const trigger of plugin.triggers) {
    const result = Result.try(() => trigger.match(event, watcher))
    if (Result.isFailure(result)) failedIds.push(trigger.id)
    else for (const occurrence of result.success) occurrences.push({ trigger: trigger.id, occurrence })
  }
  const isUnreadable = occurrences.length === 0 && plugin.webhooks?.isReadable?.(event) === false
  return {
    occurrences,
    ...(failedIds.length > 0 && { bug: `The triggers ${failedIds.join(", ")} failed to process it: a bug.` }),
    ...(isUnreadable && { unreadable: `Its ${event.name} event does not have the documented shape.` })
  }
}

/**
 * Returns the places that a delivery concerns, or `undefined` if its hook's place is not among them. A hook that stays
 * on a renamed record sends the record's new name: its delivery counts for both names. That holds for a hook that this
 * hub created, and that is still the one at the place, which it is not if another record has taken the former name.
 */
export const placesOf = (
  { followsRename }: Pick<WebhookReceiver, "followsRename">,
  hook: Pick<Hook, "place" | "remoteId">,
  { places, hookId }: Pick<Delivery, "places" | "hookId">
): ReadonlyArray<string> | undefined => {
  const place = hook.place.toLowerCase()
  if (places.includes(place)) return places
  const isSame = hookId !== undefined && hookId === hook.remoteId
  return isSame && followsRename?.(place) === true ? [...places, place] : undefined
}

interface ReadDelivery extends Omit<Observation, "source" | "receivedMillis"> {
  readonly row: InboxRow
}

/** Whether the database as a whole fails at the moment, such as while another program locks it, and not at one row. */
const mayPass = (error: StorageError): boolean => sqlErrorOf(error)?.isRetryable === true

/** Rows processed in one transaction. SQLite holds the event loop in the meantime. */
const BATCH = 12

export class Matcher extends Context.Service<
  Matcher,
  {
    /** Processes what is due. Returns the number of rows. */
    readonly round: Effect.Effect<number>
  }
>()("@inlay/hub/Matcher") {}

const make = Effect.gen(function* () {
  const inbox = yield* Inbox
  const hooks = yield* Hooks
  const recorder = yield* Recorder
  const connections = yield* Connections
  const causes = yield* Causes

  const refuse = (row: InboxRow, why: string) => Effect.as(inbox.refuse(row.id, why), undefined)
  const postpone = (row: InboxRow, why: string) => Effect.as(Effect.ignore(inbox.postpone(row, why)), undefined)

  const decodeDelivery = (
    connected: ConnectedAccount,
    hook: Hook,
    row: InboxRow
  ): Result.Result<Delivery | "ping", string> => {
    const { webhooks } = connected.plugin
    if (webhooks === undefined) return Result.fail("This plugin has no webhooks.")
    const headers = readTexts(row.headers)
    if (headers === undefined) return Result.fail("Its stored headers are damaged.")
    const delivery = Result.mapError(webhooks.read(row.body, headers), (error: ProviderError) => error.message)
    if (Result.isFailure(delivery) || delivery.success === "ping") return delivery
    const places = placesOf(webhooks, hook, delivery.success)
    return places === undefined
      ? Result.fail("The delivery is for a different place than its hook.")
      : Result.succeed({ ...delivery.success, places })
  }

  const decodeForwarded = Effect.fnUntraced(function* (connected: ConnectedAccount, row: InboxRow) {
    const event = readForwarded(connected.plugin, row.body)
    if (Result.isFailure(event)) return yield* refuse(row, event.failure)
    const { places, depth, ...occurrence } = event.success
    const watcher = yield* connected.connection.watcher
    const one: ReadDelivery = { row, connected, watcher, places, depth, occurrences: [occurrence] }
    return one
  })

  const read = Effect.fnUntraced(function* (row: InboxRow) {
    const hook = yield* hooks.find(row.hook)
    if (hook === undefined) return yield* refuse(row, "Its hook no longer exists.")
    const connected = yield* connections.find(hook)
    if (hook.place === OTHER_HUB) return yield* decodeForwarded(connected, row)
    const delivery = decodeDelivery(connected, hook, row)
    if (Result.isFailure(delivery)) {
      yield* Effect.logWarning(`webhooks: a delivery cannot be read: ${delivery.failure}`)
      return yield* refuse(row, delivery.failure)
    }
    const watcher = yield* connected.connection.watcher
    if (delivery.success === "ping")
      return { row, connected, watcher, places: [], occurrences: [] } satisfies ReadDelivery
    const { event, places } = delivery.success
    const { occurrences, bug, unreadable } = occurrencesOf(
      connected,
      { ...event, receivedAt: new Date(row.receivedMillis).toISOString() },
      watcher
    )
    if (bug !== undefined) yield* Effect.logError(`webhooks: ${bug}`)
    else if (unreadable !== undefined && row.tries === 0) {
      yield* Effect.logWarning(`webhooks: a delivery cannot be read: ${unreadable}`)
    }
    // Keep what the other triggers found. If they found nothing, the row is tried again later: a newer program may
    // understand it.
    const problem = bug ?? unreadable
    if (problem !== undefined && occurrences.length === 0) return yield* postpone(row, problem)
    const ref = { plugin: connected.plugin.id, account: connected.account.name }
    const isHeld =
      occurrences.some(({ occurrence }) => mayBeOwn(occurrence, watcher)) &&
      (yield* causes.isChanging(ref, row.receivedMillis))
    if (isHeld) return yield* postpone(row, HELD)
    const one: ReadDelivery = { row, connected, watcher, places, occurrences }
    return one
  })

  const readable = (row: InboxRow) =>
    read(row).pipe(
      Effect.catch((error) => postpone(row, error.message)),
      Effect.catchDefect((defect) =>
        Effect.logError("webhooks: a delivery could not be read because of a bug.", defect).pipe(
          Effect.andThen(postpone(row, "Internal error while processing it."))
        )
      )
    )

  const record = (all: ReadonlyArray<ReadDelivery>) =>
    recorder.record(
      Effect.gen(function* () {
        const claimed = yield* inbox.claim(
          all.map(({ row, connected }) => ({ id: row.id, account: connected.account.name }))
        )
        return all.flatMap(({ row, ...observation }) =>
          claimed.has(row.id)
            ? [{ ...observation, source: row.source, receivedMillis: row.receivedMillis, inboxId: row.id }]
            : []
        )
      })
    )

  /** Records a delivery that could not be recorded with others, or makes it due later, so that it holds up no others. */
  const recordAlone = (one: ReadDelivery) =>
    Effect.catchCause(record([one]), (cause) => {
      const failure = cause.reasons.find(Cause.isFailReason)?.error
      const why = failure?.message ?? "Internal error while recording it."
      return inbox.postpone(one.row, why).pipe(
        // The database refuses other rows, too.
        Effect.catch(() => Effect.failCause(cause)),
        Effect.andThen(Effect.logError("webhooks: a delivery cannot be recorded, and is tried again later.", cause))
      )
    })

  const round = Effect.gen(function* () {
    const rows = yield* inbox.due(BATCH)
    if (rows.length === 0) return 0
    const all = (yield* Effect.forEach(rows, readable, { concurrency: 8 })).filter((one) => one !== undefined)
    if (all.length > 0) {
      yield* Effect.catchCause(record(all), (cause) =>
        cause.reasons.some((reason) => Cause.isFailReason(reason) && mayPass(reason.error))
          ? Effect.failCause(cause)
          : Effect.forEach(all, recordAlone, { discard: true })
      )
    }
    return rows.length
  }).pipe(
    reporting("webhooks: matching failed."),
    Effect.map((count) => count ?? 0)
  )
  return Matcher.of({ round })
})

export const layer = Layer.effect(Matcher, make)
