// Providers that echo the account's key, and callers that pass it in their input: the key is never passed on.
import { describe, expect, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { afterAll, beforeAll } from "vitest"

import * as BaseAddress from "../address/BaseAddress.ts"
import * as Budget from "../budget/Budget.ts"
import * as Credential from "../credential/Credential.ts"
import { toJson } from "../errors/ProviderError.ts"
import * as Redaction from "../redaction/Redaction.ts"
import * as Spend from "../spend/Spend.ts"
import { canaries, find } from "../testing/canaries.ts"
import { leakNames, startLeakyProvider, type LeakyProvider } from "../testing/leaky-provider.ts"
import { layer as undici } from "../transport/node.ts"
import * as Client from "./Client.ts"
import { rawText } from "./reading.ts"

let provider: LeakyProvider
beforeAll(async () => {
  provider = await startLeakyProvider()
})
afterAll(() => provider.close())

const LONG = Duration.seconds(10)
/** For the answer that never ends. */
const SHORT = Duration.millis(100)

const services = Layer.merge(undici, Spend.layerMemory("run"))

const call = (key: string, request: Pick<Client.CallRequest, "endpoint"> & Partial<Client.CallRequest>) =>
  Effect.runPromise(
    Client.make({
      provider: "test",
      baseAddress: Result.getOrThrow(BaseAddress.parse(provider.origin)),
      pathStyle: "leading-slash",
      credential: Credential.bearer(Redacted.make(key)),
      budget: Budget.make({ concurrency: 4 }),
      retry: { base: 0, cap: 0, times: 0 },
      failureOf: (answer) => Client.reasonOfStatus(answer, JSON.stringify(answer.body))
    }).pipe(
      Effect.flatMap((client) => client.call({ operation: "get", method: "GET", ...request })),
      Effect.provideService(Client.TimeLimit, request.endpoint === "/slow" ? SHORT : LONG),
      Effect.provide(services),
      Effect.exit
    )
  )

const textOf = (exit: Awaited<ReturnType<typeof call>>): string => {
  if (Exit.isSuccess(exit)) return JSON.stringify(exit.value)
  return exit.cause.reasons
    .map((reason) => (reason._tag === "Fail" ? JSON.stringify(toJson(reason.error)) : reason._tag))
    .join()
}

describe("an answer that repeats the key", () => {
  it.each(leakNames)("%s", async (leak) => {
    for (const key of canaries(20)) {
      const exit = await call(key, { endpoint: `/${leak}` })
      // In a chunked answer, the length of the second chunk is between the two halves of the key.
      expect(find(provider.said().replace(/\r\n[0-9a-f]+\r\n/g, ""), key)).not.toEqual([])
      expect(find(textOf(exit), key), textOf(exit)).toEqual([])
    }
  })
})

it("a key across the end of what is kept of a text that is not JSON is not kept in part", () => {
  const key = "sk_canary_0123456789abcdef"
  const kept = rawText(`${"x".repeat(65_536 - 20)}${key}`, Redaction.make([Redacted.make(key)]))
  expect(kept).not.toContain("sk_")
})

describe("the key in a request", () => {
  const encodings: ReadonlyArray<readonly [string, (key: string) => string]> = [
    ["plain", (key) => key],
    ["URL-encoded", encodeURIComponent],
    ["URL-encoded twice", (key) => encodeURIComponent(encodeURIComponent(key))],
    ["base64", (key) => Buffer.from(key).toString("base64")],
    ["a basic credential", (key) => `Basic ${Buffer.from(`me:${key}`).toString("base64")}`]
  ]
  it.each(encodings)("%s: is refused before anything is sent, without repeating it", async (title, encode) => {
    for (const key of canaries(40, 2)) {
      const encodedKey = encode(key)
      // URL-encoded forms are used unchanged in the URL.
      const inUrl = title.startsWith("URL") ? encodedKey : encodeURIComponent(encodedKey)
      for (const request of [
        { endpoint: `/headers-200/${inUrl}` },
        { endpoint: `/headers-200?key=${inUrl}` },
        { endpoint: "/headers-200", headers: { "x-note": encodedKey } },
        { endpoint: "/headers-200", body: { deep: [{ note: `x ${encodedKey}` }] } },
        { endpoint: "/headers-200", body: { [encodedKey]: true } }
      ]) {
        const exit = await call(key, { method: "POST", ...request })
        expect(provider.said()).toBe("")
        expect(find(textOf(exit), key)).toEqual([])
        expect(JSON.parse(textOf(exit))).toMatchObject({ error: { reason: "Invalid" } })
      }
    }
  })

  it("of less than eight characters is treated as an ordinary word", async () => {
    expect(textOf(await call("acme", { endpoint: "/gzip", method: "POST", body: { company: "Acme" } }))).toContain(
      "Ada"
    )
  })
})
