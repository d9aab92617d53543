/** What a plain step and its caller learn when the service refuses a request. */
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { plainPlugin, plainStep, runPlain, startService, type PlainService } from "../testing/plain-world.ts"
import type { PlainStep } from "./PlainPlugin.ts"

const SENTENCE = "number 7 is not a parcel"
const BODIES: Readonly<Record<string, unknown>> = {
  "/message": { message: SENTENCE },
  "/error": { error: SENTENCE },
  "/inner": { error: { code: 7, message: SENTENCE } },
  "/detail": { title: "Bad", detail: SENTENCE },
  "/none": { code: 7 }
}

let service: PlainService
beforeAll(async () => {
  service = await startService(({ url = "", headers }, response) => {
    const body = url === "/echo" ? { message: `not with ${headers.authorization}` } : BODIES[url]
    response.writeHead(422, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
})
afterAll(() => service.close())

const running = (run: PlainStep["run"]) => runPlain(plainPlugin([plainStep("do", run)]), service.address(), "do")
const failing = (path: string) =>
  Effect.runPromise(Effect.flip(running(async (_, { call }) => ({ done: await call("POST", path, { n: 7 }) }))))
/** The error that a step catches. */
const caught = async (path: string) => {
  let error: unknown
  const run: PlainStep["run"] = async (_, { call }) => {
    await call("GET", path).catch((cause: unknown) => (error = cause))
    return {}
  }
  await Effect.runPromise(running(run))
  return error as Error & { readonly status?: number; readonly body?: unknown }
}

describe("a request that the service refuses", () => {
  it.each(["/message", "/error", "/inner", "/detail"])("fails with the sentence of its %s", async (path) => {
    const error = await failing(path)
    expect(error.message).toBe(`The provider rejected the request (422): “${SENTENCE}.”`)
    expect(error.raw).toBeUndefined()
  })

  it("fails without a sentence if there is none", async () =>
    expect((await failing("/none")).message).toBe("The provider rejected the request (422)."))

  it("gives its step the status and the body", async () => {
    const error = await caught("/none")
    expect(error).toBeInstanceOf(ProviderError)
    expect([error.status, error.body]).toEqual([422, { code: 7 }])
  })

  it("gives neither the step nor its caller the key", async () => {
    const error = await caught("/echo")
    expect(JSON.stringify(error.body)).toContain("not with")
    expect(`${JSON.stringify(error.body)} ${error.message} ${(await failing("/echo")).message}`).not.toContain(
      "key-of-the-parts"
    )
  })
})
