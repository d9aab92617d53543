/**
 * A plugin: its tool steps, triggers and account kinds, and how an account becomes a client. Apps know plugins only
 * through this.
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

import { withTokens, type Account, type AccountKind } from "./account/Account.ts"
import type { Card } from "./Card.ts"
import type { StepInfo, ToolStep } from "./steps/ToolStep.ts"
import type { Polled, Trigger, Watcher } from "./triggers/Trigger.ts"
import { bound, type WebhookReceiver, type Webhooks } from "./triggers/Webhooks.ts"

/** The parts of a plugin that are pure data. */
export interface PluginInfo {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: "beta" | "stable"
}

/** A plugin's title, with what its users should know of its state. */
export const titleOf = ({ title, status }: Pick<PluginInfo, "title" | "status">): string =>
  status === "beta" ? `${title} (beta)` : title

/** What people call a limit; `undefined` for one that the plugin does not know. */
export type LimitName = (resource: string, window: string) => string | undefined

/** A name of programs as words: `tokensPerDay`, `code_search`. */
const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase()

/** A limit as people read it: in the plugin's words, or its resource and window spelt out. */
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
 * A step's output as a card, for people; `undefined` where there is nothing to draw.
 * @param fetchedAt ISO 8601: when the step ran
 */
export type CardMaker = (output: never, fetchedAt: string) => Card | undefined

/** The card of an output, where its step has one. An output that was cut to fit may have none. */
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

/** How one person or company is found in what is kept, to be erased. */
export interface SubjectTrace {
  /** The keys of cache and ledger that its lookups stand under, whichever account asked. */
  readonly keys: ReadonlyArray<string>
  /** Its identifier as answers hold it, each form in lower case; a record that holds one is about it, or names it. */
  readonly texts: ReadonlyArray<string>
}

/** An account's client behind what a plugin can do with it. */
export interface Connection {
  /** Runs a step of the plugin. */
  readonly run: (stepId: string, input: unknown) => Effect.Effect<unknown, ProviderError>
  /** What running it would cost and meet now; fails where it would be refused for its input or by a guard. Sends nothing. */
  readonly preview: (stepId: string, input: unknown) => Effect.Effect<Preview, ProviderError>
  /** Secrets that the connection made for itself, such as minted tokens: for redaction. */
  readonly secrets?: () => ReadonlyArray<Redacted.Redacted>
}

/** A connection that also tells what happens at the account's service. */
export interface EventConnection extends Connection {
  /**
   * What happened since a cursor, of a trigger that is polled. A malformed target fails as `Invalid`, a trigger that is not
   * polled as `NotFound`. Who the account is, is asked of the service where the caller does not say it.
   */
  readonly poll: (
    triggerId: string,
    target: unknown,
    cursor: string | undefined,
    watcher?: Watcher
  ) => Effect.Effect<Polled<unknown>, ProviderError>
  /** Fails where the account cannot see what a trigger is to watch, as far as its service says so by one request. */
  readonly check: (triggerId: string, target: unknown) => Effect.Effect<void, ProviderError>
  /** Who the account is; asked once. Nobody, with an empty name, where the service has no names. */
  readonly watcher: Effect.Effect<Watcher, ProviderError>
  /** The service's hooks, where it has them. */
  readonly webhooks?: Webhooks<never>
}

/** What running a plugin's steps takes: an app that describes none of them to anybody carries no more. */
export interface Runnable extends Pick<PluginInfo, "id" | "title"> {
  readonly accountKinds: ReadonlyArray<AccountKind>
  readonly toolSteps: ReadonlyArray<
    Pick<StepInfo, "id" | "title" | "hints" | "readsToo"> & Partial<Pick<StepInfo, "cost">>
  >
  /** What a plugin that keeps answers about people and companies says of an identifier; `undefined` where it is none. */
  readonly subjectOf?: ((identifier: string) => SubjectTrace | undefined) | undefined
  /** An account's client. Fails where the account's settings cannot work; sends nothing. */
  readonly connect: (account: Account) => Effect.Effect<Connection, ProviderError, Transport | Spend>
}

/** A plugin as apps see it. */
export interface Plugin extends PluginInfo, Runnable {
  readonly toolSteps: ReadonlyArray<ToolStep<never>>
  readonly triggers: ReadonlyArray<Trigger<never>>
  /** How deliveries of its service are read, where it sends any. */
  readonly webhooks?: WebhookReceiver
  readonly limitName?: LimitName
  /** By the ids of the steps whose outputs are drawn as cards. */
  readonly cards?: Readonly<Record<string, CardMaker>> | undefined
  readonly connect: (account: Account) => Effect.Effect<EventConnection, ProviderError, Transport | Spend>
}

/** How soon an account is asked again for its identity, after that failed. */
const WATCHER_RETRY = Duration.seconds(5)

const NOBODY: Watcher = { login: "", scopes: [] }

/** A kind whose check and the like are given an account that has its tokens. */
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

/** A plugin of steps and triggers that share one client service; `connect` binds them to an account's client. */
export const make = <Self, Client>(
  options: PluginInfo & {
    readonly accountKinds: ReadonlyArray<AccountKind>
    readonly toolSteps: ReadonlyArray<ToolStep<Self>>
    readonly triggers: ReadonlyArray<Trigger<Self>>
    readonly subjectOf?: Plugin["subjectOf"]
    /** The client's service key, and the client of an account. */
    readonly service: Context.Key<Self, Client>
    readonly client: (account: Account) => Effect.Effect<Client, ProviderError, Transport | Spend>
    readonly webhooks?: Webhooks<Self>
    /** What the limits are called that its clients' budgets count by. */
    readonly limitName?: LimitName
    /** How outputs of its steps are drawn, by the steps' ids. */
    readonly cards?: Plugin["cards"]
    /** Who the account is, for triggers. */
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
    const what = "There is no trigger of that name that is polled."
    const reason = { _tag: "NotFound", what, remedy: { to: "chooseName", names }, known: names } as const
    return new ProviderError({ provider: info.id, operation: "poll", reason })
  }
  const connect = Effect.fnUntraced(function* (account: Account) {
    const kind = info.accountKinds.find(({ id }) => id === account.kind)
    const ready = kind === undefined ? account : yield* withTokens(kind, account)
    const connectedClient = yield* Effect.provideService(client(ready), BudgetScope, `${info.id}/${account.name}`)
    const provideClient = Effect.provideService(service, connectedClient)
    const stepOf = (id: string) => steps.get(id) ?? missing(`the step ${id}`)
    // A token that is refused, or a service that is away, is no answer for good.
    const watcher = yield* Effect.cachedWithTTL(
      findWatcher === undefined ? Effect.succeed(NOBODY) : provideClient(findWatcher),
      (exit) => (Exit.isSuccess(exit) ? Duration.infinity : WATCHER_RETRY)
    )
    const poll = Effect.fnUntraced(function* (id: string, target: unknown, cursor: string | undefined, who?: Watcher) {
      const trigger = triggers.find((one) => one.id === id)
      if (trigger?.poll === undefined) return yield* notPolled(id)
      const wish = yield* Effect.fromResult(trigger.read({ target }))
      return yield* provideClient(trigger.poll(wish.target, cursor, who ?? (yield* watcher)))
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
    // Outside, steps and triggers are only described; running one goes through `connect`.
    toolSteps: toolSteps as unknown as ReadonlyArray<ToolStep<never>>,
    triggers: triggers as unknown as ReadonlyArray<Trigger<never>>,
    ...(webhooks !== undefined && { webhooks }),
    connect
  }
}
