/** A delivery that was taken, and whose subscription the database then takes long to read. */
import { expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"

import { Addresses } from "../../accounts/Addresses.ts"
import { backends } from "../../testing/backends.ts"
import type { Subscription } from "../subscriptions/Subscription.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"
import { Commands } from "./Commands.ts"
import * as Dispatcher from "./Dispatcher.ts"
import * as Outbox from "./Outbox.ts"

const [{ stores }] = backends().all

const SUBSCRIPTION = { id: "sub", isEnabled: true, inOrder: false, url: 'exec:["node"]' } as Subscription

const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const of = { plugin: "codehost", account: "main", trigger_id: "codehost_new_star", data: "{}", source: "webhook" }
  const event = { ...of, id: 1, event_key: "1", at: "2026-06-01T00:00:00Z", received_millis: 0 }
  yield* sql`INSERT INTO events ${sql.insert(event)}`
  const delivery = { id: "msg_1", subscription: "sub", queue: "d_1", event_id: 1, state: "pending" }
  yield* sql`INSERT INTO deliveries ${sql.insert({ ...delivery, next_millis: 0, created_millis: 0 })}`
})

const CASES: ReadonlyArray<readonly [seconds: number, times: number]> = [
  [16, 2],
  [14, 1]
]

it.live.each(CASES)(
  "is taken again if that took %i s, in which its lock may have ended: read %i times",
  ([seconds, times]) => {
    let reads = 0
    return Effect.gen(function* () {
      yield* stored
      const isReading = yield* Deferred.make<void>()
      const isStarted = yield* Deferred.make<void>()
      const find = () =>
        ++reads === 1
          ? Effect.andThen(
              Deferred.succeed(isReading, undefined),
              Effect.delay(Effect.succeed(SUBSCRIPTION), `${seconds} seconds`)
            )
          : Effect.succeed(SUBSCRIPTION)
      const commands = {
        get isAllowed() {
          Deferred.doneUnsafe(isStarted, Effect.void)
          return false
        },
        directory: ""
      }
      const layer = Dispatcher.layer.pipe(
        Layer.provide([
          Outbox.layer,
          Layer.mock(Subscriptions, { find, secret: () => Effect.succeed(Redacted.make("whsec_AAAA")) }),
          Layer.succeed(Addresses, {
            mayConnect: (_, answer) => answer(false),
            isDestination: () => false,
            remote: () => Effect.void
          }),
          Layer.succeed(Commands, commands)
        ])
      )
      // The stores have a clock of their own.
      const clock = yield* TestClock.make()
      yield* Dispatcher.Dispatcher.use(({ run }) => run).pipe(
        Effect.andThen(Deferred.await(isReading)),
        Effect.andThen(clock.adjust(`${seconds} seconds`)),
        Effect.andThen(Deferred.await(isStarted)),
        Effect.provide(layer),
        Effect.provideService(Clock.Clock, clock)
      )
      expect(reads).toBe(times)
    }).pipe(Effect.scoped, Effect.provide(stores()))
  }
)
