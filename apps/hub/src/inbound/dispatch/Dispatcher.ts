/**
 * Sends due deliveries, a few of each destination at a time, so a destination that hangs delays no other.
 */
import type { Occurrence } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import { nowMillis } from "@inlay/sql-stores/call-end"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"

import * as Addresses from "../../accounts/Addresses.ts"
import { hubError } from "../../hub-error.ts"
import { reporting } from "../../serving/outage.ts"
import { newTestId } from "../chains/event-links.ts"
import { KEYLESS, type Subscription } from "../subscriptions/Subscription.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"
import { Commands } from "./Commands.ts"
import { destinationOf, IN_ORDER } from "./destination.ts"
import * as Locks from "./locks.ts"
import type { DueDelivery } from "./locks.ts"
import { Outbox, type Outcome } from "./Outbox.ts"
import { attempt, GONE, GONE_STATUS } from "./send.ts"

/** How many deliveries of a queue are under way at once. */
const AT_ONCE = 4
/**
 * From how many queues to take at once. From 5,000 at once, other statements would wait for all of them, such as those
 * that renew locks, which could end meanwhile.
 */
const TAKES_AT_ONCE = 8
/** How often to look for work that other servers or a replay left. */
const LOOK = Duration.seconds(1)
const RENEWAL = Duration.seconds(3)
const AFTER_A_BUG_MILLIS = 5_000
/** What the log says if the database does not say what is due. */
const UNREADABLE = "deliveries: the database cannot be read."
const UNSTORED = "deliveries: an agent's answer cannot be stored yet."
/**
 * The shortest and the longest wait for an earlier delivery. Its end wakes the next, so a wait only covers what that
 * misses: an event that was recorded in the same moment.
 */
const TURN_MILLIS = { min: 1_000, max: 3_600_000 }

/** How long a stop waits for the answers of agents. Most answer at once, and would be started again otherwise. */
const LAST_ANSWERS = Duration.seconds(2)
/** How much longer it waits if the database is away: without its outcome, an agent or a command is started again. */
const LAST_OUTCOMES = Duration.seconds(8)

/** Lets what is interrupted go on for a moment. */
const gracefully =
  (grace: Duration.Duration) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.forkChild(Effect.interruptible(effect)), (fiber) =>
        Effect.onInterrupt(restore(Fiber.join(fiber)), () =>
          Effect.raceFirst(Effect.interruptible(Fiber.await(fiber)), Effect.interruptible(Effect.sleep(grace))).pipe(
            Effect.andThen(Fiber.interrupt(fiber))
          )
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
  }
>()("@inlay/hub/Dispatcher") {}

const make = Effect.gen(function* () {
  const outbox = yield* Outbox
  const locks = yield* Locks.make
  const subscriptions = yield* Subscriptions
  // Not the transport for providers, because an agent's `date` header must not influence the trusted clock.
  const transport = yield* Transport
  const commands = yield* Commands
  const trying = (subscription: Subscription, secret: Redacted.Redacted, due: DueDelivery) =>
    Effect.provideService(attempt(transport, subscription, secret, due), Commands, commands)
  /** The ids of deliveries that are being sent, by their queues. */
  const underWay = new Map<string, Set<string>>()

  /** Tries until the outcome is stored. Without it, the agent would be started again. */
  const settle = (...attempted: Parameters<typeof outbox.settle>) =>
    outbox
      .settle(...attempted)
      .pipe(
        Effect.as(true),
        reporting(UNSTORED),
        Effect.repeat({ schedule: Schedule.spaced(LOOK), until: (isStored) => isStored === true }),
        gracefully(LAST_OUTCOMES)
      )

  /** @param takenMillis when its lock began at the earliest, by the monotonic clock */
  const send = Effect.fnUntraced(function* (
    due: DueDelivery,
    takenMillis: number
  ): Effect.fn.Return<void, ProviderError | StorageError> {
    const subscription = yield* subscriptions.find(due.subscription)
    if (subscription === undefined)
      return yield* outbox.giveUp(due.subscription, "The subscription is gone or damaged.")
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
    // The database took so long to answer that another server may have taken over.
    if ((yield* nowMillis) - takenMillis >= Locks.LOCK_MILLIS) return yield* outbox.postpone(due, 0)
    const attempting = Effect.gen(function* () {
      const { outcome, next } = yield* trying(subscription, secret, due)
      const isGone = outcome.status === GONE_STATUS
      const now = isGone ? yield* subscriptions.find(subscription.id) : subscription
      if (now !== undefined && now.url !== subscription.url) {
        // Meanwhile it was given another address, which is not gone.
        return yield* settle(due, outcome, { state: "pending", pauseMillis: 0 })
      }
      yield* settle(due, outcome, next)
      if (!isGone) return
      yield* subscriptions.disable(subscription.id, GONE)
      yield* outbox.giveUp(subscription.id, GONE)
    })
    yield* destinationOf(subscription.url).kind === "exec" ? attempting : gracefully(LAST_ANSWERS)(attempting)
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
      nextMillis: 0,
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

  /** If an attempt is interrupted or fails without an outcome, the delivery is sent again. */
  const deliver = (due: DueDelivery, takenMillis: number) =>
    Effect.onExit(send(due, takenMillis), (exit) =>
      Exit.isSuccess(exit)
        ? Effect.void
        : Effect.ignore(outbox.postpone(due, Cause.hasInterruptsOnly(exit.cause) ? 0 : AFTER_A_BUG_MILLIS))
    ).pipe(reporting("deliveries: one could not be sent because of an internal failure."))

  const run = Effect.gen(function* () {
    yield* locks.begin
    // All are interrupted at once at the end, because each may take a moment.
    const fibers = yield* FiberSet.make()
    const begin = Effect.fnUntraced(function* (queue: string) {
      const ids = underWay.get(queue) ?? new Set()
      const free = (queue.startsWith(IN_ORDER) ? 1 : AT_ONCE) - ids.size
      if (free <= 0) return
      const takenMillis = yield* nowMillis
      for (const due of yield* locks.take(queue, free, [...ids])) {
        underWay.set(queue, ids.add(due.id))
        const end = Effect.suspend(() => {
          ids.delete(due.id)
          if (ids.size === 0) underWay.delete(queue)
          return outbox.wake
        })
        yield* FiberSet.run(fibers, Effect.ensuring(Effect.interruptible(deliver(due, takenMillis)), end))
      }
    }, Effect.uninterruptible)
    const look = Effect.flatMap(locks.queues, (queues) =>
      Effect.forEach(queues, begin, { concurrency: TAKES_AT_ONCE, discard: true })
    ).pipe(reporting(UNREADABLE))
    const renew = Effect.suspend(() =>
      underWay.size === 0 ? Effect.void : locks.renew([...underWay.values()].flatMap((ids) => [...ids]))
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(RENEWAL), reporting(UNREADABLE)(renew))))
    yield* look.pipe(
      Effect.andThen(Effect.raceFirst(outbox.nextWake, Effect.sleep(LOOK))),
      Effect.forever,
      Effect.forkScoped
    )
  })
  return Dispatcher.of({ run, test })
})

export const layer = Layer.effect(Dispatcher, make).pipe(Layer.provide(Layer.fresh(Addresses.deliveryTransport)))
