/**
 * Stores this browser's connected accounts: settings in plain text, secrets encrypted. An account that can no longer be
 * read is a typed problem that asks the user to connect again; it never causes a crash and never yields an account
 * without its key. A damaged account does not affect the others.
 */
import { isReadOnly, secretsOf, type Account } from "@inlay/agent-plugin/Account"
import { Accounts, choose, scopeOf } from "@inlay/agent-plugin/Accounts"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { accountClosed } from "../messaging/own-failures.ts"
import { forgetAccounts } from "../messaging/session-storage.ts"
import { accountId, refOf } from "./account-id.ts"
import { clearScope } from "./cache.ts"
import { Database } from "./database/Database.ts"
import { forgetReadings, onceInRequest, snapshotOf } from "./database/one-reading.ts"
import { put } from "./database/requests.ts"
import { CHOICE, HUB } from "./database/snapshot.ts"
import * as Keys from "./keys.ts"
import { VaultProblem } from "./keys.ts"
import { isStoredAccount, type StoredAccount } from "./records.ts"

/** What can be read of an account without its secrets. */
export interface Summary {
  readonly plugin: string
  readonly name: string
  /** `undefined` if the record cannot be read. */
  readonly readable: Pick<StoredAccount, "kind" | "settings" | "revision"> | undefined
}

export type NewAccount = Pick<Account, "plugin" | "name" | "kind" | "settings" | "secrets">

/** A snapshot of the account store, as one request of a page works with. */
interface Reading {
  /** By id; records as they are stored, including damaged ones. */
  readonly rows: ReadonlyMap<string, unknown>
  readonly key: CryptoKey | undefined
  /** A plugin's account that was chosen last. */
  readonly choiceOf: (plugin: string) => string | undefined
  readonly opened: Map<string, Effect.Effect<Account, VaultProblem>>
}

const make = (database: Database["Service"]) => {
  const { transact, read, write } = database
  const here = Effect.provideService(Database, database)

  const reading = onceInRequest(
    "accounts",
    Effect.map(snapshotOf(database), ({ accounts, key, preferences }): Reading => ({
      rows: new Map(
        (accounts as ReadonlyArray<{ readonly id: unknown }>)
          // Records without a text id cannot belong to any account.
          .flatMap((row) => (typeof row.id === "string" ? [[row.id, row] as const] : []))
          .sort(([a], [b]) => (a < b ? -1 : 1))
      ),
      key: Keys.isVaultKey(key) ? key : undefined,
      choiceOf: (plugin) => {
        const name = preferences.get(CHOICE + plugin)
        return typeof name === "string" ? name : undefined
      },
      opened: new Map()
    }))
  )

  const open = Effect.fnUntraced(function* (row: unknown, key: CryptoKey | undefined) {
    if (!isStoredAccount(row)) return yield* new VaultProblem({ kind: "recordUnreadable" })
    if (key === undefined) return yield* new VaultProblem({ kind: "keyLost" })
    const secrets = yield* Effect.all(
      Object.fromEntries(
        Object.entries(row.secrets).map(([field, ciphertext]) => [field, Keys.unseal(key, row.id, field, ciphertext)])
      )
    )
    const { plugin, name, kind, settings, revision } = row
    return { plugin, name, kind, settings, secrets, revision, readOnly: isReadOnly(settings) } satisfies Account
  })

  const list = Effect.map(reading, ({ rows }) =>
    [...rows].map(([id, row]): Summary => ({ ...refOf(id), readable: isStoredAccount(row) ? row : undefined }))
  )

  return {
    /** Every account, sorted by plugin and name. */
    list,
    find: Effect.fnUntraced(function* (plugin: string, name: string) {
      const { rows, key, opened } = yield* reading
      const id = accountId(plugin, name)
      const row = rows.get(id)
      if (row === undefined) return undefined
      const opening = opened.get(id) ?? (yield* Effect.cached(open(row, key)))
      opened.set(id, opening)
      return yield* opening
    }),
    /** The account of a plugin to start with: the one chosen last, otherwise the first by name. */
    chosen: Effect.fnUntraced(function* (plugin: string) {
      const names = (yield* list).filter((one) => one.plugin === plugin).map(({ name }) => name)
      const choice = (yield* reading).choiceOf(plugin)
      return choice !== undefined && names.includes(choice) ? choice : names[0]
    }),
    choose: (plugin: string, name: string) =>
      Effect.andThen(write("accounts.choose", "preferences", put(name, CHOICE + plugin)), forgetReadings),
    /** Whether an account exists at this moment. Ignores the request's snapshot. */
    isThere: (plugin: string, name: string) =>
      read<boolean>("accounts.isThere", "accounts", (accounts, give) => {
        const count = accounts.count(accountId(plugin, name))
        count.onsuccess = () => give(count.result > 0)
      }),
    /**
     * Replaces the account of that name, with a new revision. If it is no longer the one that is to be replaced, changes
     * nothing and returns false.
     * @param replacedRevision `undefined` if there was no such account, or none that could be read
     */
    save: Effect.fnUntraced(function* (
      { plugin, name, kind, settings, secrets }: NewAccount,
      replacedRevision?: string
    ) {
      const id = accountId(plugin, name)
      const key = yield* here(Keys.findOrMake)
      const sealedSecrets = yield* Effect.all(
        Object.fromEntries(Object.entries(secrets).map(([field, secret]) => [field, Keys.seal(key, id, field, secret)]))
      )
      const row: StoredAccount = {
        id,
        plugin,
        name,
        kind,
        settings,
        secrets: sealedSecrets,
        revision: crypto.randomUUID()
      }
      const isSaved = yield* write<boolean>("accounts.save", "accounts", (accounts, give) => {
        const standing: IDBRequest<unknown> = accounts.get(id)
        standing.onsuccess = () => {
          const isReplaced =
            (isStoredAccount(standing.result) ? standing.result.revision : undefined) === replacedRevision
          if (isReplaced) accounts.put(row)
          give(isReplaced)
        }
      })
      yield* forgetReadings
      return isSaved
    }, Keys.alone),
    /**
     * Deletes one account, its saved answers and its drafts, and the vault's key if nothing else is sealed with it. The
     * next account may have its name.
     */
    remove: (plugin: string, name: string) =>
      Effect.andThen(
        transact<void>(
          "accounts.remove",
          ["accounts", "answers", "keys", "preferences"],
          "readwrite",
          (transaction, give) => {
            const id = accountId(plugin, name)
            const accounts = transaction.objectStore("accounts")
            const preferences = transaction.objectStore("preferences")
            accounts.delete(id)
            const choice: IDBRequest<unknown> = preferences.get(CHOICE + plugin)
            choice.onsuccess = () => {
              if (choice.result === name) preferences.delete(CHOICE + plugin)
            }
            // A client's scope is its account's plugin and name.
            clearScope(transaction.objectStore("answers"), id, () => {
              const remaining = accounts.count()
              // The key also seals the hub's token.
              const hub: IDBRequest<unknown> = preferences.get(HUB)
              hub.onsuccess = () => {
                if (remaining.result === 0 && hub.result === undefined) transaction.objectStore("keys").clear()
                give()
              }
            })
          }
        ),
        Effect.andThen(
          Effect.promise(() => forgetAccounts((one) => one === accountId(plugin, name))),
          forgetReadings
        )
      ).pipe(Keys.alone)
  }
}

export class Vault extends Context.Service<Vault, ReturnType<typeof make>>()("@inlay/extension/Vault") {
  static readonly layer: Layer.Layer<Vault, never, Database> = Layer.effect(Vault, Effect.map(Database, make))
}

/** The vault's accounts as the runner's `Accounts` service. */
export const accountsLayer: Layer.Layer<Accounts, never, Vault> = Layer.effect(
  Accounts,
  Effect.map(Vault, ({ list, find }) => {
    /** An unchanged account stays the same object, because its client lives as long as that object. */
    const current = new Map<string, Account>()
    const same = (account: Account): Account => {
      const id = scopeOf(account)
      const currentAccount = current.get(id)
      if (currentAccount?.revision === account.revision) return currentAccount
      current.set(id, account)
      return account
    }
    const openAccount = ({ plugin, name }: Summary) =>
      find(plugin, name).pipe(
        Effect.map((account): ReadonlyArray<Account> => (account === undefined ? [] : [same(account)])),
        Effect.catchTag("VaultProblem", () => Effect.succeed<ReadonlyArray<Account>>([]))
      )
    return {
      list: Effect.map(list, (all) =>
        all.map(({ plugin, name, readable }) => {
          const { kind, settings } = readable ?? { kind: "", settings: {} }
          return { plugin, name, kind, settings, readOnly: isReadOnly(settings) }
        })
      ),
      find: (plugin, name) =>
        Effect.gen(function* () {
          const all = yield* list
          const choice = yield* Effect.fromResult(
            choose(
              plugin,
              all.filter((one) => one.plugin === plugin.id),
              name
            )
          )
          const account = yield* find(plugin.id, choice.name).pipe(
            Effect.catchTag("VaultProblem", (problem) => Effect.fail(accountClosed(choice.name, problem)))
          )
          for (const id of current.keys()) if (!all.some((one) => scopeOf(one) === id)) current.delete(id)
          return account === undefined ? yield* Effect.die(`${choice.name} is listed and not there`) : same(account)
        }),
      secrets: Effect.flatMap(list, (all) =>
        Effect.map(Effect.forEach(all, openAccount), (accounts) => accounts.flat().flatMap(secretsOf))
      )
    }
  })
)
