/**
 * Calls a fault as a program would, and reports the result, for a GET, a POST that must not be repeated, and a paid
 * POST on the spending path. It runs over any transport, in Node and in browsers.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as BaseAddress from "../../address/BaseAddress.ts"
import * as Budget from "../../budget/Budget.ts"
import * as Client from "../../client/Client.ts"
import * as Credential from "../../credential/Credential.ts"
import type { Reason } from "../../errors/ProviderError.ts"
import { Ledger, layerMemory as ledgerMemory } from "../../spend/Ledger.ts"
import { layerMemory as cacheMemory } from "../../spend/LookupCache.ts"
import { Spend, type Quote } from "../../spend/Spend.ts"
import { Transport } from "../../transport/Transport.ts"

export const CALL_KINDS = ["get", "post", "paid"] as const
export type CallKind = (typeof CALL_KINDS)[number]

/** The price of the paid call, in credits. */
export const PRICE = 2
/** Repeats after the first attempt, if the policy allows any. */
export const REPEATS = 2
const RETRY = { base: "20 millis", cap: "50 millis", times: REPEATS } as const

export interface Played {
  readonly outcome: "answered" | Reason["_tag"]
  /** The error's message with its remedy as JSON, or the answer's body as JSON. */
  readonly says: string
  /** How often the transport was asked to send. */
  readonly attempts: number
  /** Credits according to the ledger, or `null` for a call without a price. */
  readonly charged: number | "unknown" | null
  readonly millis: number
  /** The result of sending the same paid lookup again. Absent if nothing was charged. */
  readonly again?: "answered" | Reason["_tag"]
}

export interface Scene {
  /** The origin that serves a fault. */
  readonly origin: string
  readonly limitMillis: number
  /**
   * Whether to get a good answer first, on a connection that is kept alive, with pauses around it in which connections
   * may close.
   */
  readonly warmUp?: boolean
}

const KEY = "sk_fault_0123456789abcdef"
const WARM_UP_PAUSE = Duration.millis(100)

const stores = Layer.merge(ledgerMemory, cacheMemory)
const spending = Layer.provideMerge(Spend.layer("run"), stores)

const quoteFor = (request: Client.CallRequest, path: string): Omit<Quote, "purse"> | undefined =>
  path === "/paid"
    ? {
        provider: "faults",
        operation: request.operation,
        scope: "account",
        cacheScope: "account",
        caps: {},
        keys: ["email:ada@example.com"],
        soleKeys: [],
        ledgerKeys: ["email:ada@example.com"],
        estimate: PRICE,
        keepMatch: Duration.days(1),
        keepMiss: Duration.days(1),
        read: () => ({ match: true, keys: [] })
      }
    : undefined

const requests: Readonly<Record<CallKind, Client.CallRequest>> = {
  get: { operation: "read", method: "GET", endpoint: "/get" },
  post: { operation: "create", method: "POST", endpoint: "/post", body: { title: "x" } },
  paid: { operation: "enrich", method: "POST", endpoint: "/paid", body: { email: "ada@example.com" } }
}

const clientOf = (origin: string) =>
  Client.make({
    provider: "faults",
    baseAddress: Result.getOrThrow(BaseAddress.parse(origin)),
    pathStyle: "leading-slash",
    credential: Credential.bearer(Redacted.make(KEY)),
    budget: Budget.make({ concurrency: 6 }),
    retry: RETRY,
    failureOf: (answer) => Client.reasonOfStatus(answer),
    quote: quoteFor
  })

const outcomeOf = (result: Result.Result<{ readonly body: unknown }, { reason: Reason; message: string }>) =>
  Result.isSuccess(result)
    ? { outcome: "answered" as const, says: JSON.stringify(result.success.body) }
    : {
        outcome: result.failure.reason._tag,
        says: `${result.failure.message} ${JSON.stringify(result.failure.reason.remedy)}`
      }

const chargedBy = Effect.gen(function* () {
  const ledger = yield* Ledger
  const nowMillis = yield* Clock.currentTimeMillis
  const unknowns = yield* Effect.orDie(ledger.unknowns({ scope: "account", purse: "" }, nowMillis))
  if (unknowns.length > 0) return "unknown" as const
  return (yield* Effect.orDie(ledger.spent({ scope: "account", purse: "" }, { nowMillis, run: "run" }))).day
})

/** Plays one kind of call against a fault. */
export const play = Effect.fnUntraced(
  function* (kind: CallKind, { origin, warmUp = false }: Scene) {
    const transport = yield* Transport
    let attempts = 0
    const counting = Transport.of({
      send: (request) => Effect.suspend(() => ((attempts += 1), transport.send(request)))
    })
    const client = yield* Effect.provideService(clientOf(origin), Transport, counting)
    if (warmUp) {
      yield* Effect.sleep(WARM_UP_PAUSE)
      yield* Effect.ignore(client.call({ operation: "warm", method: "GET", endpoint: "/warm-up" }))
      yield* Effect.sleep(WARM_UP_PAUSE)
    }
    attempts = 0
    const startedAt = yield* Clock.currentTimeMillis
    const { outcome, says } = outcomeOf(yield* Effect.result(client.call(requests[kind])))
    const millis = (yield* Clock.currentTimeMillis) - startedAt
    const result: Played = { outcome, says, attempts, charged: null, millis }
    if (kind !== "paid") return result
    const charged = yield* chargedBy
    if (charged === 0) return { ...result, charged }
    const { outcome: again } = outcomeOf(yield* Effect.result(client.call(requests.paid)))
    return { ...result, charged, again }
  },
  (effect, _, { limitMillis }) =>
    effect.pipe(
      Effect.provideService(Client.TimeLimit, Duration.millis(limitMillis)),
      Effect.provide(Layer.fresh(spending))
    )
)

/** Plays every kind of call, one after the other. */
export const playAll = (scene: Scene) =>
  Effect.all({ get: play("get", scene), post: play("post", scene), paid: play("paid", scene) })
