/**
 * Who runs tool steps for the extension: this browser itself (`direct.ts`), or another program on the user's behalf.
 * What it promises is the same: a preview sends nothing, and whatever costs passes the spending path.
 */
import type { Account, AccountKind, CheckReport } from "@inlay/agent-plugin/Account"
import type { Runnable, SubjectTrace } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

import type { AccountRef } from "../features/accounts/requests.ts"

/** A lookup of an account that nobody answered for certain. */
export interface Undecided {
  readonly id: string
  readonly operation: string
  readonly keys: ReadonlyArray<string>
  /** ISO 8601. */
  readonly at: string
  /** The most that it cost, in credits; `null` where the account had no price for it. */
  readonly upTo: number | null
}

/** What running a step would cost and meet. */
export interface Ahead extends Omit<Preview, "blocking"> {
  /** Lookups whose charge is unknown and that stand in the way, oldest first. */
  readonly blocking: ReadonlyArray<Undecided>
}

/** A step of an account's plugin, and its input. */
export interface Ask extends AccountRef {
  readonly step: string
  readonly input: unknown
}

export interface RunOptions {
  /** Although an earlier charge for the same subject is unknown, or its answer was not saved. */
  readonly askAgain: boolean
  /** Passes over the saved answer, and pays for a newer one. */
  readonly refresh?: boolean
  /** The step costs nothing, whatever becomes of it: a lost answer leaves no charge behind. */
  readonly isFree?: boolean
}

/** What an account has spent. */
export interface Figures {
  /** Credits of the UTC day. */
  readonly today: number
  /** Lookups whose charge is unknown, oldest first. */
  readonly undecided: ReadonlyArray<Undecided>
}

/** One way to run steps. An account belongs to one way, by its name: what is asked of one never goes by the other. */
export interface Way {
  /** What running a paid step would meet. */
  readonly preview: (ask: Ask) => Effect.Effect<Ahead, ProviderError>
  readonly run: (ask: Ask, options: RunOptions) => Effect.Effect<unknown, ProviderError>
  /** Nothing for an account whose plugin costs nothing. */
  readonly figures: (account: AccountRef) => Effect.Effect<Figures, ProviderError>
  /** Says what became of an unknown charge of an account; false where there is no such one. Buys nothing. */
  readonly settle: (
    account: AccountRef,
    charge: { readonly id: string; readonly credits: number }
  ) => Effect.Effect<boolean, ProviderError>
}

export class Provider extends Context.Service<
  Provider,
  Way & {
    /** The plugins whose steps run in this browser. */
    readonly plugins: ReadonlyArray<Pick<Runnable, "id" | "title" | "accountKinds">>
    /** By what a plugin finds a person or company in what is kept; `undefined` for what is no identifier. */
    readonly traceOf: (plugin: string, identifier: string) => SubjectTrace | undefined
    /** Whether an account's settings can work, by themselves. */
    readonly validate: (account: Account) => Effect.Effect<void, ProviderError>
    /** Asks the provider, for free, whether they do. */
    readonly check: (account: Account) => Effect.Effect<CheckReport, ProviderError>
  }
>()("@inlay/extension/Provider") {}

/** A plugin's kind of account; `undefined` where there is none such. */
export const kindOf = (
  { plugins }: Pick<Provider["Service"], "plugins">,
  plugin: string,
  kind: string
): AccountKind | undefined => plugins.find(({ id }) => id === plugin)?.accountKinds.find(({ id }) => id === kind)
