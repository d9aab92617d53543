import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { OnInterruptedChange, TimeLimit } from "../client/Client.ts"
import { ProviderError } from "../errors/ProviderError.ts"
import { MaxCredits, UnknownCharge } from "../spend/Spend.ts"
import { asyncIterables } from "./AsyncIterables.ts"
import { promised } from "./Promised.ts"

const settings = Effect.gen(function* () {
  return {
    limit: Duration.toMillis(yield* TimeLimit),
    decision: yield* UnknownCharge,
    maxCredits: yield* MaxCredits
  }
})
const failure = new ProviderError({
  provider: "p",
  operation: "o",
  reason: { _tag: "Decode", what: "It failed." },
  resource: "GET /things/7",
  status: 418,
  requestId: "AB12"
})
const lost = new ProviderError({
  provider: "p",
  operation: "o",
  reason: { _tag: "Transport", sent: true, what: "It was interrupted." },
  resource: "POST /things",
  outcome: "unknown"
})
const caught = (call: Promise<unknown>) => call.catch((error: unknown) => error)

/** Uses only the stream functions that the clients use, because the published stand-ins have no others. */
const ofOne = <A, E>(effect: Effect.Effect<A, E>) => Stream.mapEffect(Stream.succeed(0), () => effect)

let interruptions = 0
/** A change whose request was sent when the call is interrupted. */
const sentChange = Effect.onInterrupt(Effect.never, () => Effect.flatMap(OnInterruptedChange, (notify) => notify(lost)))
const client = promised(
  {
    version: 3,
    none: null,
    people: {
      enrich: (input: { readonly email: string }) => Effect.succeed(`found ${input.email}`),
      fail: () => Effect.fail(failure),
      hang: () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => interruptions++)),
      change: () => sentChange,
      settings: () => settings,
      plain: (text: string) => text.length,
      limit: () => ({ remaining: 7 }),
      list: (count: number) => ({
        items: Stream.range(1, count),
        limits: ofOne(settings),
        failing: Stream.concat(Stream.succeed(1), ofOne(Effect.fail(failure))),
        hanging: ofOne(Effect.onInterrupt(Effect.never, () => Effect.sync(() => interruptions++)))
      })
    }
  },
  asyncIterables
)

describe("a promised client", () => {
  it("returns promises at any depth and leaves other values as they are", async () => {
    assert.strictEqual(await client.people.enrich({ email: "a@b.example" }), "found a@b.example")
    assert.strictEqual(client.people.plain("four"), 4)
    assert.strictEqual(client.version, 3)
    assert.isNull(client.none)
  })

  it("takes a missing input for an empty one, so that what is required is named", async () => {
    const { echo, plain } = promised({
      echo: (input?: { readonly page?: number } | null) => Effect.succeed(input),
      plain: (resource = "core") => resource
    })
    for (const missing of [undefined, null]) assert.deepStrictEqual(await echo(missing), {})
    assert.strictEqual(plain(), "core")
  })

  it("leaves out fields that are undefined at any depth, and changes nothing else", async () => {
    const echo = promised({ echo: (input: unknown) => Effect.succeed(input) })
    const bytes = new Uint8Array([1])
    const input = { page: undefined, reports: [{ limit: undefined, metrics: ["a", undefined], at: bytes }], none: null }
    const output = await echo.echo(input)
    assert.deepStrictEqual(output, { reports: [{ metrics: ["a", undefined], at: bytes }], none: null })
    assert.hasAllKeys(input, ["page", "reports", "none"])
    const ring: Record<string, unknown> = { number: Number.NaN }
    ring["ring"] = ring
    assert.deepStrictEqual(await echo.echo(ring), { number: Number.NaN, ring })
    for (const same of [bytes, "text", 0]) assert.strictEqual(await echo.echo(same), same)
  })

  it("throws a ProviderError with the request, the response's status and the place in the program", async () => {
    const askHere = () => client.people.fail("x")
    const error = await caught(askHere())
    assert.instanceOf(error, ProviderError)
    const message = "It failed. (o: GET /things/7, status 418, request AB12)"
    assert.strictEqual(error.message, message)
    assert.include(error.stack, `ProviderError: ${message}\n    at `)
    assert.match(error.stack?.split("\n")[1] ?? "", /askHere.*Promised\.test\.ts/)
    assert.include(inspect(error), '"status":418')
    assert.deepStrictEqual({ ...error }, { ...failure })
  })

  it("passes on the time limit, the agreed price and the choice to ask again", async () => {
    const defaults = { limit: 30_000, decision: "block" as const, maxCredits: undefined }
    assert.deepStrictEqual(await client.people.settings(undefined), defaults)
    const options = { timeLimitMillis: 5, maxCredits: 0, unknownCharge: "ask_again" } as const
    const passed = { limit: 5, decision: "ask_again" as const, maxCredits: 0 }
    assert.deepStrictEqual(await client.people.settings(undefined, options), passed)
  })

  for (const timeLimitMillis of [NaN, 0, -1, "5000"] as ReadonlyArray<number>) {
    it(`refuses ${JSON.stringify(timeLimitMillis)} as a time limit before anything is sent`, async () => {
      const read = async () => {
        for await (const item of client.people.list(3, { timeLimitMillis }).items) assert.isUndefined(item)
      }
      for (const call of [client.people.settings(undefined, { timeLimitMillis }), read()]) {
        const error = await caught(call)
        assert.instanceOf(error, ProviderError)
        assert.deepInclude(error.reason, { _tag: "Invalid", nothing: "sent" })
        assert.include(error.message, "timeLimitMillis must be a number of milliseconds above 0")
        assert.include(error.stack, "Promised.test.ts")
      }
    })
  }

  for (const [options, message] of [
    // Taken for a decision, it would settle an earlier charge at nothing.
    [{ unknownCharge: "askAgain" }, "unknownCharge must be ask_again, charged or not_charged"],
    [{ unknownCharge: null }, "unknownCharge must be ask_again, charged or not_charged"],
    [{ signal: new AbortController() }, "signal must be an AbortSignal"],
    [{ maxCredits: -1 }, "maxCredits must be a number, 0 or more"],
    [{ maxCredits: "2" }, "maxCredits must be a number, 0 or more"],
    [{ timeLimit: 5 }, "timeLimit is not an option; there are signal, timeLimitMillis, maxCredits, unknownCharge"]
  ] as ReadonlyArray<readonly [object, string]>) {
    it(`refuses ${inspect(options, { depth: 0 })} before anything is sent`, async () => {
      const read = async () => {
        for await (const item of client.people.list(3, options).items) assert.isUndefined(item)
      }
      for (const call of [client.people.settings(undefined, options), read()]) {
        const error = await caught(call)
        if (!(error instanceof ProviderError)) return assert.fail(`not a ProviderError: ${inspect(error)}`)
        assert.include(error.message, message)
      }
    })
  }

  it("takes null, and what Array.map adds, for no options", async () => {
    for (const options of [null, 0] as ReadonlyArray<unknown>) {
      assert.strictEqual(await client.people.enrich({ email: "a@b.example" }, options as never), "found a@b.example")
    }
  })

  it("stops when its signal is aborted", async () => {
    const controller = new AbortController()
    const call = caught(client.people.hang("x", { signal: controller.signal }))
    controller.abort()
    assert.propertyVal(await call, "name", "AbortError")
    assert.strictEqual(interruptions, 1)
    const reason = new Error("enough")
    assert.strictEqual(await caught(client.people.hang("x", { signal: AbortSignal.abort(reason) })), reason)
  })

  it("returns async iterables for methods that return streams, with the same options", async () => {
    const { items, limits } = client.people.list(3, { timeLimitMillis: 5, unknownCharge: "ask_again" })
    const numbers: Array<number> = []
    for await (const item of items) numbers.push(item)
    assert.deepStrictEqual(numbers, [1, 2, 3])
    for await (const limit of limits)
      assert.deepStrictEqual(limit, { limit: 5, decision: "ask_again", maxCredits: undefined })
    assert.deepStrictEqual(client.people.limit(), { remaining: 7 })
  })

  for (const [name, signal] of [
    ["AbortError", () => AbortSignal.abort()],
    ["TimeoutError", () => AbortSignal.timeout(0)]
  ] as const) {
    it(`says as the cause of its ${name} what an interrupted change may have done`, async () => {
      const controller = new AbortController()
      const call = caught(client.people.change("x", { signal: controller.signal }))
      const reason = await new Promise((resolve) => {
        const source = signal()
        if (source.aborted) resolve(source.reason)
        else source.addEventListener("abort", () => resolve(source.reason))
      })
      controller.abort(reason)
      const error = (await call) as DOMException & { readonly cause: ProviderError }
      assert.instanceOf(error, DOMException)
      assert.notStrictEqual(error, reason)
      assert.propertyVal(error, "name", name)
      assert.propertyVal(error, "message", (reason as Error).message)
      assert.instanceOf(error.cause, ProviderError)
      assert.propertyVal(error.cause, "outcome", "unknown")
      assert.include(error.cause.message, "POST /things")
      assert.isUndefined((reason as Error).cause)
    })
  }

  it("throws a reason of the program's own unchanged", async () => {
    const controller = new AbortController()
    const call = caught(client.people.change("x", { signal: controller.signal }))
    const reason = new Error("enough")
    controller.abort(reason)
    assert.strictEqual(await call, reason)
  })

  it("reads a list anew each time that it is iterated", async () => {
    const { items } = client.people.list(3)
    const read = async () => {
      const numbers: Array<number> = []
      for await (const item of items) numbers.push(item)
      return numbers
    }
    assert.deepStrictEqual(
      [await read(), await read()],
      [
        [1, 2, 3],
        [1, 2, 3]
      ]
    )
    for await (const item of items) if (item === 2) break
    assert.deepStrictEqual(await read(), [1, 2, 3])
  })

  it("throws a stream's failure from its iterable", async () => {
    const limits: Array<number> = []
    const read = async () => {
      for await (const item of client.people.list(1).failing) limits.push(item)
    }
    const error = await caught(read())
    assert.instanceOf(error, ProviderError)
    assert.include(error.message, "GET /things/7")
    assert.include(error.stack, "Promised.test.ts")
    assert.deepStrictEqual(limits, [1])
  })

  it("stops an iterable when its signal is aborted or reading stops", async () => {
    const before = interruptions
    const controller = new AbortController()
    const read = async () => {
      for await (const item of client.people.list(1, { signal: controller.signal }).hanging) assert.isUndefined(item)
    }
    const reading = caught(read())
    setTimeout(() => controller.abort(), 5)
    assert.propertyVal(await reading, "name", "AbortError")
    assert.strictEqual(interruptions, before + 1)
    for await (const item of client.people.list(1_000_000).items) if (item === 2) break
  })
})
