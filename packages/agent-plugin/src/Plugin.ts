/**
 * A plugin: its tool steps, triggers and account kinds, and how an account becomes a client. Apps know plugins only
 * through this.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { Account, AccountKind } from "./Account.ts"
import type { StepInfo, ToolStep } from "./ToolStep.ts"
import type { Trigger } from "./Trigger.ts"

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

/** How one person or company is found in what is kept, to be erased. */
export interface SubjectTrace {
  /** The keys of cache and ledger that its lookups stand under, whichever account asked. */
  readonly keys: ReadonlyArray<string>
  /** Its identifier as answers hold it, each form in lower case; a record that holds one is about it, or names it. */
  readonly texts: ReadonlyArray<string>
}

/** A step bound to one account's client. */
export type BoundStep = (input: unknown) => Effect.Effect<unknown, ProviderError>

/** What running a plugin's steps takes: an app that describes none of them to anybody carries no more. */
export interface Runnable extends Pick<PluginInfo, "id" | "title"> {
  readonly accountKinds: ReadonlyArray<AccountKind>
  readonly toolSteps: ReadonlyArray<Pick<StepInfo, "id" | "title" | "hints" | "readsToo">>
  /** What a plugin that keeps answers about people and companies says of an identifier; `undefined` where it is none. */
  readonly subjectOf?: ((identifier: string) => SubjectTrace | undefined) | undefined
  /** An account's client behind its steps, by step id. Fails where the account's settings cannot work. */
  readonly connect: (
    account: Account
  ) => Effect.Effect<ReadonlyMap<string, BoundStep>, ProviderError, Transport | Spend>
}

/** A plugin as apps see it. */
export interface Plugin extends PluginInfo, Runnable {
  readonly toolSteps: ReadonlyArray<ToolStep<never>>
  readonly triggers: ReadonlyArray<Trigger<never>>
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
  }
): Plugin => {
  const { service, client, toolSteps, triggers, ...info } = options
  return {
    ...info,
    // Outside, steps and triggers are only described; running one goes through `connect`.
    toolSteps: toolSteps as unknown as ReadonlyArray<ToolStep<never>>,
    triggers: triggers as unknown as ReadonlyArray<Trigger<never>>,
    connect: (account) =>
      Effect.map(
        client(account),
        (made) =>
          new Map(
            toolSteps.map((step) => [
              step.id,
              (input: unknown) => Effect.provideService(step.run(input), service, made)
            ])
          )
      )
  }
}
