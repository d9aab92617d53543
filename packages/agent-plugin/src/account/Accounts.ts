/**
 * The connected accounts, independent of where they are stored: what may be displayed of them, and the account that a
 * call uses.
 */
import { ProviderError, type Connectable, type Reason } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { quotedName } from "../steps/Catalog.ts"
import { secretsOf, type Account } from "./Account.ts"
import { variablesOf, type KindVariables } from "./Environment.ts"

/** A connected account without its secrets, safe to display. */
export interface ListedAccount extends Pick<Account, "plugin" | "name" | "kind" | "settings" | "readOnly"> {
  /** Why the account cannot be opened. Absent if it can. */
  readonly problem?: ProviderError
}

/** The plugin whose account is wanted. The title and account kinds are used for the error if none is connected. */
export interface AccountsOf {
  readonly id: string
  readonly title: string
  readonly accountKinds: ReadonlyArray<KindVariables>
}

/** Access to the connected accounts. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** Lists every account. An account that cannot be opened does not keep the others from being listed. */
    readonly list: Effect.Effect<ReadonlyArray<ListedAccount>, ProviderError | StorageError>
    /**
     * Returns the account that a call to a plugin uses, as `choose` selects it. No other account is opened. Returns the
     * same object as long as the account is unchanged, because clients are cached by account object.
     */
    readonly find: (plugin: AccountsOf, name?: string) => Effect.Effect<Account, ProviderError | StorageError>
    /** Every secret of every account, for redaction. Read only after a failure. */
    readonly secrets: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ProviderError | StorageError>
  }
>()("@inlay/agent-plugin/Accounts") {
  /**
   * Accounts from memory. An account with an unchanged revision keeps its object.
   * @param read called for each access
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
        list: Effect.sync(() => now().map(listedAccount)),
        find: (plugin, name) =>
          Effect.suspend(() => {
            const own = now().filter((account) => account.plugin === plugin.id)
            return Effect.fromResult(choose(plugin, own, name))
          }),
        secrets: Effect.sync(() => now().flatMap(secretsOf))
      }
    })
}

/** Finds the account of a run, as `Accounts.find` does. A failure of the store becomes the run's error. */
export const findForRun = (
  { find }: Pick<Accounts["Service"], "find">,
  plugin: AccountsOf,
  name: string | undefined
): Effect.Effect<Account, ProviderError> =>
  Effect.mapError(find(plugin, name), (error) => {
    if (error._tag === "ProviderError") return error
    const what = `The accounts cannot be read: ${error.message}.`
    const { remedy = { to: "repairStorage" } } = error
    // Not `Unauthorized`, after which callers would replace a key that is fine.
    const reason: Reason = { _tag: "Refused", guard: "vault", what, remedy, nothing: "sent" }
    return new ProviderError({ provider: plugin.id, operation: "accounts", reason })
  })

/** Removes the secrets from an account. */
export const listedAccount = ({ plugin, name, kind, settings, readOnly }: Account): ListedAccount => ({
  plugin,
  name,
  kind,
  settings,
  readOnly
})

/** The account's scope in the ledger and cache. Caches append `@` and the account's address. */
export const scopeOf = ({ plugin, name }: Pick<Account, "plugin" | "name">): string => `${plugin}/${name}`

/** The account of a row in the ledger. */
export const accountOfScope = (scope: string): Pick<Account, "plugin" | "name"> => {
  const slash = scope.indexOf("/")
  return slash === -1 ? { plugin: scope, name: "" } : { plugin: scope.slice(0, slash), name: scope.slice(slash + 1) }
}

const connectableOf = ({ id, accountKinds }: AccountsOf): Connectable => ({
  plugin: id,
  variables: variablesOf(id, accountKinds)
})

const failure = (plugin: AccountsOf, reason: ProviderError["reason"]) =>
  Result.fail(new ProviderError({ provider: plugin.id, operation: "accounts", reason }))

/**
 * Selects the account that a call means: the named one, or the only one. Names are also accepted with the plugin prefix
 * that lists print.
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
