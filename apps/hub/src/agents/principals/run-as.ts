/** The only way in which the hub's server runs a step or lists what can be run: as a principal, within its grant. */
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Caller, type CallerOf, type Via } from "@inlay/agent-plugin/Caller"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { withoutSecrets } from "@inlay/agent-plugin/without-secrets"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { SpendingPrincipal } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { localCaller } from "../../runner.ts"
import type { Principal } from "./Principal.ts"
import { accountsOf, pluginsOf } from "./reach.ts"

interface Running {
  readonly runner: Runner["Service"]
  readonly accounts: Accounts["Service"]
}

/** What all principals of a server share: one runner for those that may write, and one whose accounts only read. */
export class SharedRunners extends Context.Service<
  SharedRunners,
  { readonly plugins: ReadonlyArray<Plugin>; readonly writing: Running; readonly reading: Running }
>()("@inlay/hub/SharedRunners") {}

/** The plugins that the principal may use; provided by `runAs`. */
export class Plugins extends Context.Service<Plugins, ReadonlyArray<Plugin>>()("@inlay/hub/Plugins") {}

/** Who stands in the audit trail. */
export const callerOf = (principal: Principal, via: Via, event?: string): CallerOf => ({
  ...localCaller(via, event),
  principal: principal.id
})

const runnerOf = (
  principal: Principal,
  caller: CallerOf,
  plugins: ReadonlyArray<Plugin>,
  { runner, accounts }: Running
): Runner["Service"] => {
  const { accounts: accountNames, creditsPerDay } = principal.grant
  const clean = withoutSecrets(Effect.orElseSucceed(accounts.secrets, () => []))
  /** The account's name, where the grant leaves a choice of its own. */
  const nameOf = (plugin: Plugin, name: string | undefined) =>
    accountNames === undefined
      ? Effect.succeed(name)
      : accounts.find(plugin, name).pipe(
          Effect.map((account): string | undefined => account.name),
          // What cannot be read, the runner itself says.
          Effect.catchTag("StorageError", () => Effect.succeed(name))
        )
  const allowed =
    <A>(use: (stepId: string, input: unknown, account?: string) => Effect.Effect<A, ProviderError>) =>
    (stepId: string, input: unknown, account?: string): Effect.Effect<A, ProviderError> =>
      Effect.fromResult(stepOf(plugins, stepId)).pipe(
        Effect.flatMap(({ plugin }) => nameOf(plugin, account)),
        clean,
        Effect.flatMap((name) => use(stepId, input, name)),
        Effect.provideService(Caller, caller),
        Effect.provideService(SpendingPrincipal, {
          id: principal.id,
          ...(creditsPerDay !== undefined && { creditsPerDay })
        })
      )
  return Runner.of({ run: allowed(runner.run), preview: allowed(runner.preview) })
}

/**
 * Provides the `Runner`, `Accounts`, `Plugins` and `Caller` of a principal. What its grant leaves out is neither listed nor
 * found, and its credits of the day bound what it buys, whatever process it calls.
 * @param via the surface that it calls
 * @param event the id of the event that caused the call, where one did
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
        Effect.provideService(Runner, runnerOf(principal, caller, plugins, running)),
        Effect.provideService(Accounts, running.accounts),
        Effect.provideService(Plugins, plugins),
        Effect.provideService(Caller, caller)
      )
    }) as Effect.Effect<A, E, Exclude<R, Runner | Accounts | Plugins> | SharedRunners>
