/**
 * The interface through which the extension runs tool steps: in this browser (`direct.ts`), or in another program on
 * the user's behalf. Both make the same promise: a preview sends nothing, and every paid request passes through the
 * spending path.
 */
import type { Account, AccountKind, CheckReport, FieldRules } from "@inlay/agent-plugin/Account"
import type { Runnable, SubjectTrace } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

import type { AccountRef } from "../messaging/account.ts"
import type { RequestError } from "../messaging/own-failures.ts"

/** A lookup whose answer was lost, so its charge is unknown. */
export interface UnknownChargeRow {
  /** The id of the ledger row. */
  readonly id: string
  readonly operation: string
  readonly keys: ReadonlyArray<string>
  /** ISO 8601. */
  readonly at: string
  /** The most that it can have cost, in credits, by the account's prices at that time; `null` if it had none. */
  readonly upTo: number | null
}

/** Credits of the UTC day, of the run, and of this browser's UTC day at the hub. */
interface Spans {
  readonly day?: number | undefined
  readonly run?: number | undefined
  readonly principal?: number | undefined
}

/** The preview of a step: its cost, and what would block it. */
export interface StepPreview extends Pick<Preview, "estimate" | "cached" | "isUnderWay" | "uncachedPurchase"> {
  readonly spent: Spans & { readonly day: number }
  readonly caps: Spans
  /** Lookups with an unknown charge that block this one, oldest first. */
  readonly blocking: ReadonlyArray<UnknownChargeRow>
  /** The id of the hub that says so; absent for this browser. */
  readonly hub?: string
}

/** A step of an account's plugin, and its input. */
interface Ask extends AccountRef {
  readonly step: string
  readonly input: unknown
}

export interface RunOptions {
  /** Runs although an earlier charge for the same subject is unknown, or its answer was not saved. */
  readonly askAgain?: boolean
  /** Bypasses the saved answer and pays for a newer one. */
  readonly refresh?: boolean
  /** The most credits that it may cost; with 0, only a saved answer is returned. `undefined`: no limit but the caps. */
  readonly maxCredits?: number | undefined
  /** The id of the hub that showed the price. Another one is asked for nothing. */
  readonly hub?: string | undefined
  /** The step costs nothing in any case, so that a lost answer leaves no unknown charge. */
  readonly isFree?: boolean
}

/** What an account has spent. */
export interface Spent {
  /** Credits of the UTC day. */
  readonly today: number
  /** Lookups whose charge is unknown, oldest first. */
  readonly unknownCharges: ReadonlyArray<UnknownChargeRow>
}

/** One way to run steps. An account's name decides its way, and requests of one way never go the other way. */
export interface Way {
  /** Reports what running a paid step would cost, and what would block it. */
  readonly preview: (ask: Ask) => Effect.Effect<StepPreview, ProviderError>
  readonly run: (ask: Ask, options: RunOptions) => Effect.Effect<unknown, ProviderError>
  /** Empty for an account whose plugin costs nothing. */
  readonly spent: (account: AccountRef) => Effect.Effect<Spent, RequestError>
  /** Settles an unknown charge of an account. Returns false if there is no such charge. Buys nothing. */
  readonly settle: (
    account: AccountRef,
    charge: { readonly id: string; readonly credits: number }
  ) => Effect.Effect<boolean, RequestError>
}

export class Steps extends Context.Service<
  Steps,
  Way & {
    /** The plugins whose steps run in this browser. */
    readonly plugins: ReadonlyArray<Pick<Runnable, "id" | "title" | "accountKinds">>
    /**
     * The keys and texts by which a plugin finds a person or company in stored data; `undefined` if the text is not an
     * identifier.
     */
    readonly traceOf: (plugin: string, identifier: string) => SubjectTrace | undefined
    /** Loads a plugin's client, so that it is there when a step needs it. */
    readonly prepare: (plugin: string) => Effect.Effect<void>
    /** Checks an account's settings without sending anything. */
    readonly validate: (account: Account) => Effect.Effect<void, ProviderError>
    /** Asks the provider, free of charge, whether the settings work. */
    readonly check: (account: Account) => Effect.Effect<CheckReport, ProviderError>
  }
>()("@inlay/extension/Steps") {}

/** Returns a plugin's account kind, or `undefined` if there is no such kind. */
export const kindOf = (
  { plugins }: Pick<Steps["Service"], "plugins">,
  plugin: string,
  kind: string
): AccountKind<FieldRules> | undefined =>
  plugins.find(({ id }) => id === plugin)?.accountKinds.find(({ id }) => id === kind)
