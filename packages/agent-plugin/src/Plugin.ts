/**
 * A plugin: its tool steps, triggers and account kinds, and the function that connects an account to a client. Apps see
 * plugins only through this interface.
 */
import { CORE } from "@inlay/core-http/Budget"
import { BudgetScope } from "@inlay/core-http/BudgetStore"
import { nearest } from "@inlay/core-http/nearest"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview, Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Redacted from "effect/Redacted"

import { withTokens, type Account, type AccountKind, type FieldRules } from "./account/Account.ts"
import type { Card } from "./Card.ts"
import type { StepInfo, ToolStep, Writing } from "./steps/ToolStep.ts"
import type { Polled, Trigger, Watcher } from "./triggers/Trigger.ts"
import { bound, type WebhookReceiver, type Webhooks } from "./triggers/Webhooks.ts"

/** The parts of a plugin that are pure data. */
export interface PluginInfo {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: "beta" | "stable"
}

/** A plugin's title, with `(beta)` appended if the plugin is in beta. */
export const titleOf = ({ title, status }: Pick<PluginInfo, "title" | "status">): string =>
  status === "beta" ? `${title} (beta)` : title

/** Returns a readable name for a rate limit, or `undefined` if the plugin does not know the limit. */
export type LimitName = (resource: string, window: string) => string | undefined

/** Splits an identifier such as `tokensPerDay` or `code_search` into lower-case words. */
const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase()

/** Returns a readable name for a limit: the plugin's own name, or one built from the resource and window. */
export const limitNameOf = (
  { limitName }: Pick<Plugin, "limitName">,
  { resource, window }: { readonly resource: string; readonly window: string }
): string => {
  const ownName = limitName?.(resource, window)
  if (ownName !== undefined) return ownName
  const unit = spaced(window)
  const words = resource === CORE ? unit : `${unit} of ${spaced(resource)}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Makes a card from a step's output. Returns `undefined` if there is nothing to draw.
 * @param fetchedAt ISO 8601: when the step ran
 */
export type CardMaker = (output: never, fetchedAt: string) => Card | undefined

/**
 * Returns the card for a step's output, or `undefined` if the step has no card or cannot make one, for example because
 * the output was shortened.
 */
export const cardOf = (
  { cards }: Pick<Plugin, "cards">,
  stepId: string,
  output: unknown,
  fetchedAt: string
): Card | undefined => {
  const make = cards?.[stepId] as ((output: unknown, fetchedAt: string) => Card | undefined) | undefined
  try {
    return make?.(output, fetchedAt)
  } catch {
    return undefined
  }
}

/** Finds the stored data of one person or company, so that it can be erased. */
export interface SubjectTrace {
  /** The cache and ledger keys of its lookups, whichever account made them. */
  readonly keys: ReadonlyArray<string>
  /**
   * Its identifier as it appears in stored answers, each form in lower case. A record that contains one of them is
   * about the person or company, or mentions it.
   */
  readonly texts: ReadonlyArray<string>
}

/** An account's client, wrapped as the operations that a plugin supports. */
export interface Connection {
  /** Runs a step of the plugin. */
  readonly run: (stepId: string, input: unknown) => Effect.Effect<unknown, ProviderError>
  /**
   * Returns what the step would cost and which limits would apply now. Fails if the run would be refused because of its
   * input or by a guard. Sends nothing.
   */
  readonly preview: (stepId: string, input: unknown) => Effect.Effect<Preview, ProviderError>
  /** Secrets that the connection created itself, such as minted tokens. Used for redaction. */
  readonly secrets?: () => ReadonlyArray<Redacted.Redacted>
}

/** A connection that can also report events at the account's service. */
export interface EventConnection extends Connection {
  /**
   * Polls a trigger for the events since a cursor. Fails as `Invalid` if the target is malformed, and as `NotFound` if
   * the trigger is not polled. If the caller passes no `watcher`, the service is asked for the account's identity.
   */
  readonly poll: (
    triggerId: string,
    target: unknown,
    cursor: string | undefined,
    watcher?: Watcher
  ) => Effect.Effect<Polled<unknown>, ProviderError>
  /** Fails if the account cannot see what the trigger would watch, as far as one request to the service can tell. */
  readonly check: (triggerId: string, target: unknown) => Effect.Effect<void, ProviderError>
  /** The account's identity. Requested once. Its login is empty if the service has no user names. */
  readonly watcher: Effect.Effect<Watcher, ProviderError>
  /** The service's webhooks, if it has them. */
  readonly webhooks?: Webhooks<never>
}

/** The parts of a plugin that running its steps needs. An app that does not describe plugins loads only these. */
export interface Runnable extends Pick<PluginInfo, "id" | "title"> {
  readonly accountKinds: ReadonlyArray<AccountKind<FieldRules>>
  readonly toolSteps: ReadonlyArray<Pick<StepInfo, "id" | "title"> & Writing & Partial<Pick<StepInfo, "cost">>>
  /**
   * For plugins that store answers about people and companies: the trace of an identifier, or `undefined` if the text
   * is not an identifier.
   */
  readonly subjectOf?: ((identifier: string) => SubjectTrace | undefined) | undefined
  /** Loads the code that `connect` needs, for a plugin that loads it on demand, so that it is there when it is needed. */
  readonly load?: Effect.Effect<void> | undefined
  /** Connects an account's client. Fails if the account's settings cannot work. Sends nothing. */
  readonly connect: (account: Account) => Effect.Effect<Connection, ProviderError, Transport | Spend>
}

/** The complete plugin, as apps see it. */
export interface Plugin extends PluginInfo, Runnable {
  readonly accountKinds: ReadonlyArray<AccountKind>
  readonly toolSteps: ReadonlyArray<ToolStep<never>>
  readonly triggers: ReadonlyArray<Trigger<never>>
  /** Reads the service's webhook deliveries, if it sends any. */
  readonly webhooks?: WebhookReceiver
  readonly limitName?: LimitName
  /** Card makers, keyed by step id. */
  readonly cards?: Readonly<Record<string, CardMaker>> | undefined
  readonly connect: (account: Account) => Effect.Effect<EventConnection, ProviderError, Transport | Spend>
}

/** How long to wait before the account's identity is requested again after a failure. */
const WATCHER_RETRY = Duration.seconds(5)

const ANONYMOUS: Watcher = { login: "", scopes: [] }

/** Wraps an account kind so that `check`, `revoke` and `choices` receive the account with its minted tokens. */
const minting = (kind: AccountKind): AccountKind => {
  if (kind.mint === undefined) return kind
  const { check, revoke, choices } = kind
  return {
    ...kind,
    check: (account) => Effect.flatMap(withTokens(kind, account), check),
    ...(revoke !== undefined && { revoke: (account) => Effect.flatMap(withTokens(kind, account), revoke) }),
    ...(choices !== undefined && {
      choices: (account, field) => Effect.flatMap(withTokens(kind, account), (ready) => choices(ready, field))
    })
  }
}

/**
 * Makes a plugin from steps and triggers that share one client service. `connect` binds them to an account's client.
 */
export const make = <Self, Client>(
  options: PluginInfo & {
    readonly accountKinds: ReadonlyArray<AccountKind>
    readonly toolSteps: ReadonlyArray<ToolStep<Self>>
    readonly triggers: ReadonlyArray<Trigger<Self>>
    readonly subjectOf?: Plugin["subjectOf"]
    /** The client's service key. `client` makes the client of an account. */
    readonly service: Context.Key<Self, Client>
    readonly client: (account: Account) => Effect.Effect<Client, ProviderError, Transport | Spend>
    readonly webhooks?: Webhooks<Self>
    /** Readable names for the limits that the client's budgets count. */
    readonly limitName?: LimitName
    /** Card makers for the outputs of its steps, keyed by step id. */
    readonly cards?: Plugin["cards"]
    /** Requests the account's identity, for triggers. */
    readonly watcher?: Effect.Effect<Watcher, ProviderError, Self>
  }
): Plugin => {
  const { service, client, toolSteps, triggers, webhooks, watcher: findWatcher, ...rest } = options
  const info = { ...rest, accountKinds: rest.accountKinds.map(minting) }
  const steps = new Map(toolSteps.map((step) => [step.id, step]))
  const missing = (what: string): never => {
    throw new Error(`${info.id} does not have ${what}`)
  }
  const polledTriggers = triggers.flatMap(({ id, poll }) => (poll === undefined ? [] : [id]))
  const notPolled = (id: string) => {
    const names = nearest(id, polledTriggers)
    const what = "No polled trigger has that name."
    const reason = { _tag: "NotFound", what, remedy: { to: "chooseName", names }, known: names } as const
    return new ProviderError({ provider: info.id, operation: "poll", reason })
  }
  const connect = Effect.fnUntraced(function* (account: Account) {
    const kind = info.accountKinds.find(({ id }) => id === account.kind)
    const ready = kind === undefined ? account : yield* withTokens(kind, account)
    const connectedClient = yield* Effect.provideService(client(ready), BudgetScope, `${info.id}/${account.name}`)
    const provideClient = Effect.provideService(service, connectedClient)
    const stepOf = (id: string) => steps.get(id) ?? missing(`the step ${id}`)
    // A failure, such as a rejected token or an unavailable service, must not be cached forever.
    const watcher = yield* Effect.cachedWithTTL(
      findWatcher === undefined ? Effect.succeed(ANONYMOUS) : provideClient(findWatcher),
      (exit) => (Exit.isSuccess(exit) ? Duration.infinity : WATCHER_RETRY)
    )
    const poll = Effect.fnUntraced(function* (id: string, target: unknown, cursor: string | undefined, who?: Watcher) {
      const trigger = triggers.find((one) => one.id === id)
      if (trigger?.poll === undefined) return yield* notPolled(id)
      const input = yield* Effect.fromResult(trigger.read({ target }))
      return yield* provideClient(trigger.poll(input.target, cursor, who ?? (yield* watcher)))
    })
    const connection: EventConnection = {
      run: (id, input) => provideClient(stepOf(id).run(input)),
      preview: (id, input) => provideClient(stepOf(id).preview(input)),
      secrets: () => ready.tokens?.secrets() ?? [],
      poll,
      check: (id, target) => {
        const trigger = triggers.find((one) => one.id === id)
        return trigger?.check === undefined ? Effect.void : provideClient(trigger.check(target))
      },
      watcher,
      ...(webhooks !== undefined && { webhooks: bound(webhooks, provideClient) })
    }
    return connection
  })
  return {
    ...info,
    // Apps only read the descriptions of steps and triggers. Running them goes through `connect`.
    toolSteps: toolSteps as unknown as ReadonlyArray<ToolStep<never>>,
    triggers: triggers as unknown as ReadonlyArray<Trigger<never>>,
    ...(webhooks !== undefined && { webhooks }),
    connect
  }
}
