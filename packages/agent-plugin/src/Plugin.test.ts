import { expect, it } from "@effect/vitest"
import { BudgetScope } from "@inlay/core-http/BudgetStore"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import { Transport, TransportFailure } from "@inlay/core-http/Transport"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { make, type Account, type AccountKind } from "./account/Account.ts"
import * as Plugin from "./Plugin.ts"
import { samplePlugin } from "./testing/sample-plugin.ts"

class Client extends Context.Service<Client, object>()("test/Client") {}

const away = new ProviderError({
  provider: "sample",
  operation: "whoami",
  reason: { _tag: "Unauthorized", what: "The token is refused.", remedy: { to: "retry" } }
})

const { id, title, description, status, accountKinds } = samplePlugin
const info = { id, title, description, status, accountKinds }

const services = Layer.mergeAll(
  Layer.succeed(Transport, {
    send: () => Effect.fail(new TransportFailure({ kind: "network", detail: "none", sent: false }))
  }),
  Spend.layerMemory("run")
)

const [kind] = info.accountKinds
const account = make({ plugin: "sample", name: "a", kind: kind!, values: { greeting: "Hello" }, revision: "1" })

it.effect("an account's calls count under its name, in every program that shares its budgets", () =>
  Effect.gen(function* () {
    const scopes: Array<string> = []
    const client = () => Effect.map(BudgetScope, (scope) => ({ count: scopes.push(scope) }))
    yield* Plugin.make({ ...info, toolSteps: [], triggers: [], service: Client, client }).connect(account)
    expect(scopes).toEqual(["sample/a"])
  }).pipe(Effect.provide(services))
)

it.effect("an account's identity is requested again after a failure, and once otherwise", () =>
  Effect.gen(function* () {
    let count = 0
    let isAway = true
    const plugin = Plugin.make({
      ...info,
      toolSteps: [],
      triggers: [],
      service: Client,
      client: () => Effect.succeed({}),
      watcher: Effect.suspend(() => {
        count += 1
        return isAway ? Effect.fail(away) : Effect.succeed({ login: "ada", scopes: [] })
      })
    })
    const { watcher } = yield* plugin.connect(account)
    yield* Effect.flip(watcher)
    yield* Effect.flip(watcher)
    expect(count).toBe(1)
    isAway = false
    yield* TestClock.adjust("5 seconds")
    expect((yield* watcher).login).toBe("ada")
    isAway = true
    yield* TestClock.adjust("1 day")
    expect([(yield* watcher).login, count]).toEqual(["ada", 2])
  }).pipe(Effect.provide(services))
)

it("a plugin in beta says so in its title, and a stable one does not", () => {
  expect(["beta", "stable"].map((one) => Plugin.titleOf({ title, status: one as "beta" | "stable" }))).toEqual([
    "Sample (beta)",
    "Sample"
  ])
})

it.effect("a kind that mints tokens has its accounts checked, revoked and asked for choices with them", () =>
  Effect.gen(function* () {
    const tokens = { current: Effect.die(""), renew: () => Effect.die(""), secrets: () => [Redacted.make("minted")] }
    const calls: Array<unknown> = []
    const noting =
      <A>(what: string, answer: A) =>
      (one: Account) =>
        Effect.sync(() => (calls.push([what, one.tokens]), answer))
    const minting: AccountKind = {
      ...kind!,
      mint: () => Effect.succeed(tokens),
      check: noting("check", { ok: true, scopes: [], limits: [], problems: [] }),
      revoke: noting("revoke", { revoked: true }),
      choices: (one, field) => noting(field, [])(one)
    }
    const client = (one: Account) => noting("connect", {})(one)
    const parts = { ...info, toolSteps: [], triggers: [], service: Client, client }
    const plugin = Plugin.make({ ...parts, accountKinds: [minting] })
    const { check, revoke, choices } = plugin.accountKinds[0]!
    yield* check(account)
    yield* revoke?.(account) ?? Effect.die("it cannot be revoked")
    yield* choices?.(account, "project") ?? Effect.die("it has no choices")
    const { secrets } = yield* plugin.connect(account)
    expect(calls).toEqual(["check", "revoke", "project", "connect"].map((what) => [what, tokens]))
    expect(secrets?.().map(Redacted.value)).toEqual(["minted"])
    expect(Plugin.make(parts).accountKinds[0]).toBe(kind)
  }).pipe(Effect.provide(services))
)
