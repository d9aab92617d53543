/** The only way in which the hub's server runs steps or lists them: as a principal, within its grant. */
import { Accounts, findForRun } from "@inlay/agent-plugin/Accounts"
import { Caller, type CallerOf, type Via } from "@inlay/agent-plugin/Caller"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { withoutSecrets } from "@inlay/agent-plugin/without-secrets"
import { SendRefusal } from "@inlay/core-http/Client"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import { SpendingPrincipal } from "@inlay/core-http/Spend"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"

import * as OwnRuns from "../../inbound/chains/own-runs.ts"
import type { Principal } from "../../principals/Principal.ts"
import { accountsOf, pluginsOf, readOnlyAccounts } from "../../principals/reach.ts"
import { localCaller } from "../../runner.ts"
import type { Session } from "../credentials/ConsoleSessions.ts"
import { tokenIdOf } from "../credentials/HubTokens.ts"
import { isGranted } from "../sign-in/AgentGrants.ts"
import { CurrentSession } from "./CurrentPrincipal.ts"

interface Running {
  readonly runner: Runner["Service"]
  readonly accounts: Accounts["Service"]
}

/** Shared by all principals of a server: one runner for those that may write, and one with read-only accounts. */
export class SharedRunners extends Context.Service<
  SharedRunners,
  {
    readonly plugins: ReadonlyArray<Plugin>
    readonly writing: Running
    readonly reading: Running
    /** Why a principal's calls that began at a time, in a session of the console if any, may no longer be sent. */
    readonly refusal: (
      principal: Principal,
      session: Session | undefined,
      startMillis: number
    ) => Effect.Effect<Reason | undefined>
  }
>()("@inlay/hub/SharedRunners") {}

/** The plugins that the principal may use. Provided by `runAs`. */
export class Plugins extends Context.Service<Plugins, ReadonlyArray<Plugin>>()("@inlay/hub/Plugins") {}

/** The caller that is recorded in the audit trail. */
const callerOf = (principal: Principal, via: Via, event?: string): CallerOf => ({
  ...localCaller(via, event),
  principal: principal.id
})

const runnerOf = (
  principal: Principal,
  caller: CallerOf,
  plugins: ReadonlyArray<Plugin>,
  { runner, accounts }: Running,
  refusal: SharedRunners["Service"]["refusal"]
): Runner["Service"] => {
  const { accounts: accountNames, creditsPerDay, manages = false } = principal.grant
  const clean = withoutSecrets(Effect.orElseSucceed(accounts.secrets, () => []))
  /** Resolves the account's name if the grant limits accounts, because then another account may be the only choice. */
  const nameOf = (plugin: Plugin, name: string | undefined) =>
    accountNames === undefined
      ? Effect.succeed(name)
      : Effect.map(findForRun(accounts, plugin, name), (account): string | undefined => account.name)
  const allowed =
    <A>(use: (stepId: string, input: unknown, account?: string) => Effect.Effect<A, ProviderError>) =>
    (stepId: string, input: unknown, account?: string): Effect.Effect<A, ProviderError> =>
      Effect.fromResult(stepOf(plugins, stepId)).pipe(
        Effect.flatMap(({ plugin }) => nameOf(plugin, account)),
        clean,
        Effect.flatMap((name) =>
          Effect.flatMap(Effect.all([CurrentSession, Clock.currentTimeMillis]), ([session, startMillis]) =>
            Effect.provideService(use(stepId, input, name), SendRefusal, refusal(principal, session, startMillis))
          )
        ),
        Effect.provideService(Caller, caller),
        Effect.provideService(SpendingPrincipal, {
          id: principal.id,
          managesCaps: manages,
          ...(creditsPerDay !== undefined && { creditsPerDay })
        })
      )
  return Runner.of({ run: allowed(runner.run), preview: allowed(runner.preview) })
}

/**
 * Provides the `Runner`, `Accounts`, `Plugins` and `Caller` of a principal. Anything outside its grant is neither
 * listed nor found. Its daily credits limit its spending across all processes.
 *
 * @param via the interface that the principal uses
 * @param event the id of the event that caused the call, if any
 */
export const runAs =
  (principal: Principal, via: Via, event?: string) =>
  <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, Exclude<R, Runner | Accounts | Plugins> | SharedRunners> =>
    Effect.flatMap(SharedRunners, (runners) => {
      const base = principal.grant.readOnly ? runners.reading : runners.writing
      const running = { runner: base.runner, accounts: accountsOf(base.accounts, principal) }
      const plugins = pluginsOf(runners.plugins, principal)
      const caller = callerOf(principal, via, event)
      return effect.pipe(
        Effect.provideService(Runner, runnerOf(principal, caller, plugins, running, runners.refusal)),
        Effect.provideService(Accounts, running.accounts),
        Effect.provideService(Plugins, plugins),
        Effect.provideService(Caller, caller)
      )
    }) as Effect.Effect<A, E, Exclude<R, Runner | Accounts | Plugins> | SharedRunners>

/** How long a call may have taken before it is asked whether its principal still may call. Most end earlier. */
const ASKED_AFTER_MILLIS = 1000

const ENDED: Reason = {
  _tag: "Forbidden",
  what: "The token, session or sign-in of this call was revoked or ended while the call waited.",
  nothing: "sent"
}

type CallingPrincipal = Pick<Principal, "id" | "kind">

/**
 * Refuses what a principal's calls would still send after its token, pairing or sign-in was revoked or has ended, or its
 * console session was signed out. A database that cannot be read refuses nothing, since the principal was valid.
 */
export const makeRefusal = Effect.map(SqlClient, (sql) => {
  const endedAt = ({ kind, ...principal }: CallingPrincipal, session: Session | undefined, now: number) => {
    const id = tokenIdOf(principal)
    if (kind === "agent") return sql`SELECT id FROM agents WHERE id = ${id} AND NOT ${isGranted(sql, now)}`
    if (kind === "console") {
      return session === undefined
        ? Effect.succeed([])
        : sql`SELECT 1 WHERE NOT EXISTS (SELECT id FROM console_sessions WHERE id = ${session.id})`
    }
    return sql`SELECT id FROM hub_tokens WHERE id = ${id}
      AND (revoked_millis IS NOT NULL OR expires_millis <= ${now})`
  }
  return (
    principal: CallingPrincipal,
    session: Session | undefined,
    startMillis: number
  ): Effect.Effect<Reason | undefined> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now < startMillis + ASKED_AFTER_MILLIS) return undefined
      const [ended] = yield* endedAt(principal, session, now)
      return ended && ENDED
    }).pipe(Effect.orElseSucceed(() => undefined))
})

const runningWith = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>, accounts: Accounts["Service"]) {
  const context = yield* Layer.build(Layer.provide(OwnRuns.layer(plugins), Layer.succeed(Accounts, accounts)))
  return { accounts, runner: yield* Effect.provide(Runner, context) }
})

export const layer = (plugins: ReadonlyArray<Plugin>) =>
  Layer.effect(
    SharedRunners,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      return {
        plugins,
        writing: yield* runningWith(plugins, accounts),
        reading: yield* runningWith(plugins, readOnlyAccounts(accounts)),
        refusal: yield* makeRefusal
      }
    })
  )
