/** How a plain step's function runs: its requests, what it leaves unfinished, and when it is stopped. */
import { setTimeout as pause } from "node:timers/promises"

import { OnInterruptedChange, TimeLimit } from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { plainPlugin, plainStep, runPlain, startService, type PlainService } from "../testing/plain-world.ts"
import type { PlainStep } from "./PlainPlugin.ts"

let service: PlainService
const SLOW_MILLIS = 400

beforeAll(async () => {
  service = await startService(async ({ url = "" }, response) => {
    if (url === "/never") return
    if (url === "/lost") return void response.destroy()
    if (url === "/slow") await pause(SLOW_MILLIS)
    const status = Number(url.slice(1)) || 200
    response.writeHead(status, { "content-type": "application/json" }).end("{}")
  })
})
afterAll(() => service.close())
beforeEach(() => void service.requests.splice(0))

const running = (run: PlainStep["run"], readOnly = false) =>
  runPlain(plainPlugin([plainStep("do", run, { readOnly })]), service.address(), "do")
const failing = (run: PlainStep["run"]) => Effect.runPromise(Effect.flip(running(run)))
const within = (millis: number) => Effect.provideService(TimeLimit, Duration.millis(millis))

const cycle: Record<string, unknown> = {}
cycle["self"] = cycle

it.each([
  ["contains itself", cycle],
  ["holds a BigInt", { count: 10n }]
])("an output that %s is the plugin's failure, and no bug of the program", async (_, output) => {
  expect((await failing(async () => output)).message).toMatch(/^The plugin's function did not return JSON: \w/)
})

describe("a request that nobody awaits", () => {
  it.each<[string, PlainStep["run"]]>([
    [
      "yet",
      async (_, { call }) => {
        const first = call("GET", "/404")
        const second = call("GET", "/422")
        await pause(50)
        return { first: await first, second: await second }
      }
    ],
    ["at all", async (_, { call }) => (void call("GET", "/404"), await pause(50), { done: true })]
  ])("%s is no unhandled rejection when it fails", async (_, run) => {
    const unhandled: Array<unknown> = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on("unhandledRejection", note)
    try {
      await Effect.runPromise(Effect.result(running(run)))
      await pause(20)
    } finally {
      process.off("unhandledRejection", note)
    }
    expect(unhandled).toEqual([])
  })
})

describe("a step that is stopped", () => {
  const writes: PlainStep["run"] = async (_, { call }) => {
    await call("POST", "/slow")
    return { second: await call("POST", "/second") }
  }

  it("sends nothing more, and says that its request was sent", async () => {
    const lost: Array<ProviderError> = []
    const step = running(writes).pipe(
      Effect.provideService(OnInterruptedChange, (error) => Effect.sync(() => void lost.push(error)))
    )
    const fiber = Effect.runFork(step)
    await expect.poll(() => service.requests).toEqual(["POST /slow"])
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(lost.map(({ outcome, operation }) => [outcome, operation])).toEqual([["unknown", "acme_parts_do"]])
    await pause(SLOW_MILLIS + 100)
    expect(service.requests).toEqual(["POST /slow"])
  })

  it("says so, too, of a request that ends later", async () => {
    const lost: Array<ProviderError> = []
    let isSent = false
    const sending = Effect.andThen(
      Effect.sync(() => void (isSent = true)),
      Effect.never
    )
    const transport = Transport.of({ send: () => Effect.onInterrupt(sending, () => Effect.sleep(50)) })
    const plugin = plainPlugin([plainStep("do", writes, { readOnly: false })])
    const step = runPlain(plugin, service.address(), "do", {}, transport)
    const fiber = Effect.runFork(
      Effect.provideService(step, OnInterruptedChange, (error) => Effect.sync(() => void lost.push(error)))
    )
    await expect.poll(() => isSent).toBe(true)
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(lost.map(({ outcome }) => outcome)).toEqual(["unknown"])
  })

  it("says nothing if it changes nothing", async () => {
    const lost: Array<ProviderError> = []
    const step = running(
      async (_, { call }) => (await call("POST", "/search"), { read: await call("GET", "/never") }),
      true
    )
    const fiber = Effect.runFork(
      Effect.provideService(step, OnInterruptedChange, (error) => Effect.sync(() => void lost.push(error)))
    )
    await expect.poll(() => service.requests).toEqual(["POST /search", "GET /never"])
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(lost).toEqual([])
  })

  it("says that it was carried out, if its change was", async () => {
    const lost: Array<ProviderError> = []
    const step = running(async (_, { call }) => (await call("POST", "/parts"), { read: await call("GET", "/never") }))
    const fiber = Effect.runFork(
      Effect.provideService(step, OnInterruptedChange, (error) => Effect.sync(() => void lost.push(error)))
    )
    await expect.poll(() => service.requests).toEqual(["POST /parts", "GET /never"])
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(lost.map(({ outcome, operation }) => [outcome, operation])).toEqual([["unknown", "acme_parts_do"]])
  })

  it("learns so from its signal", async () => {
    let stopped: AbortSignal | undefined
    const fiber = Effect.runFork(
      running(async (_, { signal }) => {
        stopped = signal
        await fetch(`${service.address()}/never`, { signal })
        return {}
      })
    )
    await expect.poll(() => service.requests).toEqual(["GET /never"])
    expect(stopped?.aborted).toBe(false)
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(stopped?.aborted).toBe(true)
  })
})

describe("a step that takes longer than its time limit", () => {
  it("ends, whatever it waits for", async () => {
    const never = running(() => new Promise(() => {}))
    const error = await Effect.runPromise(Effect.flip(within(100)(never)))
    expect(error).toMatchObject({ provider: "acme_parts", operation: "acme_parts_do" })
    expect(error.reason).toMatchObject({ _tag: "Timeout", sent: false, what: "No answer within 0.1 s." })
    expect(error.outcome).toBeUndefined()
  })

  it("has one limit for all its requests", async () => {
    const many = running(async (_, { call }) => {
      for (let each = 0; each < 5; each++) await call("GET", "/slow")
      return {}
    })
    const error = await Effect.runPromise(Effect.flip(within(SLOW_MILLIS * 1.5)(many)))
    expect(error.reason._tag).toBe("Timeout")
    expect(error.outcome).toBeUndefined()
    await pause(SLOW_MILLIS)
    expect(service.requests).toHaveLength(2)
  })

  it.each<[string, PlainStep["run"]]>([
    ["was under way", async (_, { call }) => ({ slow: await call("POST", "/slow") })],
    ["was carried out", async (_, { call }) => (await call("PUT", "/quick"), { slow: await call("GET", "/slow") })]
  ])("says that its outcome is unknown if a change %s", async (_, run) => {
    const error = await Effect.runPromise(Effect.flip(within(SLOW_MILLIS / 2)(running(run))))
    expect(error.reason).toMatchObject({ _tag: "Timeout", sent: true, remedy: { to: "lookFirst" } })
    expect(error.outcome).toBe("unknown")
  })

  it("knows its outcome if the change was refused", async () => {
    const refused: PlainStep["run"] = async (_, { call }) => {
      await call("POST", "/422").catch(() => undefined)
      return { slow: await call("GET", "/slow") }
    }
    const error = await Effect.runPromise(Effect.flip(within(SLOW_MILLIS / 2)(running(refused))))
    expect(error.reason._tag).toBe("Timeout")
    expect(error.outcome).toBeUndefined()
  })
})

it("keeps what the service refused as the reason", async () => {
  const error = await failing(async (_, { call }) => ({ slow: await call("GET", "/422") }))
  expect(error.reason._tag).toBe("Invalid")
})

describe("a step that fails after a change", () => {
  it.each<[string, string, PlainStep["run"]]>([
    ["throws", "Decode", async (_, { call }) => (await call("POST", "/parts"), Promise.reject(new Error("No part.")))],
    [
      "lost the answer to it",
      "Decode",
      async (_, { call }) => (await call("POST", "/lost").catch(() => undefined), Promise.reject(new Error("No part.")))
    ],
    ["returns no object", "Decode", async (_, { call }) => (await call("POST", "/parts"), [] as never)],
    [
      "had another request refused meanwhile",
      "NotFound",
      async (_, { call }) => ({ both: await Promise.all([call("POST", "/slow"), call("GET", "/404")]) })
    ],
    [
      "was refused later",
      "NotFound",
      async (_, { call }) => (await call("POST", "/parts"), { as: await call("GET", "/404") })
    ]
  ])("says that it may have been carried out if it %s", async (_, tag, run) => {
    const error = await failing(run)
    expect(error.reason).toMatchObject({ _tag: tag, remedy: { to: "lookFirst" } })
    expect(error.outcome).toBe("unknown")
  })

  it("sends nothing more", async () => {
    await failing(async (_, { call }) => {
      const two = async () => (await call("POST", "/slow"), call("POST", "/second"))
      return { both: await Promise.all([two(), call("GET", "/404")]) }
    })
    await pause(SLOW_MILLIS + 100)
    expect(service.requests.toSorted()).toEqual(["GET /404", "POST /slow"])
  })

  it("does not say that nothing was sent", async () => {
    const error = await failing(async (_, { call }) => (await call("POST", "/parts"), { as: await call("GET", "//x") }))
    expect(error.reason.nothing).toBeUndefined()
    expect(error.outcome).toBe("unknown")
  })

  it.each<[string, boolean, PlainStep["run"]]>([
    ["the change was refused", false, async (_, { call }) => ({ part: await call("POST", "/422") })],
    ["it only read", false, async (_, { call }) => (await call("GET", "/parts"), [] as never)],
    ["it changes nothing", true, async (_, { call }) => (await call("POST", "/search"), [] as never)]
  ])("knows its outcome if %s", async (_, readOnly, run) => {
    expect((await Effect.runPromise(Effect.flip(running(run, readOnly)))).outcome).toBeUndefined()
  })
})
