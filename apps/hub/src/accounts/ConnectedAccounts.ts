/**
 * The accounts that steps run with: those of the environment and the stored ones, read at each call. Accounts that
 * another process connects, replaces or disconnects are seen from the next call on. A call opens only the account that
 * it uses.
 */
import { secretsOf, type Account } from "@inlay/agent-plugin/Account"
import { Accounts, choose, listedAccount, scopeOf, type ListedAccount } from "@inlay/agent-plugin/Accounts"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import { StorageError } from "@inlay/core-http/StorageError"
import { BuyerOfRun } from "@inlay/sql-stores/LookupCache"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"

import { AccountRows, type AccountIdentity } from "../storage/AccountRows.ts"
import { release } from "./known-secrets.ts"
import { connected, fromStored, isUsedBeside, type Environment, type PluginAccount } from "./plugin-account.ts"
import type { StoredAccount } from "./stored-account.ts"
import { StoredAccounts } from "./StoredAccounts.ts"
import * as Tokens from "./token-source.ts"

/** Adds a token source to a stored account that was signed in to, so that its token is renewed. */
export const renewing = Effect.fnUntraced(function* (one: PluginAccount, from: StoredAccount) {
  if (one.kind.signIn === undefined || from.grant === undefined) return one
  const tokens = yield* Tokens.make(one.kind.signIn, one.account, from)
  return { ...one, account: { ...one.account, tokens } }
})

/** Notes the account that a run uses, so that it stores answers only while the account exists. */
const noteBuyer = ({ id, origin = id, ...account }: AccountIdentity) =>
  Effect.map(BuyerOfRun, (run) => {
    if (run !== undefined) run.buyer = { origin, scope: scopeOf(account) }
  })

/** An open account, and the scope to close when it is dropped. */
interface OpenAccount {
  readonly account: Account
  readonly scope: Scope.Closeable
}

const UNREADABLE: Remedy = {
  to: "read",
  text: "Repair the data directory, or give the account by environment variables."
}

/** Adds a remedy: an account that cannot be read can be given by environment variables instead. */
const withRemedy = (error: ProviderError | StorageError) =>
  error._tag === "StorageError" && error.remedy === undefined
    ? new StorageError({ operation: error.operation, cause: error.cause, remedy: UNREADABLE })
    : error

const make = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>, env: Environment) {
  const rows = yield* AccountRows
  const storedAccounts = yield* StoredAccounts
  const services = yield* Effect.context<Tokens.Needs | Scope.Scope>()
  const ofEnvironment = connected(plugins, env, []).map(({ account }) => account)
  /** Keyed by row id: a replaced account gets a new id. */
  const open = new Map<string, OpenAccount>()
  const oneReader = yield* Semaphore.make(1)
  let current: { readonly revisions: string; readonly names: ReadonlyArray<AccountIdentity> } | undefined

  const hasKind = ({ plugin, kind }: AccountIdentity) =>
    plugins.some(({ id, accountKinds }) => id === plugin && accountKinds.some((one) => one.id === kind))

  /**
   * The current accounts whose kind this program knows. Accounts that are gone are dropped along with their secrets.
   */
  const names = Effect.gen(function* () {
    const revisions = yield* rows.revisions
    if (current?.revisions === revisions) return current.names
    const all = (yield* storedAccounts.names).filter(hasKind)
    for (const [id, { scope }] of open) {
      if (all.some((one) => one.id === id)) continue
      open.delete(id)
      release(id)
      yield* Scope.close(scope, Exit.void)
    }
    current = { revisions, names: all }
    return all
  })

  const openAccount = Effect.fnUntraced(function* ({ id }: AccountIdentity) {
    const before = open.get(id)
    if (before !== undefined) return before.account
    const from = yield* storedAccounts.byId(id)
    const one = from && fromStored(plugins, from)
    if (from === undefined || one === undefined) return undefined
    const scope = yield* Scope.fork(yield* Effect.scope)
    const { account } = yield* Effect.provideService(renewing(one, from), Scope.Scope, scope)
    open.set(id, { account, scope })
    return account
  })

  const usedBeside = (stored: ReadonlyArray<AccountIdentity>) =>
    ofEnvironment.filter((account) => isUsedBeside(account, stored))

  /** Runs one at a time, so that concurrent calls share one account, and with it one client and one token renewal. */
  const alone = <A, E>(effect: Effect.Effect<A, E, Tokens.Needs | Scope.Scope>) =>
    oneReader.withPermits(1)(Effect.provideContext(effect, services))

  const each = alone(
    Effect.flatMap(names, (all) =>
      Effect.forEach(all, (entry) =>
        Effect.map(Effect.result(openAccount(entry)), (account) => ({ named: entry, account }))
      )
    )
  )

  /** Secrets of accounts whose plugin is not loaded: these must be redacted too. */
  const secretsOfOthers = Effect.gen(function* () {
    const others = (yield* storedAccounts.names).filter((one) => !hasKind(one))
    const all = yield* Effect.forEach(others, ({ id }) =>
      Effect.orElseSucceed(storedAccounts.byId(id), () => undefined)
    )
    return all.flatMap((one) => Object.values(one?.secrets ?? {}))
  })

  return Accounts.of({
    list: Effect.mapError(
      Effect.map(each, (accounts) => [
        ...usedBeside(accounts.map(({ named }) => named)).map(listedAccount),
        ...accounts.flatMap(({ named, account }): ReadonlyArray<ListedAccount> => {
          if (Result.isFailure(account)) return [inaccessible(named, account.failure)]
          return account.success === undefined ? [] : [listedAccount(account.success)]
        })
      ]),
      withRemedy
    ),
    find: (plugin, name) =>
      Effect.mapError(
        alone(
          Effect.gen(function* () {
            const storedNames = yield* names
            const own = [
              ...usedBeside(storedNames).map((account) => ({ name: account.name, plugin: account.plugin, account })),
              ...storedNames.map((entry) => ({ name: entry.name, plugin: entry.plugin, named: entry }))
            ].filter((one) => one.plugin === plugin.id)
            const chosenAccount = yield* Effect.fromResult(choose(plugin, own, name))
            if ("account" in chosenAccount) return chosenAccount.account
            const account = yield* openAccount(chosenAccount.named)
            if (account !== undefined) {
              yield* noteBuyer(chosenAccount.named)
              return account
            }
            // The account was removed after its name was read: answer as if it had never existed.
            const others: ReadonlyArray<{ readonly name: string }> = own.filter((one) => one !== chosenAccount)
            const choice = choose(plugin, others, chosenAccount.name)
            return yield* Result.isFailure(choice) ? Effect.fail(choice.failure) : Effect.die("a name stands for two")
          })
        ),
        withRemedy
      ),
    secrets: Effect.zipWith(each, secretsOfOthers, (accounts, others) => [
      ...ofEnvironment.flatMap(secretsOf),
      ...accounts.flatMap(({ account }) =>
        Result.isSuccess(account) && account.success !== undefined ? secretsOf(account.success) : []
      ),
      ...others
    ])
  })
})

/** An account that cannot be opened. Its settings are omitted because somebody may have tampered with them. */
const inaccessible = ({ plugin, name, kind }: AccountIdentity, error: ProviderError | StorageError): ListedAccount => ({
  plugin,
  name,
  kind,
  settings: {},
  readOnly: false,
  problem:
    error._tag === "ProviderError"
      ? error
      : new ProviderError({
          provider: plugin,
          operation: "accounts",
          reason: {
            _tag: "Refused",
            guard: "vault",
            what: `The account cannot be read: ${error.message}.`,
            remedy: UNREADABLE
          }
        })
})

export const layer = (plugins: ReadonlyArray<Plugin>, env: Environment): Layer.Layer<Accounts, never, Tokens.Needs> =>
  Layer.effect(Accounts, make(plugins, env))
