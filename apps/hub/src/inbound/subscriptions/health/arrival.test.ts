import { expect, it } from "@effect/vitest"
import type { Trigger } from "@inlay/agent-plugin/Trigger"
import { plugin } from "@inlay/codehost"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Limits } from "../../../storage/Limits.ts"
import { backends } from "../../../testing/backends.ts"
import { Connections, type ConnectedAccount } from "../../connections.ts"
import { Hooks } from "../../hooks.ts"
import type { Subscription } from "../Subscription.ts"
import { arrivalsOf } from "./arrival.ts"

const { all } = backends()
const [{ stores }] = all

const bug = (): never => {
  throw new TypeError("undefined is not a function")
}

const poll = { via: "poll", needs: [], expectedDelaySeconds: 60 } as const
const triggers = [
  { id: "whole", ways: () => [poll] },
  { id: "broken", ways: bug }
] as unknown as ReadonlyArray<Trigger<never>>

it.effect("a bug in a trigger or an account is the problem of its own subscriptions", () => {
  const connected = { plugin: { ...plugin, triggers } } as unknown as ConnectedAccount
  const watcher = Effect.succeed({ login: "mona", scopes: [] })
  const broken = Effect.sync(bug)
  const world = Layer.mergeAll(
    stores(),
    Layer.mock(Hooks, { known: () => undefined, list: Effect.succeed([]) }),
    Layer.mock(Limits, { at: () => Effect.succeed([]) }),
    Layer.succeed(Connections, {
      plugins: [connected.plugin],
      find: ({ account }) =>
        Effect.succeed({
          ...connected,
          connection: { watcher: account === "broken" ? broken : watcher } as unknown as ConnectedAccount["connection"]
        })
    })
  )
  const of = (trigger: string, account: string) =>
    ({ plugin: plugin.id, account, trigger, target: {}, enabledMillis: 0 }) as Subscription
  const subscriptions = [of("broken", "main"), of("whole", "main"), of("whole", "broken")]
  return Effect.gen(function* () {
    const arrivalAt = yield* arrivalsOf(subscriptions)
    expect(yield* Effect.forEach(subscriptions, arrivalAt)).toEqual([
      { way: null, problem: "Internal error while looking for the ways of broken." },
      { way: null, settingUp: "Waiting for the first poll. Later events are reported." },
      { way: null, problem: expect.stringContaining("Internal error while opening an account.") }
    ])
  }).pipe(Effect.provide(world))
})
