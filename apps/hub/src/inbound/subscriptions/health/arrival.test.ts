import { expect, it } from "@effect/vitest"
import type { Trigger } from "@inlay/agent-plugin/Trigger"
import { plugin } from "@inlay/codehost"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { Limits } from "../../../storage/Limits.ts"
import { backends } from "../../../testing/backends.ts"
import { Connections, type ConnectedAccount } from "../../connections.ts"
import type { Hook } from "../../hook-rows.ts"
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

const webhook = (place: string) => ({ via: "webhook", place, events: ["star"], needs: [], expectedDelaySeconds: 1 })
const ORG = { ...webhook("orgs/acme"), via: "orgWebhook" }
const READS = "It is polled every 60 s. Whoever made it only reads, so no webhook is created for it."
const MINUTES = 60_000

/** The clock of the test is at 0. */
const CASES: ReadonlyArray<readonly [string, Partial<Subscription>, ReadonlyArray<Partial<Hook>>, unknown]> = [
  ["a hook of another account", {}, [{ account: "other", remoteId: "1" }], { settingUp: "Setting up the webhook." }],
  ["a hook that was made just now", { enabledMillis: -10 * MINUTES }, [{}], { settingUp: "Setting up the webhook." }],
  ["a hook that sends its event", {}, [{ remoteId: "1", events: ["push", "star"] }], { way: "webhook" }],
  ["a hook that lacks it yet", {}, [{ remoteId: "1", events: ["push"] }], { settingUp: "Setting up the webhook." }],
  ["a hook with a problem", {}, [{ remoteId: "1", problem: "It was refused." }], { problem: "It was refused." }],
  [
    "a hook beside one with a problem",
    { trigger: "both" },
    [{ place: "orgs/acme", problem: "Not an owner." }, { remoteId: "1" }],
    { way: "webhook", because: "Not an owner." }
  ],
  ["a trigger that is gone", { trigger: "gone" }, [], { problem: expect.stringMatching(/no longer has its trigger/) }],
  ["polls of a caller that reads", { trigger: "polled", pollsOnly: true }, [], { way: "poll", because: READS }]
]

it.effect.each(CASES)("the events of a subscription arrive as its own account can receive them: by %s", (each) => {
  const [, one, hooks, arrival] = each
  const of = { plugin: plugin.id, account: "main", place: "repos/acme/widgets" }
  const hooked = [
    { id: "hooked", ways: () => [webhook(of.place)] },
    { id: "both", ways: () => [ORG, webhook(of.place)] },
    { id: "polled", ways: () => [webhook(of.place), poll] }
  ] as unknown as ReadonlyArray<Trigger<never>>
  const connected = { plugin: { ...plugin, triggers: hooked } } as unknown as ConnectedAccount
  const connection = { watcher: Effect.succeed({ login: "mona", scopes: [] }) }
  const world = Layer.mergeAll(
    stores(),
    Layer.mock(Hooks, {
      known: () => undefined,
      list: Effect.succeed(hooks.map((hook) => ({ ...of, createdMillis: 0, ...hook }) as Hook))
    }),
    Layer.mock(Limits, { at: () => Effect.succeed([]) }),
    Layer.succeed(Connections, {
      plugins: [connected.plugin],
      find: () => Effect.succeed({ ...connected, connection } as unknown as ConnectedAccount)
    })
  )
  return Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = { ...of, trigger_id: "polled", target: "{}", source: "star", interval_millis: MINUTES }
    yield* sql`INSERT INTO polls ${sql.insert({ ...row, request_millis: 1, next_millis: 0, problem: null })}`
    const subscription = { ...of, id: "sub_1", trigger: "hooked", target: {}, enabledMillis: 0, ...one } as Subscription
    const arrivalAt = yield* arrivalsOf([subscription])
    expect(yield* arrivalAt(subscription)).toMatchObject(arrival as object)
  }).pipe(Effect.provide(world))
})
