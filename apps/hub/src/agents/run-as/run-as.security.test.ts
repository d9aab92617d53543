/** A token's account limit holds even if the accounts cannot be read at the moment of a call. */
import { make } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Audit } from "@inlay/agent-plugin/Audit"
import { Runner } from "@inlay/agent-plugin/Runner"
import { plugin } from "@inlay/codehost"
import * as Spend from "@inlay/core-http/Spend"
import { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"

import type { Principal } from "../../principals/Principal.ts"
import { runAs, SharedRunners } from "./run-as.ts"

const TOOL = "codehost_get_repository_info"
const kind = plugin.accountKinds.find(({ id }) => id === "token")!
const account = (name: string) =>
  make({
    plugin: plugin.id,
    name,
    kind,
    values: { base_url: "https://codehost.example", token: "x" },
    revision: "1"
  })
const principal: Principal = {
  id: "token:x",
  kind: "token",
  name: "x",
  grant: { readOnly: false, accounts: ["codehost/home"] }
}

/** The number of requests that a call sends to an account outside the grant, and its error. */
const callOf = (name: string, failingReads: number) =>
  Effect.gen(function* () {
    let sent = 0
    let reads = 0
    const failsAtFirst = <A, E>(read: Effect.Effect<A, E>) =>
      Effect.suspend((): Effect.Effect<A, E | StorageError> => {
        reads += 1
        return reads > failingReads
          ? read
          : Effect.fail(new StorageError({ operation: "accounts", cause: new Error("disk") }))
      })
    const inMemory = yield* Layer.build(Accounts.layer(() => [account("home"), account("work")]))
    const stored = yield* Effect.provide(Accounts, inMemory)
    const accounts = Accounts.of({
      list: failsAtFirst(stored.list),
      find: (...which) => failsAtFirst(stored.find(...which)),
      secrets: stored.secrets
    })
    const context = yield* Layer.build(
      Runner.layer([plugin]).pipe(
        Layer.provide([
          Layer.succeed(Accounts, accounts),
          Audit.layerNone,
          Layer.succeed(Transport, {
            send: () =>
              Effect.suspend(() => {
                sent += 1
                return Effect.succeed({ status: 404, headers: {}, text: "{}" })
              })
          }),
          Spend.layerMemory("run")
        ])
      )
    )
    const running = { runner: yield* Effect.provide(Runner, context), accounts }
    const error = yield* Effect.flatMap(Runner, ({ run }) => run(TOOL, { owner: "a", repo: "b" }, name)).pipe(
      runAs(principal, "http"),
      Effect.provideService(SharedRunners, {
        plugins: [plugin],
        writing: running,
        reading: running,
        refusal: () => Effect.undefined
      }),
      Effect.flip
    )
    return { sent, error }
  }).pipe(Effect.scoped, Effect.runPromise)

it("an account outside the grant is not used, although its name could not be looked up", async () => {
  const { sent, error } = await callOf("work", 1)
  expect(error.reason).toMatchObject({ _tag: "Refused", guard: "vault", remedy: { to: "repairStorage" } })
  expect(error.message).toMatch(/accounts cannot be read.*disk/)
  expect(sent).toBe(0)
  expect((await callOf("work", 0)).error.reason._tag).toBe("NotFound")
  expect((await callOf("home", 0)).sent).toBe(1)
})
