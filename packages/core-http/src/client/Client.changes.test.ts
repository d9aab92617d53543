// Changes whose answer is lost, against a real server: what the error says, and that the change is not repeated.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { everything } from "../../tests/over-transports.ts"
import { clientOf, get, hang, json, post, serve, until, within, type Handler } from "../../tests/provider.ts"
import { toJson, type ProviderError } from "../errors/ProviderError.ts"
import * as Client from "./Client.ts"

const create = (of: Partial<Client.CallRequest> = {}) =>
  post({ operation: "createIssue", endpoint: "/issues", lookAt: "the newest issues of acme/widgets", ...of })

/** Each fault happens after the change was made. */
const lostAnswers: ReadonlyArray<readonly [string, Handler]> = [
  ["the connection is reset", (response) => response.socket?.resetAndDestroy()],
  [
    "half an answer comes",
    (response) => response.writeHead(201, { "content-length": "99" }).write("{", () => response.socket?.destroy())
  ],
  ["the service fails", (response) => json(response, { message: "Server Error" }, 502)],
  [
    "a page comes in the place of JSON",
    (response) => response.writeHead(201, { "content-type": "text/html" }).end("<html>")
  ],
  ["no answer comes in time", hang],
  ["a redirect comes that does not keep the method", (response) => response.writeHead(302, { location: "/x" }).end()]
]

describe("a change", () => {
  it.live.each(lostAnswers)("is sent once and reported as possibly done if %s", ([, handler]) =>
    Effect.gen(function* () {
      const server = yield* serve(handler)
      const client = yield* clientOf(server.address)
      const error = yield* Effect.flip(client.call(create()).pipe(within(300)))
      assert.strictEqual(server.seen.length, 1)
      assert.strictEqual(error.outcome, "unknown")
      assert.isFalse(error.isRetryable)
      assert.strictEqual(toJson(error).error.outcome, "unknown")
      assert.deepStrictEqual(error.reason.remedy, { to: "lookFirst", at: "the newest issues of acme/widgets" })
    }).pipe(Effect.provide(everything))
  )

  it.live.each(lostAnswers)("does not count as a change if it only reads: %s", ([, handler]) =>
    Effect.gen(function* () {
      const server = yield* serve(handler)
      const client = yield* clientOf(server.address)
      for (const request of [get(), create({ changes: false })]) {
        const error = yield* Effect.flip(client.call(request).pipe(within(300)))
        assert.isUndefined(error.outcome)
      }
    }).pipe(Effect.provide(everything))
  )

  const undoneRequests: ReadonlyArray<readonly [string, Handler]> = [
    ["refused", (response) => json(response, { message: "Validation Failed" }, 422)],
    ["throttled", (response) => json(response, {}, 429)],
    ["not allowed", (response) => json(response, {}, 403)]
  ]
  it.live.each(undoneRequests)("that was %s was not made", ([, handler]) =>
    Effect.gen(function* () {
      const client = yield* clientOf((yield* serve(handler)).address)
      assert.isUndefined((yield* Effect.flip(client.call(create()).pipe(within(300)))).outcome)
    }).pipe(Effect.provide(everything))
  )

  it.live("whose connection failed was not made and may be retried", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip((yield* clientOf("http://127.0.0.1:1")).call(create()))
      assert.isUndefined(error.outcome)
      assert.isTrue(error.isRetryable)
    }).pipe(Effect.provide(everything))
  )

  it.live("that is interrupted reports it only if it was already sent, and a read never does", () =>
    Effect.gen(function* () {
      const server = yield* serve(hang)
      const client = yield* clientOf(server.address)
      const failures: Array<ProviderError> = []
      const stop = Effect.fnUntraced(function* (request: Client.CallRequest, attempts: number) {
        const fiber = yield* Effect.forkChild(
          Effect.provideService(client.call(request), Client.OnInterruptedChange, (error) =>
            Effect.sync(() => void failures.push(error))
          )
        )
        yield* until(() => server.seen.length === attempts)
        yield* Fiber.interrupt(fiber)
      })
      yield* stop(create(), 1)
      yield* stop(get(), 2)
      assert.deepStrictEqual(
        failures.map(({ operation, outcome }) => [operation, outcome]),
        [["createIssue", "unknown"]]
      )
    }).pipe(Effect.provide(everything))
  )
})

describe("a text that services cannot store", () => {
  it.live.each([
    [{ body: "a\u0000b" }, "body"],
    [{ files: { "a.txt": { content: "half \ud83d" } } }, "files.a.txt.content"],
    [{ labels: ["ok", "\udc00"] }, "labels.1"],
    [{ "k\u0000": 1 }, ""]
  ] as const)("is refused before it is sent: %#", ([body, field]) =>
    Effect.gen(function* () {
      const server = yield* serve(hang)
      const client = yield* clientOf(server.address)
      const { reason } = yield* Effect.flip(client.call(create({ body })))
      assert.deepStrictEqual(reason._tag === "Invalid" && reason.fields.map((one) => one.field), [field])
      assert.strictEqual(server.seen.length, 0)
    }).pipe(Effect.provide(everything))
  )

  it.live("does not include text that merely spells such an escape", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const client = yield* clientOf(server.address)
      const body = { body: "\\u0000 and \\ud800 are escapes 😀" }
      yield* client.call(create({ body }))
      assert.deepStrictEqual(JSON.parse(server.seen[0]?.body ?? ""), body)
    }).pipe(Effect.provide(everything))
  )
})
