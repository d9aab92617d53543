/**
 * The rate limits and quotas of the accounts in a data directory or database, as its programs share them and as the
 * providers last reported them. Read only.
 */
import { DatabaseSync } from "node:sqlite"

import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"

import { limitsOf } from "./BudgetStore.ts"
import { limitsFile } from "./DataDirectory.ts"

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

interface BudgetRecord {
  /** The account. */
  readonly scope: string
  readonly resource: string
  readonly state: string
}

/** The limits in the budgets, without those whose window has ended. */
const limitsIn = (records: ReadonlyArray<BudgetRecord>, nowMillis: number): ReadonlyArray<KnownLimit> =>
  records.flatMap(({ scope, resource, state }) =>
    Object.entries(limitsOf(state))
      .filter(([, { resetsAtMillis }]) => resetsAtMillis > nowMillis)
      .map(([window, { limit, remaining, resetsAtMillis }]) => ({
        account: scope,
        resource,
        window,
        limit,
        remaining,
        resetsAtMillis
      }))
  )

/** In the same order each time: PostgreSQL moves a row that changes. */
const RECORDS = "SELECT scope, resource, state FROM budgets ORDER BY scope, resource"

/** Returns none if no request was sent yet, or another program has locked the file. */
const recordsInFile = (file: string) =>
  Effect.orElseSucceed(
    Effect.try(() => {
      using database = new DatabaseSync(file, { readOnly: true })
      const records = database.prepare(RECORDS).all() as unknown
      return records as ReadonlyArray<BudgetRecord>
    }),
    (): ReadonlyArray<BudgetRecord> => []
  )

export class Limits extends Context.Service<
  Limits,
  { readonly at: (nowMillis: number) => Effect.Effect<ReadonlyArray<KnownLimit>, StorageError> }
>()("@inlay/hub/Limits") {
  static readonly layer = (directory: string): Layer.Layer<Limits, never, SqlClient | Database> =>
    Layer.effect(
      Limits,
      Effect.map(Effect.all([SqlClient, Database]), ([sql, { dialect, repeatable }]) => {
        const records =
          dialect === "sqlite"
            ? recordsInFile(limitsFile(directory))
            : storeOperation("budget.limits", repeatable(sql<BudgetRecord>`${sql.literal(RECORDS)}`))
        return { at: (nowMillis) => Effect.map(records, (all) => limitsIn(all, nowMillis)) }
      })
    )
}

/**
 * The hourly request limit of each account, by `plugin/name`, as its service last reported it. If an account has several
 * limits, the largest is taken: it is the one for ordinary requests.
 */
export const hourlyLimits = Effect.gen(function* () {
  const largest = new Map<string, number>()
  for (const { account, limit } of yield* (yield* Limits).at(yield* Clock.currentTimeMillis)) {
    if (limit !== undefined && limit > (largest.get(account) ?? 0)) largest.set(account, limit)
  }
  return largest
})
