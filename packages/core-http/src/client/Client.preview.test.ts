import { assert, describe } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { test } from "../../tests/over-transports.ts"
import { clientOf, get, json, post, serve } from "../../tests/provider.ts"
import * as Credential from "../credential/Credential.ts"
import type { Quote } from "../spend/Spend.ts"
import type { CallRequest } from "./Client.ts"

/** A POST costs 2 credits, any other request nothing. */
const tariff = (request: CallRequest): Omit<Quote, "purse"> | undefined =>
  request.method === "GET"
    ? undefined
    : {
        provider: "salesdata",
        operation: request.operation,
        scope: "account-1",
        cacheScope: "account-1",
        caps: { day: 3 },
        keys: [`email:${String(request.body?.["email"])}`],
        soleKeys: [],
        ledgerKeys: [`email:${String(request.body?.["email"])}`],
        estimate: 2,
        keepMatch: Duration.days(30),
        keepMiss: Duration.days(1),
        read: () => ({ match: true, keys: [] })
      }

const ada = post({ body: { email: "ada@example.com" } })
const grace = post({ body: { email: "grace@example.com" } })

describe("a preview of a call", () => {
  test(
    "reports the price, then that the answer is cached, then what a cap leaves for another call, and sends nothing",
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, { email: "ada@example.com" }))
      const client = yield* clientOf(server.address, { quote: tariff })
      const before = yield* client.preview(ada)
      assert.deepInclude(before, { isFree: false, estimate: 2, cached: undefined, left: { day: 3 } })
      assert.strictEqual(server.seen.length, 0)
      yield* client.call(ada)
      assert.isTrue((yield* client.preview(ada)).cached?.match)
      const other = yield* client.preview(grace)
      assert.deepStrictEqual(other.left, { day: 1 })
      assert.deepStrictEqual(other.refusal, yield* Effect.flip(client.call(grace)))
      assert.strictEqual(server.seen.length, 1)
    })
  )

  test(
    "says that a free call is free",
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const client = yield* clientOf(server.address, { quote: tariff })
      assert.deepInclude(yield* client.preview(get()), { isFree: true, estimate: 0, refusal: undefined })
      assert.strictEqual(server.seen.length, 0)
    })
  )

  test(
    "fails like the call itself: at the endpoint guard, at the account's guard, and with a key that cannot be sent",
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const guardedClient = yield* clientOf(server.address, {
        quote: tariff,
        guard: () => ({ _tag: "Refused", guard: "restriction", what: "This account may not." })
      })
      const keyless = yield* clientOf(server.address, {
        quote: tariff,
        credential: Credential.bearer(Redacted.make("a\nb"))
      })
      const open = yield* clientOf(server.address, { quote: tariff })
      const calls = [
        [open, post({ endpoint: "//elsewhere.example/enrich" })],
        [open, post({ endpoint: "/../up" })],
        [guardedClient, ada],
        [keyless, ada]
      ] as const
      for (const [client, request] of calls) {
        const refusal = yield* Effect.flip(client.preview(request))
        assert.deepStrictEqual(refusal, yield* Effect.flip(client.call(request)))
      }
      assert.strictEqual(server.seen.length, 0)
    })
  )
})
