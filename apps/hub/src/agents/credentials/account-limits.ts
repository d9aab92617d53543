/**
 * Grants limit their holders to accounts by name. These limits follow an account when it is renamed, and end when it is
 * removed, so that a later account of its name is out of reach for them.
 */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import type { AccountName } from "../../storage/AccountRows.ts"
import { grantOf, grantText } from "./grant-text.ts"
import { SCOPE } from "./PairingCodes.ts"

/** Codes before tokens: a code that is being redeemed is a token by then. */
const TABLES = ["pairing_codes", "hub_tokens", "agents"]

/**
 * Statements only. After those that change subscriptions: a revocation on PostgreSQL locks these before its token, too,
 * and of two transactions that lock in different orders each could wait for the other.
 *
 * @param after the account's new name; undefined if it is removed
 */
export const changeAccountLimits = (
  account: AccountName,
  after: string | undefined
): Effect.Effect<void, StorageError, SqlClient.SqlClient | Database> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { write } = yield* Database
    const before = scopeOf(account)
    const replacement = after === undefined ? [] : [scopeOf({ ...account, name: after })]
    const change = Effect.fnUntraced(function* (table: string) {
      const rows = yield* sql<{ readonly allowed: string }>`SELECT DISTINCT allowed FROM ${sql(table)}`
      for (const { allowed } of rows) {
        const { accounts, ...grant } = grantOf(allowed)
        if (accounts?.includes(before) !== true) continue
        const next = { ...grant, accounts: accounts.flatMap((one) => (one === before ? replacement : [one])) }
        yield* sql`UPDATE ${sql(table)} SET allowed = ${grantText(next)} WHERE allowed = ${allowed}`
      }
    })
    yield* storeOperation("grants.account", write(Effect.forEach(TABLES, change, { discard: true }), SCOPE))
  })
