/** Everything the hub keeps in its data directory, opened once: accounts, ledger, lookup cache, audit trail, and the time. */
import type { Audit as AuditService } from "@inlay/agent-plugin/Audit"
import type { Ledger as LedgerService } from "@inlay/core-http/Ledger"
import type { LookupCache as LookupCacheService } from "@inlay/core-http/LookupCache"
import { StorageError } from "@inlay/core-http/StorageError"
import type { TrustedClock } from "@inlay/core-http/TrustedClock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlClient } from "effect/sql/SqlClient"

import { prepare } from "./DataDirectory.ts"
import * as Accounts from "./sqlite/AccountRows.ts"
import * as Audit from "./sqlite/Audit.ts"
import * as Damage from "./sqlite/damage.ts"
import * as Erasure from "./sqlite/erasure.ts"
import type { GroupCommit } from "./sqlite/GroupCommit.ts"
import * as Ledger from "./sqlite/Ledger.ts"
import * as LookupCache from "./sqlite/LookupCache.ts"
import { migrate } from "./sqlite/migrations.ts"
import * as Sqlite from "./sqlite/Sqlite.ts"
import { storageError } from "./sqlite/stored.ts"
import * as TrustedTime from "./sqlite/TrustedTime.ts"

export type Storage =
  | LedgerService
  | LookupCacheService
  | AuditService
  | Ledger.LedgerBook
  | Accounts.AccountRows
  | Damage.Damage
  | Erasure.Erasure
  | TrustedClock
  | TrustedTime.RedatedRows

/** The database of a data directory, its tables at the latest version. */
export const database = (directory: string): Layer.Layer<SqlClient | GroupCommit, StorageError> =>
  Layer.effectContext(
    Effect.flatMap(prepare(directory), (filename) => Sqlite.make({ filename, migrate })).pipe(
      Effect.mapError((error) => (error instanceof StorageError ? error : storageError(`opening ${directory}`)(error)))
    )
  ).pipe(Layer.provide(Reactivity.layer))

/** The stores over an open database. */
export const stores: Layer.Layer<Storage, StorageError, SqlClient | GroupCommit> = Layer.mergeAll(
  LookupCache.layer,
  Audit.layer,
  Damage.layer,
  Erasure.layer
).pipe(Layer.provideMerge(Layer.merge(Ledger.layer, Accounts.layer)), Layer.provideMerge(TrustedTime.layer))

export const layer = (directory: string): Layer.Layer<Storage, StorageError> =>
  Layer.provide(stores, database(directory))
