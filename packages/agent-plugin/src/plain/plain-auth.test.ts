/** How a plain plugin's requests carry the account's key, if its service wants one. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { fromEnvironment } from "../account/Environment.ts"
import { plainPlugin, plainStep, runPlain, startService, type PlainService } from "../testing/plain-world.ts"
import { problemsOf, toPlugin, type PlainPlugin } from "./PlainPlugin.ts"

let service: PlainService
const headers: Array<readonly [string | undefined, string | string[] | undefined]> = []
beforeAll(async () => {
  service = await startService(({ headers: received }, response) => {
    headers.push([received.authorization, received["x-key"]])
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
})
afterAll(() => service.close())

const step = plainStep("do", async (_, { call }) => ({ answer: await call("GET", "/it") }))
const pluginOf = (of: PlainPlugin["service"]) => plainPlugin([step], { service: of })

describe("a service", () => {
  it.each<[PlainPlugin["service"], string | undefined, string | undefined]>([
    [{}, "Bearer key-of-the-parts", undefined],
    [{ keyHeader: "X-Key" }, undefined, "key-of-the-parts"],
    [{ auth: { scheme: "Token" } }, "Token key-of-the-parts", undefined],
    [{ auth: { scheme: "" } }, "key-of-the-parts", undefined],
    [{ auth: { header: "X-Key", scheme: "ApiKey" } }, undefined, "ApiKey key-of-the-parts"],
    [{ auth: "none" }, undefined, undefined]
  ])("of %j gets its key so", async (of, authorization, key) => {
    headers.splice(0)
    await Effect.runPromise(runPlain(pluginOf(of), service.address(), "do"))
    expect(headers).toEqual([[authorization, key]])
  })

  it("without a key needs no variable if its address is known", () => {
    const environment = (of: PlainPlugin["service"]) => fromEnvironment(Result.getOrThrow(toPlugin(pluginOf(of))), {})
    const account = environment({ auth: "none", baseUrl: "https://parts.example" })
    expect(account).toMatchObject({ name: "env", settings: { base_url: "https://parts.example" }, secrets: {} })
    expect(environment({ auth: "none" })).toBeUndefined()
    expect(environment({ baseUrl: "https://parts.example" })).toBeUndefined()
  })

  it("is not asked for an account without a key, which the failure says", async () => {
    headers.splice(0)
    const failure = await Effect.runPromise(
      Effect.flip(runPlain(pluginOf({}), service.address(), "do", {}, undefined, ""))
    )
    expect(failure.reason).toMatchObject({ what: "The account main has no key.", remedy: { to: "enterKey" } })
    expect(headers).toEqual([])
  })

  it.each([[{ auth: "basic" }], [{ auth: { scheme: 7 } }], [{ auth: null }]])("of %j is a problem", (of) => {
    expect(problemsOf(pluginOf(of as never)).map(({ field }) => field)).toEqual(["service.auth"])
  })
})
