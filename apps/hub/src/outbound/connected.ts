/**
 * The accounts that steps run with: those of the environment and the stored ones, as they are at each call. What another
 * process connects, replaces or disconnects counts from the next call on.
 */
import { Accounts, type Account, type ClosedAccount } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { TokenSource } from "@inlay/core-http/TokenSource"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"

import { AccountRows } from "../storage/Accounts.ts"
import { connected, fromStored, type Connected, type Environment } from "./accounts.ts"
import type { StoredAccount } from "./stored-account.ts"
import { StoredAccounts } from "./StoredAccounts.ts"
import * as Tokens from "./token-source.ts"

/** A stored account with what renews its token, where it signed in. */
export const renewing = Effect.fnUntraced(function* (one: Connected, from: StoredAccount) {
  if (one.kind.signIn === undefined || from.grant === undefined) return one
  const tokens = yield* Tokens.make(one.kind.signIn, one.account, from)
  return { ...one, account: { ...one.account, tokens } }
})

/** So long is an account that does not open not tried again. */
const CLOSED_MILLIS = 2_000

const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

const make = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>, env: Environment) {
  const rows = yield* AccountRows
  const stored = yield* StoredAccounts
  const services = yield* Effect.context<Tokens.Needs | Scope.Scope>()
  const ofEnvironment = connected(plugins, env).map(({ account }) => account)
  /** Calls of one account share its source, and so one renewal. */
  const sources = new Map<string, { readonly scope: Scope.Closeable; readonly tokens: TokenSource }>()
  const oneReader = yield* Semaphore.make(1)
  let kept:
    | {
        readonly revisions: string
        readonly accounts: ReadonlyArray<Account>
        readonly closed: ReadonlyArray<ClosedAccount>
        readonly keptUntil: number
      }
    | undefined

  const accountsOf = Effect.fnUntraced(function* (from: StoredAccount) {
    const one = fromStored(plugins, from)
    if (one === undefined) return []
    const known = sources.get(from.id)
    if (known !== undefined) return [{ ...one.account, tokens: known.tokens }]
    const scope = yield* Scope.fork(yield* Effect.scope)
    const { account } = yield* Effect.provideService(renewing(one, from), Scope.Scope, scope)
    if (account.tokens !== undefined) sources.set(from.id, { scope, tokens: account.tokens })
    return [account]
  })

  const now = Effect.gen(function* () {
    const revisions = yield* rows.revisions
    if (kept?.revisions === revisions && kept.keptUntil > (yield* monotonicMillis)) return kept
    return yield* oneReader.withPermits(1)(read(revisions))
  }).pipe(Effect.provideContext(services))

  const read = Effect.fnUntraced(function* (revisions: string) {
    if (kept?.revisions === revisions && kept.keptUntil > (yield* monotonicMillis)) return kept
    const opened = yield* stored.each
    const found = opened.flatMap(({ account }) => account ?? [])
    const closed = opened.flatMap(({ named: { plugin, name }, problem }) =>
      problem === undefined ? [] : [{ plugin, name, problem }]
    )
    for (const [id, { scope }] of sources) {
      if (found.some((one) => one.id === id)) continue
      sources.delete(id)
      yield* Scope.close(scope, Exit.void)
    }
    const accounts = [...ofEnvironment, ...(yield* Effect.forEach(found, accountsOf)).flat()]
    const current = { revisions, accounts, closed }
    // What does not open now may open when its key is back.
    const keptUntil = closed.length === 0 ? Number.POSITIVE_INFINITY : (yield* monotonicMillis) + CLOSED_MILLIS
    kept = { ...current, keptUntil }
    return current
  })

  return Accounts.of({
    all: Effect.map(now, ({ accounts }) => accounts),
    closed: Effect.map(now, ({ closed }) => closed)
  })
})

export const layer = (plugins: ReadonlyArray<Plugin>, env: Environment): Layer.Layer<Accounts, never, Tokens.Needs> =>
  Layer.effect(Accounts, make(plugins, env))
