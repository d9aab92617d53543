// Budgets whose units are settled by the answers' bodies, for an account with two base addresses, as the public
// analytics service has them.
// https://developers.google.com/analytics/devguides/reporting/data/v1/quotas
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { test } from "../../tests/over-transports.ts"
import { clientOf, get, json, post, serve, until, within, type Handler } from "../../tests/provider.ts"
import * as Budget from "../budget/Budget.ts"
import { BudgetScope, SharedBudgets, makeMemory } from "../budget/BudgetStore.ts"
import { StorageError } from "../errors/StorageError.ts"
import type { ClientOptions, Client } from "./Client.ts"

const HOUR = 3_600_000
const TOKENS = 100

const budgetOf = (places = 2) =>
  Budget.make({
    concurrency: 10,
    limits: (resource) =>
      resource.startsWith("properties/")
        ? {
            places,
            costAdvice: "Shorter reports cost less",
            windows: (now) => [{ name: "tokensPerHour", limit: TOKENS, endsAtMillis: now - (now % HOUR) + HOUR }]
          }
        : undefined
  })

const quota: Pick<ClientOptions, "requestPolicy" | "usage"> = {
  requestPolicy: (_, path) => ({ resource: /^\/properties\/\w+/.exec(path)?.[0].slice(1) ?? "admin", units: 30 }),
  usage: ({ body }) => {
    const hour = (body as { propertyQuota?: { tokensPerHour: { consumed: number; remaining: number } } } | undefined)
      ?.propertyQuota?.tokensPerHour
    return hour && { units: hour.consumed, remaining: { tokensPerHour: hour.remaining } }
  }
}

const report = (client: Client, property = "1") =>
  client.call(post({ operation: "runReport", endpoint: `/properties/${property}:runReport`, changes: false }))

/** Answers as the service does, with the cost of a report. */
const reporting = (units: number): Handler => {
  let remaining = TOKENS
  return (response) => {
    remaining -= units
    json(response, { rowCount: 1, propertyQuota: { tokensPerHour: { consumed: units, remaining } } })
  }
}

describe("units that a body settles", () => {
  test(
    "are reserved before sending, and unused ones are given back",
    Effect.gen(function* () {
      const server = yield* serve(reporting(10))
      const client = yield* clientOf(server.address, { ...quota, budget: budgetOf() })
      for (let n = 0; n < 8; n++) yield* report(client)
      // 20 units are left, but the next report may cost 30, so it would have to wait until the hour ends.
      const { reason } = yield* Effect.flip(within(1_000)(report(client)))
      const what = "The provider's rate limit is reached: its tokens per hour are used up. Shorter reports cost less."
      assert.deepInclude(reason, { _tag: "RateLimited", what })
      assert.strictEqual(server.seen.length, 8)
      yield* report(client, "2")
    })
  )

  test(
    "count as used if a response does not report them, but not if the request was never sent",
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const client = yield* clientOf(server.address, { ...quota, budget: budgetOf() })
      for (let n = 0; n < 3; n++) yield* report(client)
      assert.strictEqual((yield* Effect.flip(within(1_000)(report(client)))).reason._tag, "RateLimited")
      const deadClient = yield* clientOf("http://127.0.0.1:9", {
        ...quota,
        budget: budgetOf(),
        retry: { base: 1, cap: 1, times: 9 }
      })
      const { reason } = yield* Effect.flip(report(deadClient))
      assert.strictEqual(reason._tag, "Transport")
    })
  )

  test(
    "and places are shared by all base addresses of an account",
    Effect.gen(function* () {
      const open: Array<() => void> = []
      const handler: Handler = (response) => void open.push(() => json(response, {}))
      const servers = [yield* serve(handler), yield* serve(handler)]
      const budget = budgetOf(1)
      const [one, other] = yield* Effect.forEach(servers, ({ address }) =>
        clientOf(address, { ...quota, requestPolicy: () => ({ resource: "properties/1" }), budget })
      )
      if (one === undefined || other === undefined) return assert.fail()
      const both = yield* Effect.forkChild(
        Effect.all([one.call(get()), other.call(get())], { concurrency: "unbounded" })
      )
      yield* until(() => open.length === 1)
      yield* Effect.sleep("30 millis")
      assert.strictEqual(open.length, 1)
      open[0]?.()
      yield* until(() => open.length === 2)
      open[1]?.()
      yield* Fiber.join(both)
    })
  )
})

describe("a shared store", () => {
  const sharedStore = (store: ReturnType<typeof makeMemory> | typeof brokenStore) =>
    Effect.fnUntraced(function* (address: string) {
      return yield* clientOf(address, { ...quota, budget: budgetOf() }).pipe(
        Effect.provideService(SharedBudgets, store),
        Effect.provideService(BudgetScope, "analytics/main")
      )
    })
  const failing = Effect.fail(new StorageError({ operation: "budget.reserve", cause: new Error("the disk is full") }))
  const brokenStore = { turn: () => failing, endTurn: () => failing, reserve: () => failing, settle: () => failing }

  test(
    "counts what two clients with separate budgets use together",
    Effect.gen(function* () {
      const server = yield* serve(reporting(30))
      const of = sharedStore(makeMemory())
      const clients = [yield* of(server.address), yield* of(server.address)]
      for (const client of [...clients, ...clients].slice(0, 3)) yield* report(client)
      for (const client of clients) {
        assert.strictEqual((yield* Effect.flip(within(1_000)(report(client)))).reason._tag, "RateLimited")
      }
    })
  )

  test(
    "has no budget of accounts without a name, which could be any",
    Effect.gen(function* () {
      const store = makeMemory()
      for (let account = 0; account < 2; account++) {
        const server = yield* serve(reporting(30))
        const client = yield* clientOf(server.address, { ...quota, budget: budgetOf() }).pipe(
          Effect.provideService(SharedBudgets, store)
        )
        for (let n = 0; n < 3; n++) yield* report(client)
        assert.strictEqual(server.seen.length, 3)
      }
    })
  )

  test(
    "that fails stops no call: limits are then local to the process",
    Effect.gen(function* () {
      const server = yield* serve(reporting(30))
      const client = yield* sharedStore(brokenStore)(server.address)
      for (let n = 0; n < 3; n++) yield* report(client)
      assert.strictEqual((yield* Effect.flip(within(1_000)(report(client)))).reason._tag, "RateLimited")
    })
  )
})
