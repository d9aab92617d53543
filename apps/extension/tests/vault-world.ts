/** A vault in a database of its own, and access to what is stored in it. */
import { assert, it } from "@effect/vitest"
import type { Accounts } from "@inlay/agent-plugin/Accounts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { accountsLayer, Vault, type NewAccount } from "../vault/accounts.ts"
import { Database, type Store } from "../vault/database/Database.ts"
import type * as Keys from "../vault/keys.ts"

export const SECRET = "sk-live-4f1c9d7be2a8"

export const SALES = { id: "salesdata", title: "Sales data", accountKinds: [] }

export const account = (of: Partial<NewAccount> = {}): NewAccount => ({
  plugin: "salesdata",
  name: "default",
  kind: "api_key",
  settings: { base_url: "https://api.provider.example", cap_day: "20" },
  secrets: { api_key: Redacted.make(SECRET) },
  ...of
})

export const test = (title: string, body: Effect.Effect<void, unknown, Vault | Accounts | Database>) =>
  it.effect(title, () => {
    const database = Database.layer(`test-${crypto.randomUUID()}`)
    return Effect.provide(body, accountsLayer.pipe(Layer.provideMerge(Vault.layer), Layer.provideMerge(database)))
  })

export interface Row {
  readonly id: string
  readonly secrets: Readonly<Record<string, Keys.SealedSecret>>
}

export const rowsOf = <A>(store: Store) =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<Array<A>>("test.rows", [store], "readonly", (transaction, give) => {
      const request = transaction.objectStore(store).getAll()
      request.onsuccess = () => give(request.result)
    })
  )

export const put = (store: Store, value: unknown, key?: IDBValidKey) =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<void>("test.put", [store], "readwrite", (transaction, give) => {
      transaction.objectStore(store).put(value, key)
      give()
    })
  )

/** Replaces the account of that name, if there is one. */
export const save = (of: Partial<NewAccount> = {}) =>
  Effect.flatMap(Vault, (vault) => {
    const next = account(of)
    return Effect.flatMap(vault.list, (all) => {
      const standing = all.find((one) => one.plugin === next.plugin && one.name === next.name)
      return vault.save(next, standing?.readable?.revision)
    })
  })
export const problem = Effect.flatMap(Vault, (vault) => Effect.flip(vault.find("salesdata", "default")))

/** The accounts of tests that read and store answers without connecting one. */
const PAYERS = [
  "account",
  "account-1",
  "account-2",
  "account-12",
  "account-1/x",
  "account-1x",
  "my-account-1",
  "account_1"
]

/** A database with accounts for which answers can be stored. */
export const databaseWithPayers = (name = `test-${crypto.randomUUID()}`): Layer.Layer<Database> =>
  Layer.effect(
    Database,
    Effect.andThen(
      Effect.forEach(PAYERS, (id) => put("accounts", { id })),
      Database
    )
  ).pipe(Layer.orDie, Layer.provide(Database.layer(name)))

/** The kind of problem that reading the account causes. */
export const problemKind = Effect.map(problem, (error) => (error._tag === "VaultProblem" ? error.kind : error._tag))

export const theRow = Effect.map(rowsOf<Row>("accounts"), ([row]) => row ?? assert.fail("no account is stored"))

export const sealedOf = ({ secrets }: Row) => secrets["api_key"] ?? assert.fail("no secret is stored")

export const flip = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))
