/**
 * Request budgets that the programs of one data directory share, in a file of their own: no commit waits for the disk
 * or for the ledger's file. Opened by the first request that is sent.
 */
import { SharedBudgets, type BudgetStore } from "@inlay/core-http/BudgetStore"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Sqlite from "@inlay/sql-stores/sqlite/Sqlite"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Scope from "effect/Scope"

import { over } from "../BudgetStore.ts"

const TABLES = `CREATE TABLE IF NOT EXISTS lanes (
    scope TEXT NOT NULL,
    lane TEXT NOT NULL,
    holder TEXT NOT NULL,
    lease_ends_millis REAL NOT NULL,
    free_at_millis REAL NOT NULL,
    next TEXT NOT NULL,
    next_ends_millis REAL NOT NULL,
    PRIMARY KEY (scope, lane)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS budgets (
    scope TEXT NOT NULL,
    resource TEXT NOT NULL,
    state TEXT NOT NULL,
    ends_millis REAL NOT NULL,
    PRIMARY KEY (scope, resource)
  ) STRICT`

/**
 * A store in a file that is opened on first use.
 * @param prepare returns the path of the file, ready to be opened
 */
export const make = Effect.fnUntraced(function* (prepare: Effect.Effect<string, StorageError>) {
  const scope = yield* Effect.scope
  const open = Effect.flatMap(prepare, (filename) =>
    storeOperation(
      `opening ${filename}`,
      Sqlite.make({ filename, isSynced: false, migrate: (database) => database.exec(TABLES) })
    )
  ).pipe(Effect.provideService(Scope.Scope, scope), Effect.provide(Reactivity.layer))
  const store = yield* Effect.cachedWithTTL(
    Effect.map(open, over),
    // A failure is not cached: a damaged file or a full disk may be fixed while the program runs.
    (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.negativeInfinity)
  )
  const using = <A>(use: (store: BudgetStore) => Effect.Effect<A, StorageError>) => Effect.flatMap(store, use)
  const lazy: BudgetStore = {
    turn: (request) => using((budgets) => budgets.turn(request)),
    endTurn: (turn, pauseMillis) => using((budgets) => budgets.endTurn(turn, pauseMillis)),
    reserve: (reservation) => using((budgets) => budgets.reserve(reservation)),
    settle: (settlement) => using((budgets) => budgets.settle(settlement))
  }
  return lazy
})

export const layer = (prepare: Effect.Effect<string, StorageError>) => Layer.effect(SharedBudgets, make(prepare))
