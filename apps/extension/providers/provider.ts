/**
 * Who runs tool steps for the extension: this browser itself (`direct.ts`), or another program on the user's behalf.
 * What it promises is the same: a preview sends nothing, and whatever costs passes the spending path.
 */
import type { Account, AccountKind, CheckReport } from "@inlay/agent-plugin/Account"
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A lookup of an account that nobody answered for certain. */
export interface Undecided {
  readonly id: string
  readonly operation: string
  readonly keys: ReadonlyArray<string>
  /** ISO 8601. */
  readonly at: string
  /** The most that it cost, in credits; `null` where the account had no price for it. */
  readonly upTo: number | null
  /** Whether it stands in the way of the lookup that was previewed. */
  readonly blocks: boolean
}

export interface Ahead extends Preview {
  /** The account's lookups whose charge is unknown, whoever they were about, oldest first. */
  readonly undecided: ReadonlyArray<Undecided>
}

export class Provider extends Context.Service<
  Provider,
  {
    /** The first kind of account of a plugin; its fields are what the options page asks for. */
    readonly kindOf: (plugin: string) => AccountKind
    /** What running a paid step would meet. */
    readonly preview: (stepId: string, input: unknown) => Effect.Effect<Ahead, ProviderError>
    readonly run: (
      stepId: string,
      input: unknown,
      options: { readonly askAgain: boolean }
    ) => Effect.Effect<unknown, ProviderError>
    /**
     * Says what became of an unknown charge of the account that a paid step runs by; false where there is no such one.
     * Sends nothing.
     */
    readonly settle: (
      stepId: string,
      input: unknown,
      charge: { readonly id: string; readonly credits: number }
    ) => Effect.Effect<boolean, ProviderError>
    /** By what a plugin finds a person or company in what is kept; `undefined` for what is no identifier. */
    readonly traceOf: (plugin: string, identifier: string) => SubjectTrace | undefined
    /** Whether an account's settings can work, by themselves. */
    readonly validate: (account: Account) => Effect.Effect<void, ProviderError>
    /** Asks the provider, for free, whether they do. */
    readonly check: (account: Account) => Effect.Effect<CheckReport, ProviderError>
  }
>()("@inlay/extension/Provider") {}
