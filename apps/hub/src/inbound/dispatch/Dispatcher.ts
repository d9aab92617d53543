/**
 * Sends due deliveries. Each destination that has work gets a few workers of its own, so a destination that hangs
 * delays no other.
 */
import type { Occurrence } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Queue from "@inlay/core-http/queue"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

import * as Addresses from "../../accounts/Addresses.ts"
import { hubError } from "../../hub-error.ts"
import { reporting } from "../../serving/outage.ts"
import { newTestId } from "../chains/event-links.ts"
import { KEYLESS, type Subscription } from "../subscriptions/Subscription.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"
import { Commands } from "./Commands.ts"
import { destinationOf } from "./destination.ts"
import { Outbox, type DueDelivery, type Outcome } from "./Outbox.ts"
import { Queues, UNREADABLE, type Wake } from "./Queues.ts"
import { attempt, GONE, GONE_STATUS } from "./send.ts"

const WORKERS = 4
/** Prefix of the queues whose deliveries go one after another. */
export const IN_ORDER = "o_"
/** The workers of a destination without work stop after this time. */
const IDLE_MILLIS = 30_000
/** How often to look for work that other servers or a replay left. */
const LOOK = Duration.seconds(1)
/**
 * The shortest and the longest wait for an earlier delivery. Its end wakes the next, so a wait only covers what that
 * misses: an event that was recorded in the same moment.
 */
const TURN_MILLIS = { min: 1_000, max: 3_600_000 }

/** How long a stop waits for the answers of agents. Most answer at once, and would be started again otherwise. */
const LAST_ANSWERS = Duration.seconds(2)

/** Lets an interrupted attempt go on for a moment, so that its outcome is stored. */
const gracefully = <A, E, R>(attempting: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkChild(Effect.interruptible(attempting)), (fiber) =>
      Effect.onInterrupt(restore(Fiber.join(fiber)), () =>
        Effect.raceFirst(
          Effect.interruptible(Fiber.await(fiber)),
          Effect.interruptible(Effect.sleep(LAST_ANSWERS))
        ).pipe(Effect.andThen(Fiber.interrupt(fiber)))
      )
    )
  )

const DAMAGED_SECRET =
  "The subscription's secret was changed outside of inlay or is damaged: give it a new one with `keepPrevious: false`, in the console or by the API, and switch it on again."

/** When a delivery is tried again whose secret needs a key that this server does not have. Another one may have it. */
const KEYLESS_PAUSE_MILLIS = 60_000
const MAX_NAME_CHARS = 80

export class Dispatcher extends Context.Service<
  Dispatcher,
  {
    /**
     * Sends until its scope ends. Agents that were started are given a moment to answer. Those that do not, and commands,
     * are started again later.
     */
    readonly run: Effect.Effect<void, StorageError, Scope.Scope>
    /** Sends an example once, and stores nothing. */
    readonly test: (
      subscription: Subscription,
      example: Occurrence<unknown>
    ) => Effect.Effect<Outcome, ProviderError | StorageError>
    /** How many destinations have workers now. */
    readonly openCount: Effect.Effect<number>
  }
>()("@inlay/hub/Dispatcher") {}

interface OpenQueue {
  readonly workers: Fiber.Fiber<unknown>
  usedMillis: number
}

const make = Effect.gen(function* () {
  const outbox = yield* Outbox
  const queues = yield* Queues
  const subscriptions = yield* Subscriptions
  // Not the transport for providers, because an agent's `date` header must not influence the trusted clock.
  const transport = yield* Transport
  const commands = yield* Commands
  const trying = (subscription: Subscription, secret: Redacted.Redacted, due: DueDelivery) =>
    Effect.provideService(attempt(transport, subscription, secret, due), Commands, commands)
  const openQueues = new Map<string, OpenQueue>()
  /**
   * One attempt of a delivery at a time. After the machine has slept, the locks of what is under way have expired, so
   * that the other workers take it too: they wait for its end, after which nothing is left to send.
   */
  const alone = Queue.makeByKey()

  const send = Effect.fnUntraced(function* (due: DueDelivery): Effect.fn.Return<void, ProviderError | StorageError> {
    const subscription = yield* subscriptions.find(due.subscription)
    if (subscription === undefined) return yield* outbox.giveUp(due.subscription, "The subscription is gone.")
    if (!subscription.isEnabled) return yield* outbox.giveUp(subscription.id, "The subscription is switched off.")
    const secret = yield* subscriptions.secret(subscription.id)
    if (secret === undefined) {
      if ((yield* subscriptions.keyless).has(subscription.id)) {
        yield* Effect.logWarning(
          `deliveries: one of "${ProviderText.line(subscription.name, MAX_NAME_CHARS)}" waits. ${KEYLESS}`
        )
        return yield* outbox.postpone(due, KEYLESS_PAUSE_MILLIS)
      }
      yield* subscriptions.disable(subscription.id, DAMAGED_SECRET)
      return yield* outbox.giveUp(subscription.id, DAMAGED_SECRET)
    }
    if (subscription.inOrder) {
      const earlier = yield* outbox.earlier(due)
      if (earlier !== undefined) {
        const wait = earlier - (yield* Clock.currentTimeMillis)
        return yield* outbox.postpone(due, Math.min(TURN_MILLIS.max, Math.max(TURN_MILLIS.min, wait)))
      }
    }
    const attempting = Effect.gen(function* () {
      const { outcome, next } = yield* trying(subscription, secret, due)
      const isGone = outcome.status === GONE_STATUS
      const now = isGone ? yield* subscriptions.find(subscription.id) : subscription
      if (now !== undefined && now.url !== subscription.url) {
        // Meanwhile it was given another address, which is not gone.
        return yield* outbox.settle(due, outcome, { state: "pending", pauseMillis: 0 })
      }
      yield* outbox.settle(due, outcome, next)
      if (!isGone) return
      yield* subscriptions.disable(subscription.id, GONE)
      yield* outbox.giveUp(subscription.id, GONE)
    })
    yield* destinationOf(subscription.url).kind === "exec" ? attempting : gracefully(attempting)
  })

  const test = Effect.fnUntraced(function* (subscription: Subscription, { key, at, data, actor }: Occurrence<unknown>) {
    const secret = yield* subscriptions.secret(subscription.id)
    if (secret === undefined) {
      return yield* hubError("subscriptions", {
        _tag: "Refused",
        guard: "vault",
        what: (yield* subscriptions.keyless).has(subscription.id) ? KEYLESS : DAMAGED_SECRET,
        nothing: "sent"
      })
    }
    const due: DueDelivery = {
      id: newTestId(),
      subscription: subscription.id,
      queue: subscription.queue,
      eventId: 0,
      attempts: 0,
      tries: 0,
      wakes: 0,
      trigger: subscription.trigger,
      plugin: subscription.plugin,
      account: subscription.account,
      at,
      data: JSON.stringify(data),
      source: "webhook",
      causedBy: null,
      key,
      actor: actor ?? null,
      places: JSON.stringify([subscription.place]),
      depth: 0,
      isTest: true
    }
    return (yield* trying(subscription, secret, due)).outcome
  })

  const deliver = (name: string) => (wake: Wake) =>
    Effect.gen(function* () {
      yield* alone(
        wake.id,
        1,
        Effect.flatMap(outbox.due(wake), (due) => (due === undefined ? Effect.void : send(due)))
      )
      const open = openQueues.get(name)
      if (open !== undefined) open.usedMillis = yield* Clock.currentTimeMillis
    })

  const working = (name: string) =>
    Effect.flatMap(queues.open(name), (queue) => {
      const worker = queue.take(deliver(name)).pipe(
        Effect.as(true),
        reporting("deliveries: one could not be sent because of an internal failure."),
        Effect.andThen((isDone) => (isDone === true ? Effect.void : Effect.sleep("1 second"))),
        Effect.forever
      )
      const count = name.startsWith(IN_ORDER) ? 1 : WORKERS
      return Effect.all(
        Array.from({ length: count }, () => worker),
        { concurrency: "unbounded", discard: true }
      )
    })

  const begin = (name: string, nowMillis: number) =>
    Effect.uninterruptible(
      Effect.map(
        Effect.forkDetach(Effect.interruptible(working(name))),
        (workers) => void openQueues.set(name, { workers, usedMillis: nowMillis })
      )
    )

  const look = Effect.gen(function* () {
    const names = new Set(yield* outbox.queues)
    const now = yield* Clock.currentTimeMillis
    for (const name of names) {
      const open = openQueues.get(name)
      if (open === undefined) yield* begin(name, now)
      else open.usedMillis = now
    }
    for (const [name, { workers, usedMillis }] of openQueues) {
      if (usedMillis + IDLE_MILLIS > now) continue
      openQueues.delete(name)
      yield* Fiber.interrupt(workers)
    }
  }).pipe(reporting(UNREADABLE))

  const run = Effect.gen(function* () {
    yield* outbox.refill
    // All at once, because each may take a moment.
    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        const workers = [...openQueues.values()].map((open) => open.workers)
        openQueues.clear()
        return Fiber.interruptAll(workers)
      })
    )
    yield* look.pipe(
      Effect.andThen(Effect.raceFirst(outbox.nextWake, Effect.sleep(LOOK))),
      Effect.forever,
      Effect.forkScoped
    )
  })
  return Dispatcher.of({ run, test, openCount: Effect.sync(() => openQueues.size) })
})

export const layer = Layer.effect(Dispatcher, make).pipe(Layer.provide(Layer.fresh(Addresses.deliveryTransport)))
