import { expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

import { backends } from "../testing/backends.ts"
import { HookKeeper } from "./arrival/HookKeeper.ts"
import { Polls } from "./arrival/Polls.ts"
import { Reconcile } from "./arrival/Reconcile.ts"
import { Dispatcher } from "./dispatch/Dispatcher.ts"
import * as Inbound from "./Inbound.ts"
import { Inbox } from "./inbox.ts"
import { Matcher } from "./match.ts"

const { all } = backends()
const [{ stores }] = all

it.live("a bug while received deliveries are moved or old records removed ends no work in the background", () => {
  let rounds = 0
  const lines = new Set<string>()
  /** Without it, every round would print the bug. */
  const log = Logger.layer([
    Logger.make(({ message, cause }) => void lines.add(`${String(message)} ${String(Cause.squash(cause))}`))
  ])
  const bug = Effect.sync((): never => {
    throw new TypeError("undefined is not a function")
  })
  const world = Inbound.layer.pipe(
    Layer.provide([
      Layer.mock(Matcher, { round: Effect.sync(() => (rounds += 1)) }),
      Layer.mock(Dispatcher, { run: Effect.void }),
      Layer.mock(Inbox, { add: () => {}, unreadBytes: () => 0, move: bug, sweep: bug }),
      Layer.mock(HookKeeper, { round: () => Effect.succeed(true) }),
      Layer.mock(Polls, { round: Effect.void }),
      Layer.mock(Reconcile, { round: Effect.void }),
      stores()
    ])
  )
  return Effect.gen(function* () {
    yield* Inbound.Inbound.use(({ run }) => run("https://hub.example"))
    yield* Effect.promise(() => expect.poll(() => rounds, { timeout: 10_000 }).toBeGreaterThan(2))
    expect([...lines].toSorted()).toEqual([
      "old records cannot be removed. TypeError: undefined is not a function",
      "webhooks: received deliveries are processed later. TypeError: undefined is not a function"
    ])
  }).pipe(Effect.provide(world), Effect.provide(log), Effect.scoped)
})
