import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"

import { Transport, TransportFailure } from "../transport/Transport.ts"
import * as DeviceFlow from "./DeviceFlow.ts"

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }

const BEGUN = {
  device_code: "d3vice-canary",
  user_code: "WDJB-MJHT",
  verification_uri: "https://service.example/device",
  expires_in: 900,
  interval: 5
}

/**
 * A service that gives these answers in order, repeating the last one, and the times in seconds at which it was asked.
 */
const world = (firstAnswer: object, answers: ReadonlyArray<Answer | TransportFailure>) => {
  const forms: Array<URLSearchParams> = []
  const askedAtSeconds: Array<number> = []
  const layer = Layer.succeed(Transport, {
    send: ({ url, body }) =>
      Effect.clockWith((clock) =>
        Effect.suspend(() => {
          forms.push(new URLSearchParams(body))
          if (url.pathname === "/codes")
            return Effect.succeed({ status: 200, headers: {}, text: JSON.stringify(firstAnswer) })
          askedAtSeconds.push(clock.currentTimeMillisUnsafe() / 1000)
          const answer = answers[Math.min(askedAtSeconds.length, answers.length) - 1] ?? { body: {} }
          if (answer instanceof TransportFailure) return Effect.fail(answer)
          const { status = 200, headers = {} } = answer
          return Effect.succeed({ status, headers, text: JSON.stringify(answer.body) })
        })
      )
  })
  return { forms, asked: askedAtSeconds, layer }
}

const server = { provider: "sketch", tokens: "https://service.example/tokens", clientId: "app-1" }
const start = DeviceFlow.start(server, "https://service.example/codes", ["a", "b"])

const PENDING: Answer = { status: 400, body: { error: "authorization_pending" } }
const LOST = new TransportFailure({ kind: "network", detail: "ECONNRESET", sent: true })
const GRANTED: Answer = { body: { access_token: "abc", token_type: "bearer", scope: "a" } }

const play = Effect.fnUntraced(function* (
  firstAnswer: object,
  answers: ReadonlyArray<Answer | TransportFailure>,
  seconds = 1000
) {
  const { asked, forms, layer } = world(firstAnswer, answers)
  const outcome = yield* Effect.gen(function* () {
    const { wait } = yield* start
    const fiber = yield* Effect.forkChild(Effect.result(wait))
    for (let second = 0; second < seconds; second++) yield* TestClock.adjust("1 second")
    return yield* Fiber.join(fiber)
  }).pipe(Effect.provide(layer))
  return { asked, forms, outcome }
})

describe("the device flow", () => {
  it.effect("polls at the service's pace until the user has decided", () =>
    Effect.gen(function* () {
      const { asked, forms, outcome } = yield* play({ ...BEGUN, interval: 7 }, [PENDING, PENDING, GRANTED])
      expect(asked).toEqual([7, 14, 21])
      expect(outcome._tag === "Success" && Redacted.value(outcome.success.accessToken)).toBe("abc")
      expect(Object.fromEntries(forms[0] ?? [])).toEqual({ client_id: "app-1", scope: "a b" })
      expect(Object.fromEntries(forms[1] ?? [])).toEqual({
        client_id: "app-1",
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        device_code: "d3vice-canary"
      })
    })
  )

  it.effect.each<[string, ReadonlyArray<Answer | TransportFailure>, ReadonlyArray<number>]>([
    ["slow_down", [{ status: 400, body: { error: "slow_down" } }, GRANTED], [5, 15]],
    ["slow_down with a pace", [{ body: { error: "slow_down", interval: 20 } }, GRANTED], [5, 25]],
    ["429 with a wait", [{ status: 429, headers: { "retry-after": "30" }, body: "" }, GRANTED], [5, 35]],
    ["503 with a wait", [{ status: 503, headers: { "retry-after": "30" }, body: "" }, GRANTED], [5, 35]],
    ["a lost connection", [LOST, GRANTED], [5, 15]],
    ["a failure for a moment", [{ status: 502, body: "" }, GRANTED], [5, 15]]
  ])("polls more slowly after %s", ([, answers, times]) =>
    Effect.map(play(BEGUN, answers), ({ asked }) => expect(asked).toEqual(times))
  )

  it.effect.each([0, -30, 0.001, "1", null, [1]])("never polls more often than every 5 s: interval %j", (interval) =>
    Effect.map(play({ ...BEGUN, interval }, [GRANTED]), ({ asked }) => expect(asked).toEqual([5]))
  )

  it.effect.each<[string, Answer, string]>([
    ["the user says no", { status: 400, body: { error: "access_denied" } }, "Forbidden"],
    ["the code has run out", { status: 400, body: { error: "expired_token" } }, "Unauthorized"],
    ["the app is unknown", { status: 401, body: { error: "invalid_client" } }, "Invalid"],
    ["the response is not a grant", { body: { token_type: "bearer" } }, "Decode"]
  ])("ends if %s", ([, answer, tag]) =>
    Effect.map(play(BEGUN, [answer]), ({ asked, outcome }) => {
      expect(asked).toHaveLength(1)
      expect(outcome._tag === "Failure" && outcome.failure.reason._tag).toBe(tag)
    })
  )

  it.effect("repeats no device code that the service repeats", () =>
    Effect.map(
      play(BEGUN, [{ status: 400, body: { error: "access_denied", error_description: BEGUN.device_code } }]),
      ({ outcome }) => expect(outcome._tag === "Failure" && outcome.failure.reason.what).toMatch(/“<redacted>”$/)
    )
  )

  it.effect("ends when the code has expired, whatever the service says", () =>
    Effect.map(play({ ...BEGUN, expires_in: 12 }, [PENDING]), ({ asked, outcome }) => {
      expect(asked).toEqual([5, 10])
      expect(outcome._tag === "Failure" && outcome.failure.reason.what).toMatch(/code expired/)
    })
  )
})

describe("a service with unusual responses", () => {
  const startWith = (fields: object) => Effect.provide(Effect.result(start), world({ ...BEGUN, ...fields }, []).layer)

  it.effect("is not waited for longer than an hour", () =>
    Effect.map(startWith({ expires_in: 1e12 }), (result) =>
      expect(result._tag === "Success" && result.success.expiresInSeconds).toBe(3_600)
    )
  )

  it.effect.each<object>([
    { device_code: 7 },
    { device_code: "" },
    { user_code: "go to evil.example" },
    { user_code: "AAAA\nBBBB" },
    { user_code: "" },
    { user_code: "A".repeat(41) },
    { expires_in: 0 },
    { expires_in: "900" },
    { verification_uri: undefined },
    { verification_uri: "http://service.example/device" },
    { verification_uri: "http://127.0.0.1:8080/device" },
    { verification_uri: "javascript:alert(1)" },
    { verification_uri: "https://github.com@evil.example/device" },
    { verification_uri: "https://service.example/a b" },
    { verification_uri: "\u00A0https://service.example/device" },
    { verification_uri: `https://service.example/${"a".repeat(300)}` }
  ])("starts nothing with %j", (fields) =>
    Effect.map(startWith(fields), (result) =>
      expect(result._tag === "Failure" && result.failure.reason._tag).toBe("Decode")
    )
  )

  it.effect.each<[string, string, string]>([
    ["with a query", "https://service.example/codes", "https://service.example/device?tenant=7"],
    ["on this machine, if the service is there", "http://127.0.0.1:8080/codes", "http://127.0.0.1:8080/device"]
  ])("may name a page %s", ([, codes, page]) =>
    Effect.map(
      Effect.provide(DeviceFlow.start(server, codes, []), world({ ...BEGUN, verification_uri: page }, []).layer),
      ({ verificationUri }) => expect(verificationUri).toBe(page)
    )
  )

  it.effect("may name the page as older responses do", () =>
    Effect.map(
      startWith({ verification_uri: undefined, verification_url: "https://service.example/device" }),
      (result) =>
        expect(result._tag === "Success" && result.success.verificationUri).toBe("https://service.example/device")
    )
  )
})
