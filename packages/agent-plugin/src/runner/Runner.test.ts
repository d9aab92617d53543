import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { describe, expect, it } from "@effect/vitest"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import * as Spend from "@inlay/core-http/Spend"
import { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"

import { make, type Account } from "../account/Account.ts"
import { Accounts } from "../account/Accounts.ts"
import type { Runnable } from "../Plugin.ts"
import { connectedNames, samplePlugin } from "../testing/sample-plugin.ts"
import { account, run, world } from "../testing/sample-world.ts"
import { Audit, type AuditRecord } from "./Audit.ts"
import { Runner } from "./Runner.ts"
import { inSpan } from "./StepSpan.ts"

/** Collects garbage until `isDone` returns true, at most 20 times. */
const collectGarbage = async (isDone: () => boolean) => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  for (let n = 0; n < 20 && !isDone(); n++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
}

const away = new ProviderError({
  provider: "sample",
  operation: "connect",
  reason: { _tag: "Unavailable", what: "The service is down.", status: 503 }
})

const unreadable = (remedy?: Remedy) =>
  Effect.fail(
    new StorageError({ operation: "accounts", cause: new Error("disk"), ...(remedy !== undefined && { remedy }) })
  )

describe("Runner", () => {
  it.effect("uses the only account by default, and keeps its client", () =>
    Effect.gen(function* () {
      connectedNames.length = 0
      expect(yield* run("sample_greet", { name: "Ana" })).toEqual({ text: "Hello Ana" })
      yield* run("sample_greet", { name: "Ben" }, "one")
      expect(connectedNames).toEqual(["one"])
    }).pipe(Effect.provide(world(() => [account("one")])))
  )

  it.effect("does not leak the key of an account that is removed before its step fails", () => {
    const [kind] = samplePlugin.accountKinds
    const own = make({
      plugin: "sample",
      name: "one",
      kind: kind!,
      values: { api_key: "sk-live-1234567890" },
      revision: "1"
    })
    let accounts = [own]
    const brokenPlugin = {
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
    }).pipe(Effect.provide(world(() => accounts, [], brokenPlugin)))
  })

  it.effect("does not leak the key of another account, which an agent put into its input", () => {
    const [kind] = samplePlugin.accountKinds
    const values = { api_key: "sk-live-1234567890" }
    const other = make({ plugin: "sample", name: "two", kind: kind!, values, revision: "1" })
    return Effect.gen(function* () {
      const { message } = yield* Effect.flip(run("sample_greet", { name: "Ana", "sk-live-1234567890": 1 }, "one"))
      expect(message).toContain("<redacted>")
      expect(message).not.toContain("sk-live")
    }).pipe(Effect.provide(world(() => [account("one"), other])))
  })

  it.effect("does not leak the account's key, or a token that its client made, if the accounts cannot be read", () => {
    const [kind] = samplePlugin.accountKinds
    const values = { api_key: "sk-live-1234567890" }
    const own = make({ plugin: "sample", name: "one", kind: kind!, values, revision: "1" })
    const failing = Effect.die(new Error("the request was sk-live-1234567890 minted-1234567890"))
    const plugin: Runnable = {
      ...samplePlugin,
      connect: () =>
        Effect.succeed({
          run: () => failing,
          preview: () => failing,
          secrets: () => [Redacted.make("minted-1234567890")]
        })
    }
    return Effect.gen(function* () {
      const runner = yield* Runner
      for (const call of [runner.run, runner.preview]) {
        const exit = yield* Effect.exit(call("sample_greet", { name: "Ana" }))
        const text = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
        expect(text).toContain("the request was <redacted> <redacted>")
        expect(text).not.toMatch(/sk-live|minted/)
      }
    }).pipe(
      Effect.provide(
        Runner.layer([plugin]).pipe(
          Layer.provide([
            Layer.succeed(Accounts, { list: unreadable(), find: () => Effect.succeed(own), secrets: unreadable() }),
            Audit.layerNone,
            Layer.succeed(Transport, { send: () => Effect.die("nothing is sent") }),
            Spend.layerMemory("run")
          ])
        )
      )
    )
  })

  it.effect("connects again with the next call if connecting failed, also if the clock was set back", () => {
    const NOW = 1_000_000
    let isAway = true
    const plugin: Runnable = {
      ...samplePlugin,
      connect: (own) => (isAway ? Effect.fail(away) : samplePlugin.connect(own))
    }
    const only = [account("one")]
    return Effect.gen(function* () {
      const runner = yield* Runner
      yield* TestClock.setTime(NOW)
      expect(yield* Effect.flip(runner.run("sample_greet", { name: "Ana" }))).toMatchObject({ reason: away.reason })
      isAway = false
      yield* TestClock.setTime(NOW - 60_000)
      expect(yield* runner.run("sample_greet", { name: "Ana" })).toEqual({ text: "Hello Ana" })
    }).pipe(Effect.provide(world(() => only, [], plugin)))
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
    [string, string, ReadonlyArray<Account>, string | undefined, string, ReadonlyArray<string> | undefined, Remedy]
  >([
    [
      "an unknown step",
      "sample_gret",
      [account("one")],
      undefined,
      "NotFound",
      ["sample_greet", "sample_fail"],
      { to: "chooseName", names: ["sample_greet", "sample_fail"], of: "toolSteps" }
    ],
    ["no account", "sample_greet", [], undefined, "Unauthorized", undefined, { to: "connect" }],
    ["a named account if none is connected", "sample_greet", [], "one", "NotFound", [], { to: "connect" }],
    [
      "the beginning of an account's name",
      "sample_greet",
      [account("one"), account("two")],
      "tw",
      "NotFound",
      ["one", "two"],
      { to: "chooseName", names: ["one", "two"] }
    ],
    [
      "an unknown account",
      "sample_greet",
      [account("one"), account("two")],
      "three",
      "NotFound",
      ["one", "two"],
      { to: "chooseName", names: ["one", "two"] }
    ],
    [
      "several accounts and none named",
      "sample_greet",
      [account("one"), account("two")],
      undefined,
      "NotFound",
      ["one", "two"],
      { to: "chooseName", names: ["one", "two"] }
    ]
  ])("refuses %s", ([, step, accounts, name, tag, known, remedy]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(step, { name: "Ana" }, name))
      expect(error.reason._tag).toBe(tag)
      if (error.reason._tag === "NotFound") expect(error.reason.known).toEqual(known)
      expect(error.reason.remedy).toEqual(remedy)
    }).pipe(Effect.provide(world(() => accounts)))
  )

  it.effect("accepts the name of an account as lists print it, with its plugin", () =>
    Effect.gen(function* () {
      expect(yield* run("sample_greet", { name: "Ana" }, " sample/two ")).toEqual({ text: "Kia ora Ana" })
      const { reason } = yield* Effect.flip(run("sample_greet", { name: "Ana" }, "other/two"))
      expect(reason._tag).toBe("NotFound")
    }).pipe(Effect.provide(world(() => [account("one"), account("two", "Kia ora")])))
  )

  it.effect("reports as a fact what would connect an account, and leaves the wording to the surface", () =>
    Effect.gen(function* () {
      const connectable = {
        plugin: "sample",
        variables: [["INLAY_SAMPLE_BASE_URL", "INLAY_SAMPLE_API_KEY"]]
      }
      for (const name of [undefined, "one"]) {
        const { reason, message } = yield* Effect.flip(run("sample_greet", { name: "Ana" }, name))
        expect(reason).toMatchObject({ connectable })
        expect(message).not.toMatch(/inlay|INLAY/)
      }
    }).pipe(Effect.provide(world(() => [])))
  )

  it.effect("drops the client of a changed or removed account, and its key", () => {
    let accounts = [account("one"), account("two")]
    const clients: Array<WeakRef<object>> = []
    const plugin = {
      ...samplePlugin,
      connect: (own: Account) => {
        const client = { key: own.secrets }
        clients.push(new WeakRef(client))
        const text = () => `${own.name} ${Object.keys(client.key).length}`
        return Effect.succeed({ run: () => Effect.sync(text), preview: () => Effect.die("not asked") })
      }
    }
    return Effect.gen(function* () {
      for (const name of ["one", "two"]) yield* run("sample_greet", {}, name)
      accounts = [account("two", "Kia ora", "2")]
      yield* run("sample_greet", {}, "two")
      yield* Effect.promise(() =>
        collectGarbage(() => clients.slice(0, 2).every((client) => client.deref() === undefined))
      )
      expect(clients.map((client) => client.deref() !== undefined)).toEqual([false, false, true])
      yield* run("sample_greet", {}, "two")
      expect(clients).toHaveLength(3)
    }).pipe(Effect.provide(world(() => accounts, [], plugin)))
  })

  it.effect("previews a free step: validates its input and records nothing", () => {
    const records: Array<AuditRecord> = []
    return Effect.gen(function* () {
      const runner = yield* Runner
      expect(yield* runner.preview("sample_greet", { name: "Ana" })).toMatchObject({ isFree: true, estimate: 0 })
      const failures = [
        runner.preview("sample_greet", { name: true }),
        runner.preview("sample_gret", {}),
        runner.preview("sample_greet", { name: "Ana" }, "two")
      ]
      const reasons = yield* Effect.forEach(failures, (failure) =>
        Effect.map(Effect.flip(failure), ({ reason }) => reason._tag)
      )
      expect(reasons).toEqual(["Invalid", "NotFound", "NotFound"])
      expect(records).toEqual([])
    }).pipe(Effect.provide(world(() => [account("one")], records)))
  })

  it.effect.each<[string, Remedy | undefined, Remedy]>([
    ["what is usual", undefined, { to: "repairStorage" }],
    ["what the store says", { to: "read", text: "Set the key." }, { to: "read", text: "Set the key." }]
  ])("reports that the accounts cannot be read, and advises %s", ([, given, remedy]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run("sample_greet", { name: "Ana" }))
      expect(error.message).toMatch(/cannot be read.*disk.*Nothing was sent/)
      expect(error.reason).toMatchObject({ _tag: "Refused", guard: "vault", remedy })
    }).pipe(
      Effect.provide(
        Runner.layer([samplePlugin]).pipe(
          Layer.provide([
            Layer.succeed(Accounts, {
              list: unreadable(given),
              find: () => unreadable(given),
              secrets: unreadable(given)
            }),
            Audit.layerNone,
            Layer.succeed(Transport, { send: () => Effect.die("nothing is sent") }),
            Spend.layerMemory("run")
          ])
        )
      )
    )
  )
})

it.effect("a step has a span with its account only on request", () =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const greet = Effect.gen(function* () {
      return yield* (yield* Runner).run("sample_greet", { name: "Ann" })
    }).pipe(Effect.withTracer(tracer))
    const accounts = () => [account("main")]
    const plain = yield* Effect.provide(greet, world(accounts))
    expect(spans).toEqual([])
    expect(yield* Effect.provide(greet, world(accounts, [], samplePlugin, inSpan))).toEqual(plain)
    expect(spans.map(({ name, attributes }) => [name, attributes.get("account")])).toEqual([
      ["step sample_greet", "main"]
    ])
  })
)
