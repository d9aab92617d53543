/**
 * The rate limits that providers last reported, as shared by the programs of a data directory or database. Read only.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import type { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"

import { limitsOf } from "./BudgetStore.ts"

export interface KnownLimit {
  /** `plugin/name`. */
  readonly account: string
  /** For example `core`, or a property. */
  readonly resource: string
  readonly window: string
  readonly limit: number | undefined
  readonly remaining: number
  /** Unix time in milliseconds. */
  readonly resetsAtMillis: number
}

export interface BudgetRecord {
  readonly scope: string
  readonly resource: string
  readonly state: string
}

/** A budget scope starts with the account's name; further parts may follow. */
const accountOf = (scope: string): string => scope.split(/[@\n]/, 1)[0] ?? scope

/** The limits in the budgets, without those whose window has ended. */
export const limitsIn = (records: ReadonlyArray<BudgetRecord>, nowMillis: number): ReadonlyArray<KnownLimit> =>
  records.flatMap(({ scope, resource, state }) =>
    Object.entries(limitsOf(state))
      .filter(([, { resetsAtMillis }]) => resetsAtMillis > nowMillis)
      .map(([window, { limit, remaining, resetsAtMillis }]) => ({
        account: accountOf(scope),
        resource,
        window,
        limit,
        remaining,
        resetsAtMillis
      }))
  )

/** Reads the limits from a database that holds the budgets itself. */
export const knownLimits = (
  sql: SqlClient,
  { repeatable }: Database["Service"],
  nowMillis: number
): Effect.Effect<ReadonlyArray<KnownLimit>, StorageError> =>
  Effect.map(
    storeOperation("budget.limits", repeatable(sql<BudgetRecord>`SELECT scope, resource, state FROM budgets`)),
    (records) => limitsIn(records, nowMillis)
  )
