/** For tests of a client over real transports. */
import { it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

import type * as Client from "../src/client/Client.ts"
import { Ledger } from "../src/spend/Ledger.ts"
import type { Quote } from "../src/spend/Spend.ts"
import * as Fetch from "../src/transport/fetch.ts"
import * as Node from "../src/transport/node.ts"
import { spending } from "./provider.ts"

/** Runs an effect and returns its result with the milliseconds that it took. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.timed(effect), ([took, value]) => ({ millis: Duration.toMillis(took), value }))

/** A quote of 2 credits about one subject. */
export const paid =
  (keys: ReadonlyArray<string> = ["email:ada@example.com"]) =>
  (request: Client.CallRequest): Omit<Quote, "purse"> => ({
    provider: "salesdata",
    operation: request.operation,
    scope: "account-1",
    cacheScope: "account-1",
    caps: {},
    keys,
    soleKeys: [],
    ledgerKeys: keys,
    estimate: 2,
    keepMatch: Duration.days(30),
    keepMiss: Duration.days(1),
    read: () => ({ match: true, keys: [] })
  })

export const books = Effect.gen(function* () {
  const ledger = yield* Ledger
  const now = Date.now()
  const { day } = yield* ledger.spent({ scope: "account-1", purse: "" }, { nowMillis: now, run: "run-1" })
  return { spent: day, unknowns: (yield* ledger.unknowns({ scope: "account-1", purse: "" }, now)).length }
})

const testOver =
  <S>(services: Layer.Layer<S>) =>
  <E>(title: string, body: Effect.Effect<void, E, S | Scope.Scope>) =>
    it.live(title, () => Effect.provide(body, services))

/** What a client over undici needs. */
export const everything = Layer.merge(Node.layer, spending)

/** Defines a test over undici. */
export const test = testOver(everything)

/** The two transports, each with a function that defines tests over it. */
export const transports = [
  ["undici", test],
  ["fetch", testOver(Layer.merge(Fetch.layer, spending))]
] as const
