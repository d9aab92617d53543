import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { describe, expect, it } from "@effect/vitest"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import { Spend, type Answer, type Quote } from "@inlay/core-http/Spend"
import { StorageError } from "@inlay/core-http/StorageError"
import { Transport, TransportFailure } from "@inlay/core-http/Transport"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"

import { make, type Account } from "../account/Account.ts"
import { Accounts } from "../account/Accounts.ts"
import type { Runnable } from "../Plugin.ts"
import { connectedNames, samplePlugin } from "../testing/sample-plugin.ts"
import { Audit, type AuditRecord } from "./Audit.ts"
import { Caller } from "./Caller.ts"
import { Runner, type Traced } from "./Runner.ts"
import { inSpan } from "./StepSpan.ts"

const kind = samplePlugin.accountKinds[0]!
const account = (name: string, greeting = "Hello", revision = "1") =>
  make({ plugin: "sample", name, kind, values: { greeting }, revision })

const world = (
  accounts: () => ReadonlyArray<Account>,
  records: Array<AuditRecord> = [],
  plugin: Runnable = samplePlugin,
  traced?: Traced
) =>
  Runner.layer([plugin], traced).pipe(
    Layer.provide([
      Accounts.layer(accounts),
      Layer.succeed(Audit, { record: (entry) => Effect.sync(() => void records.push(entry)) }),
      Layer.succeed(Transport, {
        send: () => Effect.fail(new TransportFailure({ kind: "network", detail: "none", sent: false }))
      }),
      Spend.layer("run").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory]))
    ])
  )

/** Until something is so, or it is clear that it will not be. */
const collectGarbage = async (isDone: () => boolean) => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  for (let n = 0; n < 20 && !isDone(); n++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
}

/** A purchase that no two calls share. */
const quote: Quote = {
  provider: "sample",
  operation: "greet",
  scope: "sample/one",
  purse: "",
  cacheScope: "sample/one",
  caps: {},
  keys: [],
  soleKeys: [],
  ledgerKeys: [],
  estimate: null,
  keepMatch: Duration.days(1),
  keepMiss: Duration.days(1),
  read: ({ body }) => ({ match: true, keys: [], ...(typeof body === "number" && { charged: body }) })
}

const paidAnswer = (charged: number | undefined): Answer => ({
  status: 200,
  headers: {},
  body: charged,
  fetchedAt: "2026-11-22T00:00:00.000Z",
  fromCache: false
})

const away = new ProviderError({
  provider: "sample",
  operation: "connect",
  reason: { _tag: "Unavailable", what: "The service is down.", status: 503 }
})

const unreadable = Effect.fail(new StorageError({ operation: "accounts", cause: new Error("disk") }))

const run = (step: string, input: unknown, name?: string) =>
  Effect.flatMap(Runner, (runner) => runner.run(step, input, name))

describe("Runner", () => {
  it.effect("uses the only account by default, and keeps its client", () =>
    Effect.gen(function* () {
      connectedNames.length = 0
      expect(yield* run("sample_greet", { name: "Ana" })).toEqual({ text: "Hello Ana" })
      yield* run("sample_greet", { name: "Ben" }, "one")
      expect(connectedNames).toEqual(["one"])
    }).pipe(Effect.provide(world(() => [account("one")])))
  )

  it.effect("says no key of an account that is gone by the time its step fails", () => {
    const own = make({ plugin: "sample", name: "one", kind, values: { api_key: "sk-live-1234567890" }, revision: "1" })
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

  it.effect("connects anew with the next call where connecting failed", () => {
    let isAway = true
    const plugin: Runnable = {
      ...samplePlugin,
      connect: (own) => (isAway ? Effect.fail(away) : samplePlugin.connect(own))
    }
    const only = [account("one")]
    return Effect.gen(function* () {
      const runner = yield* Runner
      expect(yield* Effect.flip(runner.run("sample_greet", { name: "Ana" }))).toMatchObject({ reason: away.reason })
      isAway = false
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

  it.effect("says as a fact what would connect an account, and leaves the words to the program around it", () =>
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

  it.effect("drops the client of an account that is changed or gone, and with it the key", () => {
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

  it.effect("previews a free step: its input is judged, and nothing is recorded", () => {
    const records: Array<AuditRecord> = []
    return Effect.gen(function* () {
      const runner = yield* Runner
      expect(yield* runner.preview("sample_greet", { name: "Ana" })).toMatchObject({ isFree: true, estimate: 0 })
      const failures = [
        runner.preview("sample_greet", { name: 1 }),
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

  it.effect("records who called, by what, because of which event, and what it charged", () => {
    const records: Array<AuditRecord> = []
    let answer: Effect.Effect<Answer, ProviderError> = Effect.succeed(paidAnswer(2))
    const plugin = {
      ...samplePlugin,
      connect: () =>
        Effect.map(Spend, (spend) => ({
          run: () =>
            Effect.andThen(
              spend.run(quote, () => answer, 1000),
              spend.run(quote, () => answer, 1000)
            ),
          preview: () => spend.preview(quote)
        }))
    }
    const caller = { principal: "agent-7", via: "trigger", event: "evt_1", run: "r1" } as const
    return Effect.gen(function* () {
      yield* Effect.provideService(run("sample_greet", {}), Caller, caller)
      answer = Effect.succeed(paidAnswer(undefined))
      yield* run("sample_greet", {})
      answer = Effect.fail(
        new ProviderError({
          provider: "sample",
          operation: "greet",
          reason: { _tag: "Timeout", sent: true, what: "It timed out." }
        })
      )
      yield* Effect.flip(run("sample_greet", {}))
      expect(records.map(({ principal, via, event, charged }) => [principal, via, event, charged])).toEqual([
        ["agent-7", "trigger", "evt_1", 4],
        ["local", "cli", undefined, "unknown"],
        ["local", "cli", undefined, "unknown"]
      ])
    }).pipe(Effect.provide(world(() => [account("one")], records, plugin)))
  })

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

  it.effect("records whether a run could neither change data nor cost credits", () => {
    const records: Array<AuditRecord> = []
    const greet = samplePlugin.toolSteps.find(({ id }) => id === "sample_greet")!
    const reads = { ...greet.hints, readOnly: true }
    const writes = { ...greet.hints, readOnly: false }
    const credits = { unit: "credits", typical: 1 } as unknown as typeof greet.cost
    const steps = [
      { ...greet, id: "sample_read", hints: reads, cost: null },
      { ...greet, id: "sample_buy", hints: reads, cost: credits },
      { ...greet, id: "sample_write", hints: writes, cost: null },
      { ...greet, id: "sample_call", hints: writes, readsToo: true, cost: null },
      { ...greet, id: "sample_paid_call", hints: writes, readsToo: true, cost: credits }
    ]
    const connect = () =>
      Effect.succeed({ run: () => Effect.succeed({}), preview: () => Effect.die("nothing is previewed") })
    const plugin = { ...samplePlugin, toolSteps: steps, connect }
    return Effect.gen(function* () {
      for (const { id } of steps) yield* run(id, {})
      for (const method of ["GET", "POST", "get", null]) yield* run("sample_call", { method })
      yield* run("sample_paid_call", { method: "GET" })
      expect(records.map(({ step, isFreeRead }) => [step, isFreeRead])).toEqual([
        ["sample_read", true],
        ["sample_buy", false],
        ["sample_write", false],
        ["sample_call", false],
        ["sample_paid_call", false],
        ["sample_call", true],
        ["sample_call", false],
        ["sample_call", false],
        ["sample_call", false],
        ["sample_paid_call", false]
      ])
    }).pipe(Effect.provide(world(() => [account("one")], records, plugin)))
  })

  it.effect("says so when the accounts cannot be read", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run("sample_greet", { name: "Ana" }))
      expect(error.message).toMatch(/cannot be read.*disk/)
    }).pipe(
      Effect.provide(
        Runner.layer([samplePlugin]).pipe(
          Layer.provide([
            Layer.succeed(Accounts, { list: unreadable, find: () => unreadable, secrets: unreadable }),
            Audit.layerNone,
            Layer.succeed(Transport, { send: () => Effect.die("nothing is sent") }),
            Spend.layer("run").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory]))
          ])
        )
      )
    )
  )
})

it.effect("a step has a span with its account where one is asked for, and none otherwise", () =>
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
