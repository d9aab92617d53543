/**
 * The only way any app runs a step: account -> client -> step, with input decoding, a span and an audit record.
 */
import { nearest } from "@inlay/core-http/nearest"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

import { Accounts, envOf, type Account, type ClosedAccount } from "./Account.ts"
import { Audit } from "./Audit.ts"
import type { BoundStep, Runnable } from "./Plugin.ts"
import { alwaysWrites } from "./ToolStep.ts"
import { withoutSecrets } from "./without-secrets.ts"

/** Runs steps: finds the step and the account, keeps one client for each account, and records the outcome. */
export class Runner extends Context.Service<
  Runner,
  {
    readonly plugins: ReadonlyArray<Runnable>
    /**
     * Runs one step and gives its JSON output.
     * @param account names one of the plugin's accounts; may be left out where exactly one is connected
     */
    readonly run: (stepId: string, input: unknown, account?: string) => Effect.Effect<unknown, ProviderError>
    /** The account that a call would use, or why none. */
    readonly accountFor: (plugin: Runnable, name?: string) => Effect.Effect<Account, ProviderError>
  }
>()("@inlay/agent-plugin/Runner") {
  /** A runner of these plugins' steps. A client is made with its account's first call, and again when the account changes. */
  static readonly layer = (
    plugins: ReadonlyArray<Runnable>
  ): Layer.Layer<Runner, never, Accounts | Audit | Transport | Spend> => Layer.effect(Runner, make(plugins))
}

const failure = (provider: string, operation: string, reason: Reason) =>
  new ProviderError({ provider, operation, reason })

type Step = Runnable["toolSteps"][number]

const MAX_NAME_CHARS = 80

/** A name as somebody gave it. Never a part of one: the beginning of a secret is no longer known for what it is. */
const asGiven = (name: string): string =>
  name.length > MAX_NAME_CHARS ? "of that name" : ProviderText.line(name, MAX_NAME_CHARS)

/** The step of an id and its plugin, or `NotFound` with the nearest ids. */
export const findStep = (
  plugins: ReadonlyArray<Runnable>,
  stepId: string
): Effect.Effect<{ readonly plugin: Runnable; readonly step: Step }, ProviderError> => {
  for (const plugin of plugins) {
    const step = plugin.toolSteps.find(({ id }) => id === stepId)
    if (step !== undefined) return Effect.succeed({ plugin, step })
  }
  const ids = plugins.flatMap((plugin) => plugin.toolSteps.map((step) => step.id))
  const known = nearest(stepId, ids)
  return Effect.fail(
    failure("inlay", "run", {
      _tag: "NotFound",
      what: `There is no tool step ${asGiven(stepId)}.`,
      fix: `Nearest: ${known.join(", ")}. \`inlay tools\` lists all.`,
      known
    })
  )
}

const readOnly = (plugin: Runnable, step: Step, account: Account) =>
  failure(plugin.id, step.id, {
    _tag: "Refused",
    guard: "readOnly",
    what: `${step.title} changes data, and the account ${account.name} is read-only.`,
    fix: "Nothing was sent. Use another account, or let this one write."
  })

const howToConnect = (plugin: Runnable): string => {
  const required = plugin.accountKinds[0]?.fields.filter((field) => field.required) ?? []
  return `Run \`inlay connect ${plugin.id}\`, or set ${required.map((field) => envOf(plugin.id, field)).join(" and ")}.`
}

const make = Effect.fnUntraced(function* (plugins: ReadonlyArray<Runnable>) {
  const accounts = yield* Accounts
  const audit = yield* Audit
  const services = yield* Effect.context<Transport | Spend>()
  type Connection = Effect.Effect<ReadonlyMap<string, BoundStep>, ProviderError>
  const connections = new Map<string, { readonly revision: string; readonly steps: Connection }>()

  const accountFor = Effect.fnUntraced(function* (plugin: Runnable, asked?: string) {
    // As lists of all accounts print it: with its plugin.
    const name = asked?.trim().replace(new RegExp(`^${plugin.id}/`), "") || undefined
    const closedNow = accounts.closed ?? Effect.succeed<ReadonlyArray<ClosedAccount>>([])
    const [all, allClosed] = yield* Effect.mapError(Effect.all([accounts.all, closedNow]), (error) =>
      error._tag === "ProviderError"
        ? error
        : failure(plugin.id, "accounts", {
            _tag: "Unauthorized",
            what: `The connected accounts cannot be read: ${error.message}.`,
            fix: error.fix ?? "Repair the data directory, or give the account by environment variables."
          })
    )
    const own = all.filter((account) => account.plugin === plugin.id)
    const closed = allClosed.filter((account) => account.plugin === plugin.id)
    const names = [...own, ...closed].map((account) => account.name)
    if (name === undefined && own[0] !== undefined && names.length === 1) return own[0]
    const named = own.find((account) => account.name === name)
    if (named !== undefined) return named
    const shut = closed.find((account) => (name === undefined ? names.length === 1 : account.name === name))
    if (shut !== undefined) return yield* shut.problem
    if (names.length === 0 && name === undefined) {
      return yield* failure(plugin.id, "accounts", {
        _tag: "Unauthorized",
        what: `No ${plugin.title} account is connected.`,
        fix: howToConnect(plugin)
      })
    }
    return yield* failure(plugin.id, "accounts", {
      _tag: "NotFound",
      what:
        name === undefined
          ? `Several ${plugin.title} accounts are connected, and the call names none.`
          : `There is no ${plugin.title} account ${asGiven(name)}.`,
      fix: names.length === 0 ? howToConnect(plugin) : `Name one of: ${names.join(", ")}.`,
      known: names
    })
  })

  const connection = Effect.fnUntraced(function* (plugin: Runnable, account: Account) {
    const key = `${plugin.id}/${account.name}`
    const kept = connections.get(key)
    if (kept?.revision === account.revision) return yield* kept.steps
    // Kept before it is made: calls at once share one client, and so one budget.
    const steps = yield* Effect.cached(Effect.provideContext(plugin.connect(account), services))
    connections.set(key, { revision: account.revision, steps })
    return yield* steps
  })

  /** Within every span, so that none ends with what was removed; of the called account whatever becomes of it meanwhile. */
  const unsaid = (...called: ReadonlyArray<Account>) =>
    withoutSecrets(
      accounts.all.pipe(
        Effect.map((all) => [...called, ...all]),
        Effect.orElseSucceed(() => called)
      )
    )

  const run = Effect.fnUntraced(function* (stepId: string, input: unknown, accountName?: string) {
    const { plugin, step } = yield* findStep(plugins, stepId)
    const account = yield* accountFor(plugin, accountName)
    const startedNanos = yield* Clock.monotonicTimeNanos
    const ran = Effect.flatMap(
      connection(plugin, account),
      (steps) => steps.get(step.id)?.(input) ?? Effect.die(`${step.id} is not bound`)
    )
    return yield* (account.readOnly && alwaysWrites(step) ? Effect.fail(readOnly(plugin, step, account)) : ran).pipe(
      unsaid(account),
      Effect.onExit((exit) =>
        Effect.gen(function* () {
          // The time of day may have been put right while the step ran.
          const durationMillis = Number((yield* Clock.monotonicTimeNanos) - startedNanos) / 1e6
          yield* audit.record({
            atMillis: Math.round((yield* Clock.currentTimeMillis) - durationMillis),
            durationMillis,
            plugin: plugin.id,
            account: account.name,
            step: step.id,
            outcome: outcomeOf(exit)
          })
        }).pipe(Effect.catch((error) => Effect.logWarning(`audit: ${error.message}`)))
      ),
      Effect.withSpan(`step ${step.id}`, { attributes: { account: account.name } })
    )
  }, unsaid())

  return Runner.of({ plugins, run, accountFor })
})

const outcomeOf = (exit: Exit.Exit<unknown, ProviderError>) => {
  if (Exit.isSuccess(exit)) return "ok" as const
  for (const reason of exit.cause.reasons) if (reason._tag === "Fail") return reason.error.reason._tag
  return "Interrupted" as const
}
