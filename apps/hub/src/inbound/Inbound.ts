/**
 * A server's background work on events: processes the inbox as it fills, keeps hooks and polls up to date, and sends
 * what is due.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { millisOf, nowMillis } from "@inlay/sql-stores/call-end"
import type { Database } from "@inlay/sql-stores/Database"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { SqlClient } from "effect/sql/SqlClient"

import { reporting } from "../serving/outage.ts"
import { removeOldRuns } from "../storage/AuditTrail.ts"
import { cleanUp, removeOldSubscriptions } from "./clean-up.ts"
import { Dispatcher } from "./dispatch/Dispatcher.ts"
import { Inbox } from "./inbox.ts"
import { Matcher } from "./match.ts"
import * as Pace from "./receive/pace.ts"
import { pauseBeforeAsked, recentStarts } from "./sources/asked-rounds.ts"
import { HookKeeper } from "./sources/HookKeeper.ts"
import { keepAddress } from "./sources/hub-address.ts"
import { Polls } from "./sources/Polls.ts"
import { Reconcile } from "./sources/Reconcile.ts"

/** How often to look for deliveries that other servers received or that are due again. */
const LOOK = Duration.millis(500)
/** How often hooks are checked, and repaired if somebody changed them. */
const KEEP = Duration.minutes(5)
/**
 * The wait before the next round if another server held the lease or an account could not be asked. It doubles with
 * every such round, because each round asks all other services too.
 */
const SOON = Duration.seconds(10)
const pauseAfter = (unfinishedCount: number): Duration.Duration =>
  unfinishedCount === 0 ? KEEP : Duration.min(KEEP, Duration.times(SOON, 2 ** (unfinishedCount - 1)))

const POLL = Duration.seconds(1)
const RECONCILE = Duration.minutes(5)

const unreadBytes = Metric.gauge("inlay_deliveries_unread_bytes", {
  description: "Deliveries that were accepted and are not in the database yet"
})

export class Inbound extends Context.Service<
  Inbound,
  {
    /**
     * Runs until its scope ends.
     * @param url the address under which services reach this hub
     */
    readonly run: (url: string) => Effect.Effect<void, StorageError, Scope.Scope>
    /** Reports that a delivery was received. */
    readonly wake: () => void
    /** Plans hooks and polls again. Call it when subscriptions have changed. */
    readonly replan: Effect.Effect<void>
  }
>()("@inlay/hub/Inbound") {}

const make = Effect.gen(function* () {
  const { round } = yield* Matcher
  const dispatcher = yield* Dispatcher
  const inbox = yield* Inbox
  const keeper = yield* HookKeeper
  const polls = yield* Polls
  const reconcile = yield* Reconcile
  const database = yield* Effect.context<SqlClient | Database>()
  const latch = yield* Latch.make()
  const pace = Pace.make()
  const clock = yield* Clock.Clock
  const wake = () => {
    pace.arrived(millisOf(clock))
    latch.openUnsafe()
  }
  const moving = Effect.suspend(() => Metric.update(unreadBytes, inbox.unreadBytes())).pipe(
    Effect.andThen(inbox.move),
    reporting("webhooks: received deliveries are processed later."),
    Effect.map((count) => count ?? 0)
  )
  const matching = Effect.gen(function* () {
    latch.closeUnsafe()
    const movedCount = yield* moving
    // Let requests run in between.
    if (movedCount > 0) yield* Effect.yieldNow
    const count = movedCount + (yield* round)
    const now = yield* nowMillis
    if (count > 0) {
      const pauseMillis = pace.pauseMillis(now)
      // Let requests run between two rounds.
      return yield* pauseMillis > 0 ? Effect.sleep(pauseMillis) : Effect.yieldNow
    }
    pace.upToDate(now)
    yield* Effect.raceFirst(latch.await, Effect.sleep(LOOK))
  }).pipe(Effect.forever)
  const planRequest = yield* Latch.make()
  /** Opened after the first round of hooks. From then on their delivery logs can be read. */
  const hooksReady = yield* Latch.make()
  const keeping = Effect.fnUntraced(function* (url: string) {
    let unfinishedCount = 0
    let askedStarts: ReadonlyArray<number> = []
    while (true) {
      yield* planRequest.close
      unfinishedCount = (yield* keeper.round(url)) ? 0 : unfinishedCount + 1
      yield* hooksReady.open
      const isAsked = yield* Effect.raceFirst(
        Effect.as(planRequest.await, true),
        Effect.as(Effect.sleep(pauseAfter(unfinishedCount)), false)
      )
      if (!isAsked) continue
      unfinishedCount = 0
      askedStarts = recentStarts(askedStarts, millisOf(clock))
      yield* Effect.sleep(pauseBeforeAsked(askedStarts, millisOf(clock)))
      askedStarts = [...askedStarts, millisOf(clock)]
    }
  })
  const run = Effect.fnUntraced(function* (url: string) {
    yield* dispatcher.run
    yield* keepAddress(url).pipe(Effect.provideContext(database), Effect.forkScoped)
    yield* Effect.forkScoped(keeping(url))
    yield* polls.round.pipe(Effect.repeat(Schedule.spaced(POLL)), Effect.forkScoped)
    yield* hooksReady.await.pipe(
      Effect.andThen(Effect.repeat(reconcile.round, Schedule.spaced(RECONCILE))),
      Effect.forkScoped
    )
    yield* Effect.forkScoped(matching)
    const removals: ReadonlyArray<Effect.Effect<unknown, StorageError, SqlClient | Database>> = [
      inbox.sweep,
      cleanUp(),
      removeOldSubscriptions,
      removeOldRuns
    ]
    yield* Effect.forEach(removals, reporting("old records cannot be removed."), { discard: true }).pipe(
      Effect.provideContext(database),
      Effect.repeat(Schedule.spaced(Duration.hours(1))),
      Effect.forkScoped
    )
  })
  return Inbound.of({ run, wake, replan: Effect.asVoid(planRequest.open) })
})

export const layer = Layer.effect(Inbound, make)
