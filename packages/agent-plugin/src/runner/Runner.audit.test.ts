/** Tests of the audit record of each run. */
import { describe, expect, it } from "@effect/vitest"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { layerMemory, Spend, type Answer, type Quote } from "@inlay/core-http/Spend"
import { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import { Accounts } from "../account/Accounts.ts"
import { samplePlugin } from "../testing/sample-plugin.ts"
import { account, run, world } from "../testing/sample-world.ts"
import { Audit, type AuditRecord } from "./Audit.ts"
import { Caller } from "./Caller.ts"
import { Runner } from "./Runner.ts"

/** A purchase without keys, so that no two calls share it. */
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

describe("a run", () => {
  it.effect("is recorded with its caller, surface, event and charge", () => {
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
      // What has cost something is no free read, whatever the step's description says.
      expect(records.map(({ isFreeRead }) => isFreeRead)).toEqual([false, false, false])
    }).pipe(Effect.provide(world(() => [account("one")], records, plugin)))
  })

  it.effect("is recorded with when it began and how long it took, also if it was interrupted", () => {
    const records: Array<AuditRecord> = []
    const connect = () =>
      Effect.succeed({ run: () => Effect.as(Effect.sleep("2 seconds"), {}), preview: () => Effect.die("not asked") })
    return Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      const whole = yield* Effect.forkChild(run("sample_greet", {}), { startImmediately: true })
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(whole)
      const stopped = yield* Effect.forkChild(run("sample_greet", {}), { startImmediately: true })
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(stopped)
      expect(records).toMatchObject([
        { outcome: "ok", atMillis: 1_000_000, durationMillis: 2000 },
        { outcome: "Interrupted", atMillis: 1_002_000, durationMillis: 500 }
      ])
      for (const record of records) expect(record).not.toHaveProperty("charged")
    }).pipe(Effect.provide(world(() => [account("one")], records, { ...samplePlugin, connect })))
  })

  it.effect("has its outcome also if it cannot be recorded", () =>
    Effect.gen(function* () {
      expect(yield* run("sample_greet", { name: "Ana" })).toEqual({ text: "Hello Ana" })
    }).pipe(
      Effect.provide(
        Runner.layer([samplePlugin]).pipe(
          Layer.provide([
            Accounts.layer(() => [account("one")]),
            Layer.succeed(Audit, {
              record: () => Effect.fail(new StorageError({ operation: "audit", cause: new Error("disk") }))
            }),
            Layer.succeed(Transport, { send: () => Effect.die("nothing is sent") }),
            layerMemory("run")
          ])
        )
      )
    )
  )

  it.effect("is recorded with its outcome and without its input", () => {
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

  it.effect("is recorded as a free read if it could neither change data nor cost credits", () => {
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
})
