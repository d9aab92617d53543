/**
 * Who runs tool steps for the extension: this browser itself (`direct.ts`), or another program on the user's behalf.
 * What it promises is the same: a preview sends nothing, and whatever costs passes the spending path.
 */
import type { Account, AccountKind, CheckReport } from "@inlay/agent-plugin/Account"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A lookup of an account that nobody answered for certain. */
export interface Undecided {
  readonly operation: string
  readonly keys: ReadonlyArray<string>
  /** ISO 8601. */
  readonly at: string
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
      options: { readonly retryUnknown: boolean }
    ) => Effect.Effect<unknown, ProviderError>
    /** Whether an account's settings can work, by themselves. */
    readonly validate: (account: Account) => Effect.Effect<void, ProviderError>
    /** Asks the provider, for free, whether they do. */
    readonly check: (account: Account) => Effect.Effect<CheckReport, ProviderError>
  }
>()("@inlay/extension/Provider") {}
