/**
 * The connected accounts of this browser: settings in plain, secrets sealed. What cannot be read any more is a typed
 * problem whose answer is to connect again, never a crash and never an account without its key.
 */
import { Accounts, isReadOnly, type Account, type ClosedAccount } from "@inlay/agent-plugin/Account"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { storageFailure } from "../providers/failures.ts"
import { clearScope } from "./cache.ts"
import { Database } from "./database.ts"
import * as Keys from "./keys.ts"
import { VaultProblem } from "./keys.ts"
import { isStoredAccount, type StoredAccount } from "./records.ts"

/** What tool calls would name the account by; a browser keeps one for each plugin. */
export const ACCOUNT_NAME = "browser"

/** What may be known of an account without its secrets. */
export interface Summary {
  readonly settings: Readonly<Record<string, string>>
}

export interface NewAccount {
  readonly plugin: string
  readonly kind: string
  readonly settings: Account["settings"]
  readonly secrets: Account["secrets"]
}

export class Vault extends Context.Service<
  Vault,
  {
    readonly summary: (plugin: string) => Effect.Effect<Summary | undefined, VaultProblem | StorageError>
    readonly account: (plugin: string) => Effect.Effect<Account | undefined, VaultProblem | StorageError>
    /** Every account with its secrets, or why it cannot be read: a damaged one stops no other. */
    readonly each: Effect.Effect<ReadonlyArray<Account | ClosedAccount>, StorageError>
    /** Takes the place of the plugin's account, under a new revision. */
    readonly save: (account: NewAccount) => Effect.Effect<void, StorageError>
    /** Deletes the plugin's account and its kept answers, nobody else's; and the vault's key with the last account. */
    readonly remove: (plugin: string) => Effect.Effect<void, StorageError>
  }
>()("@inlay/extension/Vault") {
  static readonly layer: Layer.Layer<Vault, never, Database> = Layer.effect(
    Vault,
    Effect.map(Database, (database) => make(database))
  )
}

/** The vault's accounts as the runner sees them. */
export const accountsLayer: Layer.Layer<Accounts, never, Vault> = Layer.effect(
  Accounts,
  Effect.map(Vault, ({ each }) => ({
    all: Effect.map(each, (accounts) => accounts.filter(isOpen)),
    closed: Effect.map(each, (accounts) => accounts.filter(isClosed))
  }))
)

const isClosed = (account: Account | ClosedAccount): account is ClosedAccount => "problem" in account
const isOpen = (account: Account | ClosedAccount): account is Account => !isClosed(account)

/** The plugin of a record that cannot be read, as far as that can be told. */
const pluginOf = (row: unknown): string => {
  const id = typeof row === "object" && row !== null && "id" in row ? row.id : undefined
  return typeof id === "string" ? id.slice(0, Math.max(0, id.indexOf("/"))) : ""
}

const idOf = (plugin: string) => `${plugin}/${ACCOUNT_NAME}`

const make = (database: Database["Service"]): Vault["Service"] => {
  const { transact } = database
  const here = Effect.provideService(Database, database)

  const rows = transact<ReadonlyArray<unknown>>("accounts.read", ["accounts"], "readonly", (transaction, give) => {
    const request = transaction.objectStore("accounts").getAll()
    request.onsuccess = () => give(request.result)
  })

  const decode = (row: unknown) =>
    isStoredAccount(row) ? Effect.succeed(row) : Effect.fail(new VaultProblem({ kind: "recordUnreadable" }))

  const find = Effect.fnUntraced(function* (plugin: string) {
    const row = yield* transact<unknown>("accounts.read", ["accounts"], "readonly", (transaction, give) => {
      const request = transaction.objectStore("accounts").get(idOf(plugin))
      request.onsuccess = () => give(request.result)
    })
    return row === undefined ? undefined : yield* decode(row)
  })

  const opened = Effect.fnUntraced(function* (stored: StoredAccount) {
    const key = yield* here(Keys.find)
    if (key === undefined) return yield* new VaultProblem({ kind: "keyLost" })
    const secrets = yield* Effect.all(
      Object.fromEntries(
        Object.entries(stored.secrets).map(([field, sealed]) => [field, Keys.unseal(key, stored.id, field, sealed)])
      )
    )
    const { plugin, kind, settings, revision } = stored
    const readOnly = isReadOnly(settings)
    const account: Account = { plugin, name: ACCOUNT_NAME, kind, settings, secrets, revision, readOnly }
    return account
  })

  return {
    summary: Effect.fnUntraced(function* (plugin) {
      const stored = yield* find(plugin)
      return stored && { settings: stored.settings }
    }),
    account: Effect.fnUntraced(function* (plugin) {
      const stored = yield* find(plugin)
      return stored && (yield* opened(stored))
    }),
    each: Effect.flatMap(rows, (found) =>
      Effect.forEach(found, (row) =>
        Effect.flatMap(decode(row), opened).pipe(
          Effect.map((account): Account | ClosedAccount => account),
          Effect.catchTag("VaultProblem", (problem) =>
            Effect.succeed({
              plugin: pluginOf(row),
              name: ACCOUNT_NAME,
              problem: storageFailure("accounts", problem)
            })
          )
        )
      )
    ),
    save: Effect.fnUntraced(function* ({ plugin, kind, settings, secrets }) {
      const id = idOf(plugin)
      const key = yield* here(Keys.findOrMake)
      const sealed = yield* Effect.all(
        Object.fromEntries(Object.entries(secrets).map(([field, secret]) => [field, Keys.seal(key, id, field, secret)]))
      )
      const row: StoredAccount = { id, plugin, kind, settings, secrets: sealed, revision: crypto.randomUUID() }
      yield* transact<void>("accounts.save", ["accounts"], "readwrite", (transaction, give) => {
        transaction.objectStore("accounts").put(row)
        give()
      })
    }),
    remove: (plugin) =>
      transact<void>("accounts.remove", ["accounts", "answers", "keys"], "readwrite", (transaction, give) => {
        const accounts = transaction.objectStore("accounts")
        accounts.delete(idOf(plugin))
        // A client's scope is its account's plugin and name.
        clearScope(transaction.objectStore("answers"), idOf(plugin), () => {
          const left = accounts.count()
          left.onsuccess = () => {
            if (left.result === 0) transaction.objectStore("keys").clear()
            give()
          }
        })
      })
  }
}
