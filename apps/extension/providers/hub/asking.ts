/**
 * Asks the paired hub: the part of `Hub.ts` that is loaded with the first request. This browser's token goes only to that
 * hub, after it has just proved its identity. No request is sent twice. An answer that cannot be read is a failure, and
 * if the request may have bought something, its charge is unknown.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Browser } from "../../browser/Browser.ts"
import { hostDenied, hubFailure, storageFailure } from "../../messaging/own-failures.ts"
import { isObject } from "../../messaging/shape.ts"
import { HubVault, type PairedHub } from "../../vault/hub.ts"
import { api, type AccountAtHub } from "./api.ts"
import type { Endpoint } from "./endpoint.ts"
import { exchange, type HubAnswer, type ExchangeOptions } from "./exchange.ts"
import { errorOf } from "./failure.ts"
import { recognise } from "./greeting.ts"

/** How long a proof is valid, so that requests in quick succession need only one. */
const PROVEN_FOR_MILLIS = 5_000
const LIMIT = Duration.seconds(15)
/** How long the list of the hub's accounts is reused. */
const REMEMBERED_MILLIS = 2_000
/** The same for an account that is in it: if it has been removed since, the hub refuses what it is used for. */
const ACCOUNT_REMEMBERED_MILLIS = 600_000
/** The hub's own calls end after 30 seconds. */
const RUN_LIMIT = Duration.seconds(60)

interface Asking extends Omit<ExchangeOptions, "token" | "limit"> {
  /** The run costs nothing, so that a lost answer leaves no unknown charge. */
  readonly isFree?: boolean | undefined
  /** The id of the only hub that may be asked. */
  readonly only?: string | undefined
}

export interface HubClient {
  /** Returns the paired hub after it has proved its identity. */
  readonly proven: Effect.Effect<PairedHub, ProviderError>
  /** The hub's accounts, from a list that may be 2 seconds old, because one page asks for them several times. */
  readonly accounts: Effect.Effect<ReadonlyArray<AccountAtHub>, ProviderError>
  /** One of them that works, as it was at most 10 minutes ago. */
  readonly account: (plugin: string, name: string) => Effect.Effect<AccountAtHub | undefined, ProviderError>
  /**
   * The hub that has just proved its identity needs no other proof as long as a stream from it stays open: nobody else
   * can answer at its address.
   */
  readonly provenWhile: (tokenId: string, isOpen: () => boolean) => Effect.Effect<void>
  readonly ask: <A>(endpoint: Endpoint<A>, options?: Asking) => Effect.Effect<A, ProviderError>
}

export const make = Effect.gen(function* () {
  const vault = yield* HubVault
  const browser = yield* Browser
  const services = yield* Effect.context<Transport>()
  let lastList:
    | { readonly accounts: ReadonlyArray<AccountAtHub>; readonly tokenId: string; readonly atMillis: number }
    | undefined
  let proven: { readonly tokenId: string; readonly atMillis: number; readonly isOpen?: () => boolean } | undefined

  const proveHub = Effect.gen(function* () {
    const hub = yield* Effect.mapError(vault.find, (error) =>
      error._tag === "VaultProblem" ? hubFailure("notPaired", "") : storageFailure(error)
    )
    if (hub === undefined) return yield* hubFailure("notPaired", "")
    if (!(yield* browser.mayReach(hub.origin))) return yield* hostDenied(hub.origin)
    const nowMillis = Number(yield* Clock.monotonicTimeNanos) / 1e6
    const isRecent = proven !== undefined && nowMillis - proven.atMillis < PROVEN_FOR_MILLIS
    if (proven?.tokenId === hub.tokenId && (isRecent || proven.isOpen?.() === true)) return hub
    proven = undefined
    yield* Effect.provideContext(recognise(hub), services)
    proven = { tokenId: hub.tokenId, atMillis: nowMillis }
    return hub
  })

  const accountsWithin = Effect.fnUntraced(function* (ageMillis: number) {
    const { tokenId } = yield* proveHub
    const nowMillis = Number(yield* Clock.monotonicTimeNanos) / 1e6
    if (lastList?.tokenId === tokenId && nowMillis - lastList.atMillis < ageMillis) return lastList.accounts
    const { accounts } = yield* hub.ask(api.accounts)
    lastList = { accounts, tokenId, atMillis: nowMillis }
    return accounts
  })

  /** The hub's own refusal or failure, if the answer is one. */
  const refusalOf = (answer: HubAnswer): ProviderError | undefined =>
    answer.is === "json" &&
    answer.status >= 400 &&
    answer.status < 600 &&
    answer.status !== 401 &&
    isObject(answer.json)
      ? errorOf(answer.json["error"])
      : undefined

  /** What went wrong, if the hub does not say so itself. */
  const failureOf = (origin: string, answer: HubAnswer, mayBuy: boolean): ProviderError => {
    const charged = mayBuy ? "unknown" : undefined
    if (answer.is === "silence") return hubFailure("gone", origin, answer.sent ? charged : undefined)
    if (answer.is === "json" && answer.status === 401) return hubFailure("revoked", origin)
    return hubFailure("unreadable", origin, charged)
  }

  const hub: HubClient = {
    proven: proveHub,
    accounts: accountsWithin(REMEMBERED_MILLIS),
    account: Effect.fnUntraced(function* (plugin, name) {
      const isIt = (one: AccountAtHub) => one.plugin === plugin && one.name === name && one.ok
      const before = (yield* accountsWithin(ACCOUNT_REMEMBERED_MILLIS)).find(isIt)
      return before ?? (yield* accountsWithin(REMEMBERED_MILLIS)).find(isIt)
    }),
    provenWhile: (tokenId, isOpen) =>
      Effect.sync(() => {
        if (proven?.tokenId === tokenId) proven = { ...proven, isOpen }
      }),
    ask: Effect.fnUntraced(function* <A>(endpoint: Endpoint<A>, { isFree = false, only, ...options }: Asking = {}) {
      const { origin, token, hubId } = yield* proveHub
      if (only !== undefined && only !== hubId) return yield* hubFailure("changed", origin)
      const isRun = endpoint.path === api.run.path
      const mayBuy = isRun && !isFree
      const answer = yield* Effect.provideContext(
        exchange(origin, endpoint, { ...options, token: Redacted.value(token), limit: isRun ? RUN_LIMIT : LIMIT }),
        services
      )
      if (answer.is === "json" && answer.status >= 200 && answer.status < 300) {
        if (endpoint.isAnswer === undefined) return null as A
        if (endpoint.isAnswer(answer.json)) return answer.json
      }
      lastList = undefined
      const refusal = refusalOf(answer)
      if (refusal !== undefined) return yield* refusal
      // Another program may have answered at the hub's address.
      proven = undefined
      return yield* failureOf(origin, answer, mayBuy)
    })
  }
  return hub
})
