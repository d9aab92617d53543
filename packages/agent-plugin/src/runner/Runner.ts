/**
 * The only way any app runs a step: finds the account, connects it and runs the step. Writes an audit record and, if
 * configured, a span, and removes secrets from errors.
 */
import { ProviderError } from "@inlay/core-http/ProviderError"
import { OnCharge, type Preview, type Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

import { secretsOf, type Account } from "../account/Account.ts"
import { Accounts, findForRun } from "../account/Accounts.ts"
import type { Connection, Runnable } from "../Plugin.ts"
import { stepOf, type Entry } from "../steps/Catalog.ts"
import { alwaysWrites, isFreeRead } from "../steps/ToolStep.ts"
import { Audit } from "./Audit.ts"
import { Caller } from "./Caller.ts"
import { loadRedaction, withoutSecrets } from "./without-secrets.ts"

/** Wraps the run of a step in a span. */
export type Traced = <A, E, R>(
  about: { readonly step: string; readonly account: string },
  run: Effect.Effect<A, E, R>
) => Effect.Effect<A, E, R>

/** Runs steps: finds the step and the account, keeps one client per account, and records the outcome. */
export class Runner extends Context.Service<
  Runner,
  {
    /**
     * Runs one step and returns its output as JSON.
     * @param account names one of the plugin's accounts; optional if exactly one is connected
     */
    readonly run: (stepId: string, input: unknown, account?: string) => Effect.Effect<unknown, ProviderError>
    /** Returns what the step would cost and which limits would apply now. Sends nothing, and is not audited. */
    readonly preview: (stepId: string, input: unknown, account?: string) => Effect.Effect<Preview, ProviderError>
  }
>()("@inlay/agent-plugin/Runner") {
  /**
   * A runner of these plugins' steps. A client is made on the first call of its account, and is dropped with the
   * account.
   * @param withTrace wraps each run in a span, such as `StepSpan.inSpan`; none by default
   */
  static readonly layer = (
    plugins: ReadonlyArray<Runnable>,
    withTrace: Traced = (_, run) => run
  ): Layer.Layer<Runner, never, Accounts | Audit | Transport | Spend> => Layer.effect(Runner, make(plugins, withTrace))
}

const readOnly = ({ plugin, step }: Entry<Runnable>, account: Account) =>
  new ProviderError({
    provider: plugin.id,
    operation: step.id,
    reason: {
      _tag: "Refused",
      guard: "readOnly",
      what: `${step.title} changes data, and the account ${account.name} is read-only.`,
      remedy: { to: "useAnotherAccount" },
      nothing: "sent"
    }
  })

const make = Effect.fnUntraced(function* (plugins: ReadonlyArray<Runnable>, withTrace: Traced) {
  const accounts = yield* Accounts
  const audit = yield* Audit
  const services = yield* Effect.context<Transport | Spend>()
  /**
   * Keyed by account object: when an account is no longer returned by `Accounts`, its client and key are
   * garbage-collected.
   */
  const connections = new WeakMap<Account, Effect.Effect<Connection, ProviderError>>()
  /** Their secrets may differ from the account's. */
  const openConnections = new WeakMap<Account, Connection>()

  const connect = Effect.fnUntraced(function* (plugin: Runnable, account: Account) {
    const existing = connections.get(account)
    if (existing !== undefined) return yield* existing
    // Stored before it is established, so that concurrent calls share one client and one budget.
    const connection = yield* Effect.cachedWithTTL(
      Effect.suspend(() => plugin.connect(account)).pipe(
        Effect.provideContext(services),
        Effect.tap((opened) => Effect.sync(() => openConnections.set(account, opened)))
      ),
      // A failed connection is not cached: the next call tries again, also if the clock was set back meanwhile.
      (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.negativeInfinity)
    )
    connections.set(account, connection)
    return yield* connection
  })

  /**
   * Removes secrets from errors. Applied inside every span, so that no span records an unredacted error. Includes the
   * secrets of the called account even if the account is removed in the meantime.
   */
  const redactedFor = (...accountsOfCall: ReadonlyArray<Account>) => {
    const own = () =>
      accountsOfCall.flatMap((account) => [...secretsOf(account), ...(openConnections.get(account)?.secrets?.() ?? [])])
    return withoutSecrets(
      accounts.secrets.pipe(
        Effect.map((all): ReadonlyArray<Redacted.Redacted> => [...own(), ...all]),
        Effect.orElseSucceed(own)
      )
    )
  }

  const run = Effect.fnUntraced(function* (stepId: string, input: unknown, name?: string) {
    yield* loadRedaction
    const entry = yield* Effect.fromResult(stepOf(plugins, stepId))
    const { plugin, step } = entry
    const account = yield* findForRun(accounts, plugin, name)
    const startNanos = yield* Clock.monotonicTimeNanos
    const charges: Array<number | "unknown"> = []
    const running =
      account.readOnly && alwaysWrites(step)
        ? Effect.fail(readOnly(entry, account))
        : Effect.flatMap(connect(plugin, account), (one) => one.run(step.id, input))
    return yield* running.pipe(
      Effect.provideService(OnCharge, (charged) => void charges.push(charged)),
      redactedFor(account),
      Effect.onExit((exit) =>
        Effect.gen(function* () {
          // The monotonic clock, because the system clock may be adjusted while the step runs.
          const durationMillis = Number((yield* Clock.monotonicTimeNanos) - startNanos) / 1e6
          const { principal, via, event } = yield* Caller
          yield* audit.record({
            atMillis: Math.round((yield* Clock.currentTimeMillis) - durationMillis),
            durationMillis,
            principal,
            via,
            ...(event !== undefined && { event }),
            plugin: plugin.id,
            account: account.name,
            step: step.id,
            outcome: outcomeOf(exit),
            ...(charges.length > 0 && { charged: sumOf(charges) }),
            isFreeRead: charges.length === 0 && isFreeRead(step, input)
          })
        }).pipe(Effect.catch((error) => Effect.logWarning(`audit: ${error.message}`)))
      ),
      (runOfStep) => withTrace({ step: step.id, account: account.name }, runOfStep)
    )
  }, redactedFor())

  const preview = Effect.fnUntraced(function* (stepId: string, input: unknown, name?: string) {
    const entry = yield* Effect.fromResult(stepOf(plugins, stepId))
    const account = yield* findForRun(accounts, entry.plugin, name)
    if (account.readOnly && alwaysWrites(entry.step)) return yield* readOnly(entry, account)
    const previewing = Effect.flatMap(connect(entry.plugin, account), (one) => one.preview(entry.step.id, input))
    return yield* redactedFor(account)(previewing)
  }, redactedFor())

  return Runner.of({ run, preview })
})

const outcomeOf = (exit: Exit.Exit<unknown, ProviderError>) => {
  if (Exit.isSuccess(exit)) return "ok" as const
  for (const reason of exit.cause.reasons) if (reason._tag === "Fail") return reason.error.reason._tag
  return "Interrupted" as const
}

const sumOf = (charges: ReadonlyArray<number | "unknown">): number | "unknown" => {
  let sum = 0
  for (const charged of charges) {
    if (charged === "unknown") return charged
    sum += charged
  }
  return sum
}
