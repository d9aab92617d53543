/**
 * Stored accounts as database rows: plain settings, encrypted secrets, and leases on token renewal. Encrypts and
 * decrypts nothing. Deleted content is also removed from the database's files.
 */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import { CLOCK_TOLERANCE_MILLIS } from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

export interface SecretRow {
  /** A field of the account kind, or one of the hub's own. */
  readonly field: string
  readonly keyId: string
  readonly sealed: Uint8Array
}

export interface AccountRow {
  readonly id: string
  readonly plugin: string
  readonly name: string
  readonly kind: string
  /** A JSON object, byte for byte as it was sealed. */
  readonly settings: string
  readonly revision: string
  readonly createdMillis: number
  readonly keyId: string
  readonly seal: Uint8Array
  /** The id that the account had when it was connected, which it keeps. Read from the database; not sealed. */
  readonly origin?: string
  /** Ordered by field. */
  readonly secrets: ReadonlyArray<SecretRow>
}

export type AccountName = Pick<AccountRow, "plugin" | "name">

/** What identifies an account, whether or not it can be opened. */
export type AccountIdentity = Pick<AccountRow, "id" | "plugin" | "name" | "kind" | "origin">

/** The identity to which the seals of a directory's accounts are bound. */
export interface Directory {
  /** Random. Made with the database, and moves with it. */
  readonly name: string
}

/** A sealed secret that belongs to no account: that of a hook or a subscription, or the keys of agents' sign-in. */
export interface OtherSeal {
  readonly kind: "hook" | "subscription" | "oauth keys"
  readonly id: string
  readonly keyId: string
  /** Base64. */
  readonly sealed: string
}

const TABLES = { hook: "hooks", subscription: "subscriptions", "oauth keys": "oauth_keys" } as const

/** A lease on the renewal of an account's token. */
export interface Lease {
  readonly accountId: string
  readonly holder: string
}

export class AccountRows extends Context.Service<
  AccountRows,
  {
    /** All accounts, from one moment. */
    readonly all: Effect.Effect<ReadonlyArray<AccountRow>, StorageError>
    /** The names of the accounts, without anything sealed. */
    readonly names: Effect.Effect<ReadonlyArray<AccountIdentity>, StorageError>
    /** Changes when an account is added, removed or replaced, but not when a token is renewed. */
    readonly revisions: Effect.Effect<string, StorageError>
    readonly directory: Effect.Effect<Directory, StorageError>
    /**
     * The ids of the keys that accounts are sealed with. On PostgreSQL, where each program may have another key, also
     * those of hooks and subscriptions; on SQLite, their keys may be lost, and then they are sealed anew.
     */
    readonly keyIds: Effect.Effect<ReadonlyArray<string>, StorageError>
    /** The ids of the keys that sealed rows other than accounts need. */
    readonly otherKeyIds: Effect.Effect<ReadonlyArray<string>, StorageError>
    /** The contents of those rows. Removed subscriptions are left out: nobody needs their secrets. */
    readonly otherSeals: Effect.Effect<ReadonlyArray<OtherSeal>, StorageError>
    /** Replaces a seal as it was read. Returns false if it is another one by now, or its row is gone. */
    readonly replaceOtherSeal: (
      before: OtherSeal,
      after: Pick<OtherSeal, "keyId" | "sealed">
    ) => Effect.Effect<boolean, StorageError>
    /** Adds a row, or replaces the one with its id. Without an origin, a new row's is its own id. */
    readonly put: (row: AccountRow) => Effect.Effect<void, StorageError>
    readonly remove: (id: string) => Effect.Effect<void, StorageError>
    /**
     * Moves an account's cached answers to its new name. Those that an earlier account of that name left behind are
     * deleted.
     */
    readonly moveAnswers: (before: AccountName, after: AccountName) => Effect.Effect<void, StorageError>
    /** Runs the effect while no other process writes. */
    readonly exclusively: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
    /** Removes what is left of replaced and deleted rows from the files. See `Database.scrub`. */
    readonly scrub: Effect.Effect<void, StorageError>
    /** Takes a lease. Returns whether it was free or had expired. */
    readonly lease: (lease: Lease, nowMillis: number, endsMillis: number) => Effect.Effect<boolean, StorageError>
    readonly release: (lease: Lease) => Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/AccountRows") {}

/** As many as a name has. A collator knows the order of numbers, but takes 10 ms to make. */
const DIGITS = 40

const sortKey = ({ plugin, name }: AccountName): string =>
  JSON.stringify([plugin, name.replace(/\d+/g, (digits) => digits.padStart(DIGITS, "0")), name])

/** In the order of plugins and names, team-2 before team-10. */
const inOrder = <A extends AccountName>(accounts: ReadonlyArray<A>): ReadonlyArray<A> =>
  accounts.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))

/** An account beside one of its secrets. */
interface JoinedRow extends Omit<AccountRow, "secrets"> {
  /** Null if the account has no secret. */
  readonly field: string | null
  readonly secretKeyId: string
  readonly sealed: Uint8Array
}

const accountsIn = (rows: ReadonlyArray<JoinedRow>): ReadonlyArray<AccountRow> => {
  const accounts = new Map<string, AccountRow & { readonly secrets: Array<SecretRow> }>()
  for (const { field, secretKeyId, sealed, ...account } of rows) {
    const secrets: Array<SecretRow> = accounts.get(account.id)?.secrets ?? []
    if (field !== null) secrets.push({ field, keyId: secretKeyId, sealed })
    accounts.set(account.id, { ...account, secrets })
  }
  return inOrder([...accounts.values()])
}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, database]) => {
  const all = Effect.map(
    sql<JoinedRow>`SELECT accounts.id, accounts.plugin, accounts.name, accounts.kind, accounts.settings,
      accounts.revision, accounts.created_millis AS "createdMillis", accounts.key_id AS "keyId", accounts.seal,
      coalesce(accounts.origin, accounts.id) AS origin, secrets.field, secrets.key_id AS "secretKeyId", secrets.sealed
      FROM accounts LEFT JOIN secrets ON secrets.account_id = accounts.id
      ORDER BY secrets.field`,
    accountsIn
  )

  /** Answers are stored under the scope of their account and its address, `scope@<address>`. */
  const moveAnswers = Effect.fnUntraced(function* (before: string, after: string) {
    const isOf = (scope: string) => sql`(scope = ${scope} OR substr(scope, 1, length(${scope}) + 1) = ${`${scope}@`})`
    yield* sql`DELETE FROM lookups WHERE ${isOf(after)}`
    for (const table of ["lookups", "lookup_keys"]) {
      yield* sql`UPDATE ${sql(table)} SET scope = ${after} || substr(scope, length(${before}) + 1) WHERE ${isOf(before)}`
    }
  })

  const put = Effect.fnUntraced(function* (row: AccountRow) {
    const columns = {
      id: row.id,
      plugin: row.plugin,
      name: row.name,
      kind: row.kind,
      settings: row.settings,
      revision: row.revision,
      created_millis: row.createdMillis,
      key_id: row.keyId,
      seal: row.seal
    }
    yield* sql`INSERT INTO accounts ${sql.insert({ ...columns, origin: row.origin ?? null })}
      ON CONFLICT (id) DO UPDATE SET ${sql.update(columns, ["id"])}`
    yield* sql`DELETE FROM secrets WHERE account_id = ${row.id}`
    for (const { field, keyId, sealed } of row.secrets) {
      yield* sql`INSERT INTO secrets ${sql.insert({ account_id: row.id, field, key_id: keyId, sealed })}`
    }
  })

  return AccountRows.of({
    all: storeOperation("accounts.read", database.repeatable(all)),
    names: storeOperation(
      "accounts.read",
      database.repeatable(
        Effect.map(
          sql<AccountIdentity>`SELECT id, plugin, name, kind, coalesce(origin, id) AS origin FROM accounts`,
          inOrder
        )
      )
    ),
    revisions: storeOperation(
      "accounts.read",
      Effect.map(
        // Runs for every call. Sorting and joining here takes a fifth of the time that SQLite needs for it.
        database.repeatable(sql<Pick<AccountRow, "revision">>`SELECT revision FROM accounts ORDER BY id`),
        (rows) => rows.map(({ revision }) => revision).join()
      )
    ),
    directory: storeOperation(
      "accounts.read",
      Effect.map(database.repeatable(sql<{ readonly name: unknown }>`SELECT name FROM directory`), ([row]) => ({
        name: String(row?.name)
      }))
    ),
    keyIds: storeOperation(
      "accounts.keys",
      Effect.map(
        database.repeatable(
          sql<{ readonly key_id: string }>`SELECT key_id FROM accounts ${sql.literal(
            database.dialect === "sqlite"
              ? ""
              : "UNION SELECT key_id FROM hooks UNION SELECT key_id FROM subscriptions WHERE removed_millis IS NULL"
          )}`
        ),
        (rows) => rows.map(({ key_id }) => key_id)
      )
    ),
    otherKeyIds: storeOperation(
      "accounts.keys",
      Effect.map(
        sql<{ readonly key_id: string }>`SELECT key_id FROM hooks
          UNION SELECT key_id FROM subscriptions WHERE removed_millis IS NULL
          UNION SELECT key_id FROM oauth_keys`,
        (rows) => rows.map(({ key_id }) => key_id)
      )
    ),
    otherSeals: storeOperation(
      "accounts.seals",
      sql<OtherSeal>`SELECT 'hook' AS kind, id, key_id AS "keyId", sealed FROM hooks
        UNION ALL SELECT 'subscription' AS kind, id, key_id AS "keyId", sealed FROM subscriptions
          WHERE removed_millis IS NULL
        UNION ALL SELECT 'oauth keys' AS kind, CAST(id AS TEXT) AS id, key_id AS "keyId", sealed FROM oauth_keys`
    ),
    replaceOtherSeal: ({ kind, id, sealed: sealedBefore }, { keyId, sealed }) =>
      storeOperation(
        "accounts.seals",
        Effect.map(
          sql`UPDATE ${sql(TABLES[kind])} SET key_id = ${keyId}, sealed = ${sealed}
            WHERE id = ${kind === "oauth keys" ? Number(id) : id} AND sealed = ${sealedBefore} RETURNING id`,
          (rows) => rows.length > 0
        )
      ),
    put: (row) => storeOperation("accounts.put", sql.withTransaction(put(row))),
    moveAnswers: (before, after) =>
      storeOperation("accounts.rename", sql.withTransaction(moveAnswers(scopeOf(before), scopeOf(after)))),
    remove: (id) => storeOperation("accounts.remove", database.repeatable(sql`DELETE FROM accounts WHERE id = ${id}`)),
    exclusively: (effect) => storeOperation("accounts.write", database.alone("accounts", effect)),
    scrub: storeOperation("accounts.scrub", database.scrub),
    lease: ({ accountId, holder }, nowMillis, endsMillis) =>
      storeOperation(
        "accounts.lease",
        Effect.map(
          database.repeatable(sql`INSERT INTO renewals ${sql.insert({ account_id: accountId, holder, ends_millis: endsMillis })}
            ON CONFLICT (account_id) DO UPDATE SET holder = excluded.holder, ends_millis = excluded.ends_millis
              WHERE renewals.ends_millis <= ${nowMillis} OR renewals.holder = excluded.holder
                -- Longer than any lease: a wrong clock wrote it.
                OR renewals.ends_millis > ${endsMillis + CLOCK_TOLERANCE_MILLIS}
            RETURNING holder`),
          (rows) => rows.length > 0
        )
      ),
    release: ({ accountId, holder }) =>
      storeOperation(
        "accounts.release",
        database.repeatable(sql`DELETE FROM renewals WHERE account_id = ${accountId} AND holder = ${holder}`)
      )
  })
})

export const layer: Layer.Layer<AccountRows, never, SqlClient.SqlClient | Database> = Layer.effect(AccountRows, make)
