/** The connected accounts, wherever they are kept: what may be shown of them, and the one that a call sends with. */
import { ProviderError, type Connectable } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { quotedName } from "../runner/Catalog.ts"
import { secretsOf, variablesOf, type Account, type KindVariables } from "./Account.ts"

/** A connected account as it may be shown: without its secrets. */
export interface ListedAccount extends Pick<Account, "plugin" | "name" | "kind" | "settings" | "readOnly"> {
  /** Why it does not open; absent where it does. */
  readonly problem?: ProviderError
}

/** What an account is found by: the plugin, with its title and its ways to connect for where none is. */
export interface AccountsOf {
  readonly id: string
  readonly title: string
  readonly accountKinds: ReadonlyArray<KindVariables>
}

/** The connected accounts. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** Every account; one that does not open stops no other. */
    readonly list: Effect.Effect<ReadonlyArray<ListedAccount>, ProviderError | StorageError>
    /**
     * The account that a call to a plugin uses, as `choose` says; no other is opened. As long as an account stays as it is,
     * this gives the same object: a client lives as long as its account's.
     */
    readonly find: (plugin: AccountsOf, name?: string) => Effect.Effect<Account, ProviderError | StorageError>
    /** Every secret of every account, for redaction. Asked where something failed. */
    readonly secrets: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ProviderError | StorageError>
  }
>()("@inlay/agent-plugin/Accounts") {
  /**
   * Accounts that a program has at hand. One whose revision is the one of before is taken for the same.
   * @param read asked at each call
   */
  static readonly layer = (read: () => ReadonlyArray<Account>): Layer.Layer<Accounts> =>
    Layer.sync(Accounts, () => {
      let current = new Map<string, Account>()
      const now = () => {
        const before = current
        current = new Map()
        for (const account of read()) {
          const earlier = before.get(scopeOf(account))
          current.set(scopeOf(account), earlier?.revision === account.revision ? earlier : account)
        }
        return [...current.values()]
      }
      return {
        list: Effect.sync(() => now().map(listed)),
        find: (plugin, name) =>
          Effect.suspend(() => {
            const own = now().filter((account) => account.plugin === plugin.id)
            return Effect.fromResult(choose(plugin, own, name))
          }),
        secrets: Effect.sync(() => now().flatMap(secretsOf))
      }
    })
}

/** An account without what sends. */
export const listed = ({ plugin, name, kind, settings, readOnly }: Account): ListedAccount => ({
  plugin,
  name,
  kind,
  settings,
  readOnly
})

/** An account's name in ledger and cache. Caches add the account's address to it, after an `@`. */
export const scopeOf = ({ plugin, name }: Pick<Account, "plugin" | "name">): string => `${plugin}/${name}`

const connectableOf = ({ id, accountKinds }: AccountsOf): Connectable => ({
  plugin: id,
  variables: variablesOf(id, accountKinds)
})

const failure = (plugin: AccountsOf, reason: ProviderError["reason"]) =>
  Result.fail(new ProviderError({ provider: plugin.id, operation: "accounts", reason }))

/**
 * Which of a plugin's accounts a call means: the named one, or the only one. Names are taken as lists print them too, with
 * the plugin before them.
 */
export const choose = <A extends Pick<Account, "name">>(
  plugin: AccountsOf,
  accounts: ReadonlyArray<A>,
  name: string | undefined
): Result.Result<A, ProviderError> => {
  const wantedName = name?.trim().replace(new RegExp(`^${plugin.id}/`), "") || undefined
  const account = wantedName === undefined ? accounts[0] : accounts.find((one) => one.name === wantedName)
  if (account !== undefined && (wantedName !== undefined || accounts.length === 1)) return Result.succeed(account)
  const facts = accounts.length === 0 ? { connectable: connectableOf(plugin) } : {}
  if (accounts.length === 0 && wantedName === undefined) {
    const what = `No ${plugin.title} account is connected.`
    return failure(plugin, { _tag: "Unauthorized", what, remedy: { to: "connect" }, ...facts })
  }
  const names = accounts.map((one) => one.name)
  return failure(plugin, {
    _tag: "NotFound",
    what:
      wantedName === undefined
        ? `Several ${plugin.title} accounts are connected, and the call names none.`
        : `There is no ${plugin.title} account ${quotedName(wantedName)}.`,
    remedy: names.length === 0 ? { to: "connect" } : { to: "chooseName", names },
    known: names,
    ...facts
  })
}
