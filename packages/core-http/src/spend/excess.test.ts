/**
 * An answer that costs more than its price counts from the moment that it is known: other lookups that are about to be
 * sent see the excess before the row of the first has it.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { facts, guardOf, LIMIT, provider, quoteOf, runToEnd, slowStores } from "../../tests/lookups.ts"
import { everything, paid } from "../../tests/over-transports.ts"
import { clientOf, json, post, serve } from "../../tests/provider.ts"
import * as Budget from "../budget/Budget.ts"
import { ProviderError } from "../errors/ProviderError.ts"
import { Ledger } from "./Ledger.ts"
import { Spend, SpendingEvent, SpendingPrincipal, type Quote } from "./Spend.ts"

/** Who makes a lookup. */
interface Buyer {
  readonly scope: string
  readonly purse?: string
  readonly principal?: string
  readonly event?: string
}

/** Makes a lookup with one cap of ten credits: of the caller, of the event, or of the run. */
const buy = (
  { scope, purse = "", principal, event }: Buyer,
  key: string,
  send: Parameters<Spend["Service"]["run"]>[1]
) => {
  const caps: Quote["caps"] = principal === undefined && event === undefined ? { run: 10 } : {}
  return Effect.flatMap(Spend, (spend) =>
    spend.run(quoteOf({ scope, purse, caps, keys: [key], ledgerKeys: [key] }), send, LIMIT)
  ).pipe(
    Effect.provideService(
      SpendingPrincipal,
      principal === undefined ? { id: "" } : { id: principal, creditsPerDay: 10 }
    ),
    Effect.provideService(SpendingEvent, event === undefined ? { id: "" } : { id: event, credits: 10 })
  )
}

/** Sends when the other lookup has its answer, but its slow stores have not. */
const momentsLater =
  (send: ReturnType<typeof provider>["send"]): Parameters<Spend["Service"]["run"]>[1] =>
  ({ stillAffordable }) =>
    Effect.sleep("4 millis").pipe(Effect.andThen(stillAffordable), Effect.andThen(send))

describe("an answer that costs twelve credits in place of two", () => {
  it.effect.each<readonly [string, Buyer, Buyer, boolean]>([
    ["the same account", { scope: "one" }, { scope: "one" }, true],
    ["another account with the same key", { scope: "one", purse: "k" }, { scope: "two", purse: "k" }, true],
    ["another account", { scope: "one", purse: "k" }, { scope: "two", purse: "l" }, false],
    ["the same caller", { scope: "one", principal: "token:1" }, { scope: "two", principal: "token:1" }, true],
    ["another caller", { scope: "one", principal: "token:1" }, { scope: "one", principal: "token:2" }, false],
    ["the same event", { scope: "one", event: "msg_1" }, { scope: "two", event: "msg_1" }, true],
    ["another event", { scope: "one", event: "msg_1" }, { scope: "one", event: "msg_2" }, false]
  ])("counts at once for %s", ([, first, second, isRefused]) =>
    Effect.gen(function* () {
      const dear = provider({ match: true, charged: 12 }, 0)
      const usual = provider({ match: true }, 0)
      yield* Effect.forkChild(buy(first, "dear", () => dear.send))
      const result = yield* runToEnd(Effect.result(buy(second, "usual", momentsLater(usual.send))))
      assert.strictEqual(usual.sent.count, isRefused ? 0 : 1)
      if (result._tag === "Failure") assert.strictEqual(guardOf(result.failure), "cap")
    }).pipe(Effect.provide(Layer.provideMerge(Spend.layer("run-1"), slowStores)))
  )

  it.effect("counts no more than it cost", () =>
    Effect.gen(function* () {
      yield* Effect.forkChild(buy({ scope: "one" }, "dear", () => provider({ match: true, charged: 8 }, 0).send))
      const usual = provider({ match: true }, 0)
      yield* runToEnd(buy({ scope: "one" }, "usual", momentsLater(usual.send)))
      assert.strictEqual(usual.sent.count, 1)
    }).pipe(Effect.provide(Layer.provideMerge(Spend.layer("run-1"), slowStores)))
  )

  it.effect("counts at once even if the rest of it cannot be read", () =>
    Effect.gen(function* () {
      const reason = { _tag: "Decode", ...facts } as const
      const unread = new ProviderError({ ...quoteOf(), reason, raw: { match: true, charged: 12 } })
      yield* Effect.forkChild(Effect.exit(buy({ scope: "one" }, "dear", () => Effect.fail(unread))))
      const usual = provider({ match: true }, 0)
      const result = yield* runToEnd(Effect.result(buy({ scope: "one" }, "usual", momentsLater(usual.send))))
      assert.deepStrictEqual([result._tag, usual.sent.count], ["Failure", 0])
    }).pipe(Effect.provide(Layer.provideMerge(Spend.layer("run-1"), slowStores)))
  )
})

it.live("a client's lookup that waited for its place is not sent once the answer before it has used up the cap", () =>
  Effect.gen(function* () {
    const server = yield* serve((response) => json(response, {}))
    const client = yield* clientOf(server.address, {
      budget: Budget.make({ concurrency: 1 }),
      quote: (request) => ({
        ...paid([request.endpoint])(request),
        caps: { run: 10 },
        read: () => ({ match: true, keys: [], charged: 12 })
      })
    })
    const lookup = (endpoint: string) => Effect.result(client.call(post({ endpoint })))
    const [dear, usual] = yield* Effect.all([lookup("/dear"), lookup("/usual")], { concurrency: "unbounded" })
    assert.strictEqual(dear._tag, "Success")
    assert.strictEqual(usual._tag === "Failure" && guardOf(usual.failure), "cap")
    assert.strictEqual(server.seen.length, 1)
  }).pipe(Effect.provide(everything))
)

it.effect.each<readonly [string, Quote["caps"], string]>([
  ["without a cap of the run does not sum its purchases", { day: 10 }, ""],
  ["with a cap of the run sums them", { run: 10 }, "run-1"]
])("the second look at the caps %s", ([, caps, expected]) =>
  Effect.gen(function* () {
    const runs: Array<string> = []
    const ledger = yield* Ledger
    const watched = Ledger.of({
      ...ledger,
      spent: (payer, at) => {
        runs.push(at.run)
        return ledger.spent(payer, at)
      }
    })
    const { send, sent } = provider({ match: true }, 0)
    const lookup = Effect.flatMap(Spend, (spend) =>
      spend.run(quoteOf({ caps }), ({ stillAffordable }) => Effect.andThen(stillAffordable, send), LIMIT)
    ).pipe(Effect.provide(Layer.provide(Spend.layer("run-1"), Layer.succeed(Ledger, watched))))
    yield* runToEnd(lookup)
    assert.deepStrictEqual([runs, sent.count], [[expected], 1])
  }).pipe(Effect.provide(slowStores))
)
