import { expect, it } from "@effect/vitest"
import type { Trigger } from "@inlay/agent-plugin/Trigger"
import { plugin } from "@inlay/codehost"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

import { Causes } from "../chains/causes.ts"
import { Connections, type ConnectedAccount } from "../connections.ts"
import { Recorder } from "../events/Recorder.ts"
import type { Hook } from "../hook-rows.ts"
import { Hooks } from "../hooks.ts"
import { Inbox } from "../inbox.ts"
import { Leases } from "./Leases.ts"
import * as Reconcile from "./Reconcile.ts"

const bug = (): never => {
  throw new TypeError("undefined is not a function")
}

const triggers = [
  { id: "star", match: ({ body }: { readonly body: unknown }) => [{ key: body, at: "2026-06-01T00:00:00Z", data: {} }] }
] as unknown as ReadonlyArray<Trigger<never>>

it.effect("a bug at one hook's log or delivery holds up no others, and what it hid is looked for again", () => {
  const recorded: Array<string> = []
  const finished: Array<string> = []
  const lines: Array<string> = []
  let isMended = false
  const broken = Effect.suspend(() => Effect.sync(bug))
  const webhooks = (at: string) => ({
    deliveries: (place: string) =>
      place === "broken log" && !isMended
        ? broken
        : Effect.succeed({
            // The newest first.
            items: [`${place} 3`, `${place} 2`, `${place} 1`].map((id) => ({
              id,
              deliveryId: id,
              at,
              isDelivered: false
            }))
          }),
    delivery: (place: string, _: string, id: string) =>
      place === "broken delivery" && id.endsWith("2") && !isMended
        ? broken
        : Effect.succeed({ event: { name: "star", body: id }, places: [place] })
  })
  const hooks = ["broken log", "broken delivery", "whole"].map(
    (place) => ({ id: place, remoteId: "1", place, plugin: plugin.id, account: "main", createdMillis: 0 }) as Hook
  )
  const world = Reconcile.layer.pipe(
    Layer.provide([
      Layer.mock(Hooks, {
        known: () => undefined,
        list: Effect.succeed(hooks),
        note: (id, { reconciledMillis }) => Effect.sync(() => reconciledMillis !== undefined && finished.push(id) > 0)
      }),
      Layer.succeed(Leases, { having: (_, work) => work }),
      Layer.succeed(Connections, {
        plugins: [],
        find: () =>
          Effect.map(
            Clock.currentTimeMillis,
            (now) =>
              ({
                plugin: { ...plugin, triggers },
                connection: {
                  watcher: Effect.succeed({ login: "mona", scopes: [] }),
                  webhooks: webhooks(new Date(now).toISOString())
                }
              }) as unknown as ConnectedAccount
          )
      }),
      Layer.succeed(Recorder, {
        record: (observations) =>
          Effect.orDie(
            Effect.map(observations, (all) => {
              for (const { occurrences } of all) recorded.push(...occurrences.map(({ occurrence }) => occurrence.key))
            })
          )
      }),
      Layer.mock(Causes, { settled: () => Effect.void }),
      Layer.mock(Inbox, { moveAll: Effect.void, add: () => {}, unreadBytes: () => 0 })
    ])
  )
  return Effect.gen(function* () {
    const { round } = yield* Reconcile.Reconcile
    yield* round
    const first = ["broken delivery 1", "broken delivery 3", "whole 1", "whole 2", "whole 3"]
    expect([recorded.splice(0).sort(), finished.splice(0)]).toEqual([first, ["whole"]])
    yield* round
    recorded.splice(0)
    finished.splice(0)
    isMended = true
    yield* round
    expect(recorded.filter((key) => !key.startsWith("whole")).sort()).toEqual([
      "broken delivery 2",
      "broken log 1",
      "broken log 2",
      "broken log 3"
    ])
    expect(finished.sort()).toEqual(["broken delivery", "broken log", "whole"])
    // What lasts is no news.
    expect(lines.filter((line) => line.includes("broken log"))).toEqual([
      expect.stringMatching(/^hooks: the log of broken log cannot be read: /),
      "hooks: the log of broken log is read again."
    ])
  }).pipe(Effect.provide([world, Logger.layer([Logger.make(({ message }) => lines.push(String(message)))])]))
})
