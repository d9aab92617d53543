import { describe, expect, it } from "@effect/vitest"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import { Spend } from "@inlay/core-http/Spend"
import { StorageError } from "@inlay/core-http/StorageError"
import { Transport, TransportFailure } from "@inlay/core-http/Transport"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

import { Accounts, make, type Account } from "./Account.ts"
import { Audit, type AuditRecord } from "./Audit.ts"
import { Runner } from "./Runner.ts"
import { made, samplePlugin } from "./testing/sample-plugin.ts"

const kind = samplePlugin.accountKinds[0]!
const account = (name: string, greeting = "Hello", revision = "1") =>
  make({ plugin: "sample", name, kind, values: { greeting }, revision })

const world = (accounts: () => ReadonlyArray<Account>, records: Array<AuditRecord> = [], plugin = samplePlugin) =>
  Runner.layer([plugin]).pipe(
    Layer.provide([
      Layer.succeed(Accounts, { all: Effect.sync(accounts) }),
      Layer.succeed(Audit, { record: (entry) => Effect.sync(() => void records.push(entry)) }),
      Layer.succeed(Transport, {
        send: () => Effect.fail(new TransportFailure({ kind: "network", detail: "none", sent: false }))
      }),
      Spend.layer("run").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory]))
    ])
  )

const run = (step: string, input: unknown, name?: string) =>
  Effect.flatMap(Runner, (runner) => runner.run(step, input, name))

describe("Runner", () => {
  it.effect("uses the only account by default, and keeps its client", () =>
    Effect.gen(function* () {
      made.length = 0
      expect(yield* run("sample_greet", { name: "Ana" })).toEqual({ text: "Hello Ana" })
      yield* run("sample_greet", { name: "Ben" }, "one")
      expect(made).toEqual(["one"])
    }).pipe(Effect.provide(world(() => [account("one")])))
  )

  it.effect("says no key of an account that is gone by the time its step fails", () => {
    const own = make({ plugin: "sample", name: "one", kind, values: { api_key: "sk-live-1234567890" }, revision: "1" })
    let accounts = [own]
    const broken = {
      ...samplePlugin,
      connect: () => {
        accounts = []
        return Effect.die(new Error("the request was sk-live-1234567890"))
      }
    }
    return Effect.gen(function* () {
      const runner = yield* Runner
      const exit = yield* Effect.exit(runner.run("sample_greet", { name: "Ana" }))
      expect(JSON.stringify(exit)).not.toContain("sk-live")
      expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain("the request was <redacted>")
    }).pipe(Effect.provide(world(() => accounts, [], broken)))
  })

  it.effect("makes a new client when the account has changed", () => {
    let current = account("one", "Hello", "1")
    return Effect.gen(function* () {
      yield* run("sample_greet", { name: "Ana" })
      current = account("one", "Kia ora", "2")
      expect(yield* run("sample_greet", { name: "Ana" })).toEqual({ text: "Kia ora Ana" })
    }).pipe(Effect.provide(world(() => [current])))
  })

  it.effect.each<
    [string, string, ReadonlyArray<Account>, string | undefined, string, ReadonlyArray<string> | undefined, RegExp]
  >([
    [
      "an unknown step",
      "sample_gret",
      [account("one")],
      undefined,
      "NotFound",
      ["sample_greet", "sample_fail"],
      /sample_greet/
    ],
    [
      "no account",
      "sample_greet",
      [],
      undefined,
      "Unauthorized",
      undefined,
      /INLAY_SAMPLE_BASE_URL and INLAY_SAMPLE_API_KEY/
    ],
    [
      "an unknown account",
      "sample_greet",
      [account("one"), account("two")],
      "three",
      "NotFound",
      ["one", "two"],
      /one, two/
    ],
    [
      "several accounts and none named",
      "sample_greet",
      [account("one"), account("two")],
      undefined,
      "NotFound",
      ["one", "two"],
      /one, two/
    ]
  ])("refuses %s", ([, step, accounts, name, tag, known, words]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(step, { name: "Ana" }, name))
      expect(error.reason._tag).toBe(tag)
      if (error.reason._tag === "NotFound") expect(error.reason.known).toEqual(known)
      expect(error.message).toMatch(words)
    }).pipe(Effect.provide(world(() => accounts)))
  )

  it.effect("records what ran and how it ended, and no input", () => {
    const records: Array<AuditRecord> = []
    return Effect.gen(function* () {
      yield* run("sample_greet", { name: "canary" })
      yield* Effect.flip(run("sample_greet", {}))
      yield* Effect.flip(run("sample_fail", { reason: "Forbidden" }))
      expect(records.map(({ step, outcome }) => [step, outcome])).toEqual([
        ["sample_greet", "ok"],
        ["sample_greet", "Invalid"],
        ["sample_fail", "Forbidden"]
      ])
      expect(JSON.stringify(records)).not.toContain("canary")
    }).pipe(Effect.provide(world(() => [account("one")], records)))
  })

  it.effect("says so when the accounts cannot be read", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run("sample_greet", { name: "Ana" }))
      expect(error.message).toMatch(/cannot be read.*disk/)
    }).pipe(
      Effect.provide(
        Runner.layer([samplePlugin]).pipe(
          Layer.provide([
            Layer.succeed(Accounts, {
              all: Effect.fail(new StorageError({ operation: "accounts", cause: new Error("disk") }))
            }),
            Audit.layerNone,
            Layer.succeed(Transport, { send: () => Effect.die("nothing is sent") }),
            Spend.layer("run").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory]))
          ])
        )
      )
    )
  )
})
