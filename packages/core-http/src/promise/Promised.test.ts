import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { TimeLimit } from "../client/Client.ts"
import { ProviderError } from "../errors/ProviderError.ts"
import { UnknownCharge } from "../spend/Spend.ts"
import { asyncIterables } from "./AsyncIterables.ts"
import { promised } from "./Promised.ts"

const settings = Effect.gen(function* () {
  return { limit: Duration.toMillis(yield* TimeLimit), decision: yield* UnknownCharge }
})
const failure = new ProviderError({
  provider: "p",
  operation: "o",
  reason: { _tag: "Decode", what: "It failed." }
})

let interruptions = 0
const client = promised(
  {
    version: 3,
    none: null,
    people: {
      enrich: (input: { readonly email: string }) => Effect.succeed(`found ${input.email}`),
      fail: () => Effect.fail(failure),
      hang: () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => interruptions++)),
      settings: () => settings,
      plain: (text: string) => text.length,
      limit: () => ({ remaining: 7 }),
      list: (count: number) => ({
        items: Stream.range(1, count),
        limits: Stream.fromEffect(settings),
        failing: Stream.concat(Stream.succeed(1), Stream.fail(failure)),
        hanging: Stream.fromEffect(Effect.onInterrupt(Effect.never, () => Effect.sync(() => interruptions++)))
      })
    }
  },
  asyncIterables
)

describe("a promised client", () => {
  it("answers with promises, at any depth, and keeps what is none", async () => {
    assert.strictEqual(await client.people.enrich({ email: "a@b.example" }), "found a@b.example")
    assert.strictEqual(client.people.plain("four"), 4)
    assert.strictEqual(client.version, 3)
    assert.isNull(client.none)
  })

  it("throws the ProviderError itself", async () => {
    const cause: unknown = await client.people.fail("x").then(
      () => undefined,
      (error: unknown) => error
    )
    assert.strictEqual(cause, failure)
  })

  it("hands on the time limit and the choice to ask again", async () => {
    assert.deepStrictEqual(await client.people.settings(undefined), { limit: 30_000, decision: "block" })
    assert.deepStrictEqual(
      await client.people.settings(undefined, { timeLimitMillis: 5, unknownCharge: "ask_again" }),
      {
        limit: 5,
        decision: "ask_again"
      }
    )
  })

  it("stops when its signal is aborted", async () => {
    const controller = new AbortController()
    const call = client.people.hang("x", { signal: controller.signal }).then(
      () => "answered",
      () => "stopped"
    )
    controller.abort()
    assert.strictEqual(await call, "stopped")
    assert.strictEqual(interruptions, 1)
  })

  it("gives async iterables where a method gives streams, with the same options", async () => {
    const { items, limits } = client.people.list(3, { timeLimitMillis: 5, unknownCharge: "ask_again" })
    const numbers: Array<number> = []
    for await (const item of items) numbers.push(item)
    assert.deepStrictEqual(numbers, [1, 2, 3])
    for await (const limit of limits) assert.deepStrictEqual(limit, { limit: 5, decision: "ask_again" })
    assert.deepStrictEqual(client.people.limit(), { remaining: 7 })
  })

  it("throws from an iterable what its stream fails with", async () => {
    const limits: Array<number> = []
    const read = async () => {
      for await (const item of client.people.list(1).failing) limits.push(item)
    }
    assert.strictEqual(await read().catch((error: unknown) => error), failure)
    assert.deepStrictEqual(limits, [1])
  })

  it("stops an iterable when its signal is aborted, or when nobody reads on", async () => {
    const before = interruptions
    const controller = new AbortController()
    const read = async () => {
      for await (const item of client.people.list(1, { signal: controller.signal }).hanging) assert.isUndefined(item)
    }
    const reading = read().then(
      () => "read",
      () => "stopped"
    )
    setTimeout(() => controller.abort(), 5)
    assert.strictEqual(await reading, "stopped")
    assert.strictEqual(interruptions, before + 1)
    for await (const item of client.people.list(1_000_000).items) if (item === 2) break
  })
})
