/**
 * Opens everything that the hub stores in its data directory: accounts, ledger, lookup cache, audit log, and the
 * trusted time.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import * as Ledger from "@inlay/sql-stores/Ledger"
import * as LedgerBook from "@inlay/sql-stores/LedgerBook"
import * as LookupCache from "@inlay/sql-stores/LookupCache"
import * as Checkpoints from "@inlay/sql-stores/sqlite/Checkpoints"
import { migrate } from "@inlay/sql-stores/sqlite/migrate"
import * as Sqlite from "@inlay/sql-stores/sqlite/Sqlite"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient } from "effect/sql/SqlClient"

import * as Accounts from "./AccountRows.ts"
import * as Audit from "./Audit.ts"
import * as BudgetStore from "./BudgetStore.ts"
import * as Damage from "./damage.ts"
import { prepare, prepareLimits } from "./DataDirectory.ts"
import * as Erasure from "./erasure.ts"
import { CurrentDatabase, type DatabaseAddress } from "./postgres/address.ts"
import * as BudgetFile from "./sqlite/budget-file.ts"
import * as TrustedTime from "./TrustedTime.ts"

/** The database of a data directory, with its tables at the latest version. */
const inDirectory = (directory: string): Layer.Layer<SqlClient | Database, StorageError> =>
  Layer.effectContext(
    storeOperation(
      `opening ${directory}`,
      Effect.flatMap(prepare(directory), (filename) =>
        Sqlite.make({ filename, migrate, checkpoints: Checkpoints.make })
      )
    )
  ).pipe(Layer.provide(Reactivity.layer))

/** The stores over a database. */
const over = (database: Layer.Layer<SqlClient | Database, StorageError>) =>
  Layer.mergeAll(LookupCache.layer, LedgerBook.layer, Audit.layer, Damage.layer, Erasure.layer).pipe(
    Layer.provideMerge(Layer.merge(Ledger.layer, Accounts.layer)),
    Layer.provideMerge(TrustedTime.layer),
    Layer.provideMerge(database)
  )

export type Storage = Layer.Success<ReturnType<typeof over>>

/** The only place that loads PostgreSQL's driver. */
const onServer = (address: DatabaseAddress): Layer.Layer<SqlClient | Database, StorageError> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./postgres/Postgres.ts")),
      (driver) => driver.layer(address)
    )
  )

/** The stores over `CurrentDatabase` if there is one, and over the SQLite file of a data directory otherwise. */
export const layer = (directory: string): Layer.Layer<Storage, StorageError> =>
  Layer.unwrap(
    Effect.map(CurrentDatabase, (address) => over(address === undefined ? inDirectory(directory) : onServer(address)))
  )

/** The request budgets that all programs of a data directory share. */
export const budgets = (directory: string): Layer.Layer<never, never, SqlClient | Database> =>
  Layer.unwrap(
    Effect.map(Database, ({ dialect }) =>
      dialect === "sqlite" ? BudgetFile.layer(prepareLimits(directory)) : BudgetStore.layer
    )
  )
