/** Stored accounts in a directory, opened anew for each step like in another process. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import type { Content } from "../accounts/stored-account.ts"
import * as StoredAccounts from "../accounts/StoredAccounts.ts"
import type { AccountRows } from "../storage/AccountRows.ts"
import { databaseFile } from "../storage/paths.ts"
import { storesAt, type Place } from "./places.ts"

export const CANARIES = ["canary-one-0123456789", "canary-two-9876543210"] as const

export const newAccount = (name: string, secret: string = CANARIES[0]): Content => ({
  plugin: "sample",
  name,
  kind: "key",
  settings: { base_url: "https://api.example", read_only: "true" },
  secrets: { api_key: Redacted.make(secret), second: Redacted.make(`${secret}-second`) }
})

type Services = StoredAccounts.StoredAccounts | AccountRows

/** A data directory with its SQLite file, or any place. */
type At = string | Place

const placeOf = (at: At): Place => (typeof at === "string" ? { directory: at, url: undefined } : at)

/** Runs an effect over the accounts of a place; `env` may hold the vault key. */
export const withAccounts = <A, E>(
  at: At,
  body: Effect.Effect<A, E, Services>,
  env: Readonly<Record<string, string>> = {}
): Promise<A> => {
  const place = placeOf(at)
  const accounts = StoredAccounts.layer({ directory: place.directory, env })
  return Effect.runPromise(Effect.provide(body, Layer.fresh(Layer.provideMerge(accounts, storesAt(place)))))
}

export const storedAccounts = StoredAccounts.StoredAccounts

/** Every account. Fails if one cannot be opened. */
export const openAll = Effect.flatMap(
  storedAccounts.use(({ each }) => each),
  (entries) =>
    Effect.forEach(entries, (one) =>
      one.problem === undefined ? Effect.succeed(one.account) : Effect.fail(one.problem)
    )
)

export const save = (at: At, account: Content, env = {}, replace = false) =>
  withAccounts(
    at,
    storedAccounts.use((accounts) => accounts.save(account, { replace })),
    env
  )

/** The names and secrets of the accounts, or the error. */
export const look = (
  at: At,
  env: Readonly<Record<string, string>> = {}
): Promise<ReadonlyArray<string> | ProviderError> =>
  withAccounts(
    at,
    openAll.pipe(
      Effect.map((accounts) =>
        accounts.map(({ name, secrets }) => `${name}=${Redacted.value(secrets["api_key"] ?? Redacted.make(""))}`)
      ),
      Effect.catchTag("ProviderError", (error) => Effect.succeed(error))
    ),
    env
  )

/** Changes the database as another program would. */
export const tamper = <A>(directory: string, body: (database: DatabaseSync) => A): A => {
  using database = new DatabaseSync(databaseFile(directory))
  database.exec("PRAGMA foreign_keys = OFF")
  return body(database)
}

/** Runs the body while another program, such as an MCP server, has the directory's file open. */
export const heldOpen = async <A>(directory: string, body: () => Promise<A>): Promise<A> => {
  using database = new DatabaseSync(databaseFile(directory))
  database.prepare("SELECT count(*) FROM accounts").get()
  return await body()
}

/** All bytes of all files in a directory. */
export const everyFile = (directory: string): Buffer =>
  Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name))))
