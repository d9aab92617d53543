import { inspect } from "node:util"

import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"

import { paid, books, transports } from "../../tests/over-transports.ts"
import { KEY, clientOf, get, json, post, serve } from "../../tests/provider.ts"
import * as Credential from "../credential/Credential.ts"
import * as Client from "./Client.ts"

for (const [name, test] of transports) {
  describe(`${name}: a request`, () => {
    test(
      "with a body that is not serialisable is refused before sending",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const client = yield* clientOf(server.address)
        const ring: Record<string, unknown> = {}
        ring["self"] = ring
        for (const body of [{ n: 1n }, ring]) {
          const { reason } = yield* Effect.flip(client.call(post({ body })))
          assert.deepStrictEqual(reason._tag === "Invalid" && reason.fields.map(({ field }) => field), ["body"])
        }
        assert.deepStrictEqual(server.seen, [])
      })
    )

    test(
      "carries the key, the body and no trace headers, to the base path",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, { name: "Ada" }))
        const client = yield* clientOf(`${server.address}/v1/`, { headers: { "user-agent": "inlay-test" } })
        const answer = yield* client.call(post({ endpoint: "/enrich/person?x=1%202" })).pipe(Effect.withSpan("outer"))
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(answer.body, { name: "Ada" })
        assert.strictEqual(answer.headers["content-type"], "application/json")
        assert.isFalse(answer.fromCache)
        assert.isUndefined(answer.credits)
        assert.isAtMost(Math.abs(Date.parse(answer.fetchedAt) - Date.now()), 5000)

        const [seen, ...more] = server.seen
        assert.deepStrictEqual(more, [])
        assert.strictEqual(`${seen?.method} ${seen?.url}`, "POST /v1/enrich/person?x=1%202")
        assert.strictEqual(seen?.body, '{"email":"ada@example.com"}')
        assert.strictEqual(seen?.headers.authorization, `Bearer ${KEY}`)
        assert.strictEqual(seen?.headers["content-type"], "application/json")
        assert.strictEqual(seen?.headers.accept, "application/json")
        assert.strictEqual(seen?.headers["user-agent"], "inlay-test")
        assert.deepStrictEqual(
          Object.keys(seen?.headers ?? {}).filter((header) => /trace|b3|baggage|cookie|referer/.test(header)),
          []
        )
      })
    )

    test(
      "carries the key in the provider's header, which no default overrides",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const credential = Credential.inHeader("X-Api-Key", Redacted.make(KEY))
        const client = yield* clientOf(server.address, { credential, headers: { "x-api-key": "other" } })
        yield* client.call(get())
        assert.strictEqual(server.seen[0]?.headers["x-api-key"], KEY)
        assert.isUndefined(server.seen[0]?.headers.authorization)
        assert.isUndefined(server.seen[0]?.headers["content-type"])
      })
    )

    test(
      "without an endpoint, as a program without types may make it, is refused before sending",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const client = yield* clientOf(server.address)
        for (const without of [{}, { endpoint: null }]) {
          const request = { operation: "any", method: "GET", ...without } as Client.CallRequest
          const { reason } = yield* Effect.flip(client.call(request))
          assert.deepInclude(reason, { _tag: "Refused", guard: "endpoint", what: "The endpoint is empty." })
        }
        assert.deepStrictEqual(server.seen, [])
      })
    )

    test(
      "without a method is refused before sending, too",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const client = yield* clientOf(server.address)
        for (const method of [undefined, null, ""]) {
          const { reason } = yield* Effect.flip(client.call({ ...get(), method } as unknown as Client.CallRequest))
          assert.deepInclude(reason, { _tag: "Invalid", what: "method is required.", nothing: "sent" })
        }
        assert.deepStrictEqual(server.seen, [])
      })
    )

    test(
      "to an endpoint that leaves the base address is not made",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const other = yield* serve((response) => json(response, {}))
        const client = yield* clientOf(`${server.address}/v1`)
        for (const endpoint of [`${other.address}/x`, `//${new URL(other.address).host}/x`, "/../admin", "/%2e%2e/x"]) {
          const error = yield* Effect.flip(client.call(get({ endpoint })))
          assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "endpoint")
        }
        assert.deepStrictEqual([server.seen.length, other.seen.length], [0, 0])
      })
    )

    test(
      "with a key that is not allowed in a header is not made and costs nothing",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        for (const key of ["", "a\nb", "ключ-key"]) {
          const client = yield* clientOf(server.address, {
            credential: Credential.bearer(Redacted.make(key)),
            quote: paid()
          })
          const error = yield* Effect.flip(client.call(post()))
          assert.strictEqual(error.reason._tag, "Unauthorized")
          assert.include(error.message, "Nothing was sent.")
        }
        assert.strictEqual(server.seen.length, 0)
        assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
      })
    )

    test(
      "is passed to a plugin with a path that can be compared",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const paths: Array<string> = []
        const client = yield* clientOf(`${server.address}/v1`, {
          quote: (_, path) => void paths.push(`quote ${path}`),
          failureOf: (_, path) => void paths.push(`failure ${path}`)
        })
        yield* client.call(post({ endpoint: "/enrich/%70erson/;v=1?x=1" }))
        assert.deepStrictEqual(paths, ["quote /enrich/person", "failure /enrich/person"])
      })
    )
  })

  describe(`${name}: the key`, () => {
    const echoes: ReadonlyArray<readonly [string, (key: string) => string]> = [
      ["plain", (key) => key],
      ["as the header", (key) => `Bearer ${key}`],
      ["base64", (key) => Buffer.from(`user:${key}`).toString("base64")],
      ["URL-encoded", encodeURIComponent]
    ]
    const key = "sk/canary+0123 4567=89äb"

    for (const [title, echo] of echoes) {
      test(
        `does not get into errors, spans or answers when the server echoes it: ${title}`,
        Effect.gen(function* () {
          const spans: Array<Tracer.NativeSpan> = []
          const tracer = Tracer.make({
            span: (options) => {
              const span = new Tracer.NativeSpan(options)
              spans.push(span)
              return span
            }
          })
          const server = yield* serve((response, { url }) =>
            json(response, { message: `bad key ${echo(key)}` }, url === "/ok" ? 200 : Number(url.slice(1)), {
              "x-echo": encodeURIComponent(echo(key))
            })
          )
          const client = yield* clientOf(server.address, {
            credential: Credential.bearer(Redacted.make(key)),
            failureOf: (answer) => {
              const { message } = answer.body as { readonly message: string }
              const reason = Client.reasonOfStatus(answer, `${message} ${answer.headers["x-echo"]}`)
              return reason?._tag === "Invalid" ? { ...reason, fields: [{ field: echo(key), message }] } : reason
            }
          })
          const exits: Array<Exit.Exit<unknown, unknown>> = []
          for (const endpoint of ["/ok", "/401", "/403", "/404", "/409", "/422", "/500"]) {
            exits.push(yield* Effect.exit(client.call(post({ endpoint }))).pipe(Effect.withTracer(tracer)))
          }
          assert.strictEqual(server.seen.length, 7)
          assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
          assert.strictEqual(spans.filter((span) => span.name === "salesdata.ask").length, 7)
          const output =
            inspect(exits, { depth: 20, showHidden: true, customInspect: false }) +
            JSON.stringify(exits) +
            inspect(spans, { depth: 20, maxStringLength: null }) +
            exits.map((exit) => (Exit.isFailure(exit) ? String(exit.cause) : "")).join()
          for (const [, form] of echoes) assert.notInclude(output, form(key).slice(9, -2))
          assert.include(output, "<redacted>")
        })
      )
    }

    test(
      "does not get into errors as the id by which a provider names the request",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}, 404, { "x-request-id": KEY }))
        const error = yield* Effect.flip((yield* clientOf(server.address)).call(get()))
        assert.strictEqual(error.requestId, "<redacted>")
      })
    )

    test(
      "is in a header that no caller sets, whatever its name",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const credential = Credential.inHeader("x-feature", Redacted.make(KEY))
        const client = yield* clientOf(server.address, { credential })
        const { reason } = yield* Effect.flip(client.call(get({ headers: { "x-feature": "1" } })))
        assert.strictEqual(reason._tag === "Refused" && reason.guard, "header")
      })
    )
  })
}
