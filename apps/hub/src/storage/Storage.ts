/** Everything the hub keeps in its data directory, opened once: accounts, ledger, lookup cache, audit trail, and the time. */
import type { Audit as AuditService } from "@inlay/agent-plugin/Audit"
import type { Ledger as LedgerService } from "@inlay/core-http/Ledger"
import type { LookupCache as LookupCacheService } from "@inlay/core-http/LookupCache"
import { StorageError } from "@inlay/core-http/StorageError"
import type { TrustedClock } from "@inlay/core-http/TrustedClock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"

import * as Accounts from "./Accounts.ts"
import * as Audit from "./Audit.ts"
import * as Damage from "./damage.ts"
import { prepare } from "./DataDirectory.ts"
import * as Erasure from "./erasure.ts"
import * as Ledger from "./Ledger.ts"
import * as LookupCache from "./LookupCache.ts"
import { migrate } from "./migrations.ts"
import * as Spending from "./Spending.ts"
import * as Sqlite from "./Sqlite.ts"
import { storageError } from "./stored.ts"
import * as TrustedTime from "./TrustedTime.ts"

export type Storage =
  | LedgerService
  | LookupCacheService
  | AuditService
  | Spending.Spending
  | Accounts.AccountRows
  | Damage.Damage
  | Erasure.Erasure
  | TrustedClock
  | TrustedTime.RedatedRows

/** The database of a data directory, its tables at the latest version. */
export const database = (directory: string): Layer.Layer<SqlClient, StorageError> =>
  Layer.effect(
    SqlClient,
    Effect.flatMap(prepare(directory), (filename) => Sqlite.make({ filename, migrate })).pipe(
      Effect.mapError((error) => (error instanceof StorageError ? error : storageError(`opening ${directory}`)(error)))
    )
  ).pipe(Layer.provide(Reactivity.layer))

export const layer = (directory: string): Layer.Layer<Storage, StorageError> =>
  Layer.mergeAll(LookupCache.layer, Audit.layer, Spending.layer, Damage.layer, Erasure.layer).pipe(
    Layer.provideMerge(Layer.merge(Ledger.layer, Accounts.layer)),
    Layer.provideMerge(TrustedTime.layer),
    Layer.provide(database(directory))
  )
