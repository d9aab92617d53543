import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { test } from "../../tests/over-transports.ts"
import { clientOf, get, json, post, serve, until, within, type Handler } from "../../tests/provider.ts"
import { ProviderError, type Reason } from "../errors/ProviderError.ts"
import * as Credential from "./Credential.ts"
import * as TokenSource from "./TokenSource.ts"

const tokenOf = (n: number) => `ghu_canary_token_number_${n}_0123456789`
const token = (n: number, expiresAtMillis?: number): TokenSource.Token => ({
  credential: Credential.bearer(Redacted.make(tokenOf(n))),
  ...(expiresAtMillis !== undefined && { expiresAtMillis })
})
const valueOf = (credential: Credential.Credential) => Redacted.value(credential.value)
const failing = (reason: Reason) => new ProviderError({ provider: "codehost", operation: "signIn", reason })
const facts = { what: "The sign-in has ended.", remedy: { to: "signInAgain" } as const }

/** Accepts only the newest token. Any other is answered 401 with an echo of it. */
const accepting =
  (valid: () => string): Handler =>
  (response, { headers }) =>
    headers.authorization === `Bearer ${valid()}`
      ? json(response, { ok: true })
      : json(response, { message: `bad credentials ${headers.authorization}` }, 401)

describe("a client with a token that is rejected", () => {
  test(
    "renews it once for 100 calls at once, and all succeed",
    Effect.gen(function* () {
      let renewals = 0
      const server = yield* serve(accepting(() => tokenOf(1)))
      const tokens = TokenSource.make(token(0), () =>
        Effect.sleep("20 millis").pipe(Effect.andThen(Effect.sync(() => token(++renewals))))
      )
      const client = yield* clientOf(server.address, { credential: tokens })
      yield* Effect.forEach(Array.from({ length: 100 }), () => client.call(get()), { concurrency: "unbounded" })
      assert.strictEqual(renewals, 1)
      const rejectedRequests = server.seen.filter(({ headers }) => headers.authorization === `Bearer ${tokenOf(0)}`)
      assert.isAtMost(rejectedRequests.length, 10)
      assert.strictEqual(server.seen.length, 100 + rejectedRequests.length)
    })
  )

  test(
    "sends a POST again, because a 401 proves that nothing was done",
    Effect.gen(function* () {
      const server = yield* serve(accepting(() => tokenOf(1)))
      const tokens = TokenSource.make(token(0), () => Effect.succeed(token(1)))
      const client = yield* clientOf(server.address, { credential: tokens })
      assert.deepStrictEqual((yield* client.call(post())).body, { ok: true })
      assert.deepStrictEqual(
        server.seen.map(({ method, body }) => `${method} ${body}`),
        ['POST {"email":"ada@example.com"}', 'POST {"email":"ada@example.com"}']
      )
    })
  )

  test(
    "fails if the second token is rejected too, with neither token in the error",
    Effect.gen(function* () {
      let renewals = 0
      const server = yield* serve(accepting(() => "none"))
      const tokens = TokenSource.make(token(0), () => Effect.sync(() => token(++renewals)))
      const client = yield* clientOf(server.address, {
        credential: tokens,
        // A provider may echo the old token after the new one was issued.
        failureOf: ({ status }) => ({
          _tag: "Unauthorized",
          what: `${status}: ${tokenOf(0)} ${tokenOf(1)}`,
          remedy: { to: "read", text: Buffer.from(tokenOf(0)).toString("base64") }
        })
      })
      const error = yield* Effect.flip(client.call(post()))
      assert.strictEqual(error.reason._tag, "Unauthorized")
      assert.deepStrictEqual([renewals, server.seen.length], [1, 2])
      assert.notMatch(JSON.stringify(error.reason), /canary|Z2h1/)
      assert.strictEqual(error.message, "401: <redacted> <redacted>")
      assert.deepStrictEqual(error.reason.remedy, { to: "read", text: "<redacted>" })
    })
  )

  test(
    "renews it once per call, even if the call is repeated for another reason in between",
    Effect.gen(function* () {
      let renewals = 0
      const server = yield* serve((response, _, n) => json(response, {}, n === 2 ? 503 : 401))
      const tokens = TokenSource.make(token(0), () => Effect.sync(() => token(++renewals)))
      const client = yield* clientOf(server.address, { credential: tokens })
      assert.strictEqual((yield* Effect.flip(client.call(get()))).reason._tag, "Unauthorized")
      assert.deepStrictEqual([renewals, server.seen.length], [1, 3])
    })
  )

  test(
    "shows neither token if a response echoes both, and refuses both in an input",
    Effect.gen(function* () {
      const server = yield* serve((response, { headers }) =>
        headers.authorization?.includes(tokenOf(0)) === true
          ? json(response, {}, 401)
          : json(response, { was: tokenOf(0), is: tokenOf(1) })
      )
      const tokens = TokenSource.make(token(0), () => Effect.succeed(token(1)))
      const client = yield* clientOf(server.address, { credential: tokens })
      assert.deepStrictEqual((yield* client.call(get())).body, { was: "<redacted>", is: "<redacted>" })
      for (const n of [0, 1]) {
        const { reason } = yield* Effect.flip(client.call(get({ endpoint: `/things?token=${tokenOf(n)}` })))
        assert.strictEqual(reason._tag, "Invalid")
      }
      assert.strictEqual(server.seen.length, 2)
    })
  )

  test(
    "ends in time even if the renewal does not, and the renewal continues",
    Effect.gen(function* () {
      const newToken = yield* Deferred.make<TokenSource.Token>()
      const server = yield* serve(accepting(() => tokenOf(1)))
      const tokens = TokenSource.make(token(0), () => Deferred.await(newToken))
      const client = yield* clientOf(server.address, { credential: tokens })
      const { reason } = yield* Effect.flip(within(150)(client.call(post())))
      assert.isTrue(reason._tag === "Timeout" && !reason.sent)
      const next = yield* Effect.forkChild(client.call(get()))
      yield* Deferred.succeed(newToken, token(1))
      assert.deepStrictEqual((yield* Fiber.join(next)).body, { ok: true })
    })
  )

  test(
    "says why it cannot be renewed, and that the call was not sent",
    Effect.gen(function* () {
      const server = yield* serve(accepting(() => "none"))
      const renewing = (reason: Reason) =>
        Effect.flatMap(
          clientOf(server.address, {
            credential: TokenSource.make(token(0), () => Effect.fail(failing(reason))),
            retry: { base: 1, cap: 1, times: 1 }
          }),
          (client) => Effect.flip(client.call(post()))
        )
      const failure = yield* renewing({ _tag: "Unauthorized", ...facts, what: `${facts.what} ${tokenOf(0)}` })
      assert.deepStrictEqual(
        [failure.provider, failure.operation, failure.reason._tag],
        ["salesdata", "ask", "Unauthorized"]
      )
      assert.strictEqual(failure.message, "The sign-in has ended. <redacted>")
      // A renewal with an unknown outcome says nothing about the call, which had no token and was not sent.
      for (const reason of [
        { _tag: "Transport", sent: true, ...facts },
        { _tag: "Unavailable", status: 502, ...facts },
        { _tag: "Decode", ...facts }
      ] as const) {
        const error = yield* renewing(reason)
        assert.deepStrictEqual(error.reason, { _tag: "Transport", sent: false, ...facts })
      }
    })
  )

  test(
    "is refused if the token is not allowed in a header",
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const first = { credential: Credential.bearer(Redacted.make("a\nb")) }
      const client = yield* clientOf(server.address, { credential: TokenSource.make(first, () => Effect.never) })
      const error = yield* Effect.flip(client.call(get()))
      assert.strictEqual(error.reason._tag, "Unauthorized")
      assert.strictEqual(server.seen.length, 0)
    })
  )

  test(
    "renews it if the provider rejects it later, once per call",
    Effect.gen(function* () {
      let valid = 0
      const server = yield* serve(accepting(() => tokenOf(valid)))
      const tokens = TokenSource.make(token(0), () => Effect.sync(() => token(valid)))
      const client = yield* clientOf(server.address, { credential: tokens })
      for (const next of [0, 1, 2, 3]) {
        valid = next
        yield* client.call(get())
      }
      yield* until(() => server.seen.length === 7)
    })
  )
})

describe("a source of tokens", () => {
  const HOUR = 3_600_000
  const counting = (expiresAfter: number, outcome: (n: number) => Effect.Effect<TokenSource.Token, ProviderError>) => {
    const counts = { renewals: 0 }
    const source = TokenSource.make(token(0, expiresAfter), () => Effect.suspend(() => outcome(++counts.renewals)))
    return { made: counts, current: Effect.map(source.current, valueOf), source }
  }

  it.effect("renews a minute before the token expires", () =>
    Effect.gen(function* () {
      const { current, made } = counting(HOUR, (n) => Effect.succeed(token(n, HOUR * (n + 1))))
      assert.strictEqual(yield* current, `Bearer ${tokenOf(0)}`)
      yield* TestClock.adjust(HOUR - 60_001)
      assert.strictEqual(yield* current, `Bearer ${tokenOf(0)}`)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* current, `Bearer ${tokenOf(1)}`)
      assert.strictEqual(yield* current, `Bearer ${tokenOf(1)}`)
      assert.strictEqual(made.renewals, 1)
    })
  )

  it.effect("returns the old token until it expires if it cannot be renewed, then says why", () =>
    Effect.gen(function* () {
      const { current } = counting(HOUR, () => Effect.fail(failing({ _tag: "Unauthorized", ...facts })))
      yield* TestClock.adjust(HOUR - 1)
      assert.strictEqual(yield* current, `Bearer ${tokenOf(0)}`)
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* Effect.flip(current)).reason._tag, "Unauthorized")
    })
  )

  it.effect("renews once for concurrent callers, even if the first one gives up", () =>
    Effect.gen(function* () {
      const { source, made } = counting(HOUR, (n) => Effect.delay(Effect.succeed(token(n)), "5 seconds"))
      const { credential } = token(0)
      const first = yield* Effect.forkChild(source.renew(credential))
      const rest = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 99 }), () => source.renew(credential), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("4 seconds")
      const all = yield* Fiber.join(rest)
      assert.deepStrictEqual(new Set(all.map(valueOf)), new Set([`Bearer ${tokenOf(1)}`]))
      assert.strictEqual(valueOf(yield* source.renew(credential)), `Bearer ${tokenOf(1)}`)
      assert.strictEqual(made.renewals, 1)
    })
  )

  it.effect("never returns a rejected token, even if it could not be renewed", () =>
    Effect.gen(function* () {
      const { current, source, made } = counting(HOUR, (n) =>
        Effect.delay(
          n === 1 ? Effect.fail(failing({ _tag: "Transport", sent: true, ...facts })) : Effect.succeed(token(n)),
          "5 seconds"
        )
      )
      const renewal = yield* Effect.forkChild(Effect.flip(source.renew(token(0).credential)))
      yield* Effect.yieldNow
      const meanwhile = yield* Effect.forkChild(Effect.flip(current))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(renewal)).reason._tag, "Transport")
      assert.strictEqual((yield* Fiber.join(meanwhile)).reason._tag, "Transport")
      const later = yield* Effect.forkChild(current)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(later), `Bearer ${tokenOf(2)}`)
      assert.strictEqual(made.renewals, 2)
    })
  )

  it.effect("tries again after a renewal that failed or crashed", () =>
    Effect.gen(function* () {
      const { source, made } = counting(HOUR, (n) => {
        if (n === 1) return Effect.fail(failing({ _tag: "Transport", sent: true, ...facts }))
        return n === 2 ? Effect.die("a bug") : Effect.succeed(token(n))
      })
      const { credential } = token(0)
      assert.strictEqual((yield* Effect.flip(source.renew(credential))).reason._tag, "Transport")
      assert.strictEqual((yield* Effect.exit(source.renew(credential)))._tag, "Failure")
      assert.strictEqual(valueOf(yield* source.renew(credential)), `Bearer ${tokenOf(3)}`)
      assert.strictEqual(made.renewals, 3)
    })
  )

  it.effect("keeps a limited number of recent tokens for redaction", () =>
    Effect.gen(function* () {
      const { source } = counting(HOUR, (n) => Effect.succeed(token(n)))
      const knownSecrets = () => source.secrets().map(Redacted.value)
      assert.deepStrictEqual(knownSecrets(), [tokenOf(0)])
      yield* source.renew(token(0).credential)
      assert.deepStrictEqual(knownSecrets(), [tokenOf(0), tokenOf(1)])
      for (let n = 1; n < 50; n++) yield* source.renew(token(n).credential)
      assert.strictEqual(knownSecrets().length, 10)
      assert.include(knownSecrets(), tokenOf(50))
    })
  )
})
