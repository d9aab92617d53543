/** What a server does with events besides taking them in: reads the inbox as it fills, and sends what is due. */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"

import { Dispatcher } from "./dispatch/Dispatcher.ts"
import { Inbox } from "./inbox.ts"
import { Matcher } from "./match.ts"

/** How often is looked for what other servers took in, or what is due again. */
const LOOK = Duration.millis(500)

export class Inbound extends Context.Service<
  Inbound,
  {
    /** Works until its scope ends. */
    readonly run: Effect.Effect<void, StorageError, Scope.Scope>
    /** There is something in the inbox. */
    readonly wake: Effect.Effect<void>
  }
>()("@inlay/hub/Inbound") {}

const make = Effect.gen(function* () {
  const { round } = yield* Matcher
  const dispatcher = yield* Dispatcher
  const inbox = yield* Inbox
  const latch = yield* Latch.make()
  const matching = Effect.gen(function* () {
    latch.closeUnsafe()
    // Requests have their turn between two rounds.
    if ((yield* round) > 0) return yield* Effect.yieldNow
    yield* Effect.raceFirst(latch.await, Effect.sleep(LOOK))
  }).pipe(Effect.forever)
  const run = Effect.gen(function* () {
    yield* dispatcher.run
    yield* Effect.forkScoped(matching)
    yield* inbox.sweep.pipe(
      Effect.catch((error) => Effect.logWarning(`webhooks: ${error.message}`)),
      Effect.repeat(Schedule.spaced(Duration.hours(1))),
      Effect.forkScoped
    )
  })
  return Inbound.of({ run, wake: Effect.sync(() => latch.openUnsafe()) })
})

export const layer: Layer.Layer<Inbound, never, Matcher | Dispatcher | Inbox> = Layer.effect(Inbound, make)
