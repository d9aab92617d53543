import { assert, it } from "@effect/vitest"
import { Ledger } from "@inlay/core-http/Ledger"
import { BudgetStoreUnderTest, budgetStoreSuite, ledgerSuite, lookupCacheSuite } from "@inlay/core-http/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"

import { temporaryDatabases } from "../testing/postgres/databases.ts"
import * as BudgetStore from "./BudgetStore.ts"
import { Database } from "./Database.ts"
import * as Address from "./postgres/address.ts"
import * as Storage from "./Storage.ts"
const databases = temporaryDatabases()
const database = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* Effect.promise(databases.next)
    const address = yield* Address.parse(url, {})
    return Layer.provide(Storage.layer("/nowhere"), Layer.succeed(Address.CurrentDatabase, address))
  })
).pipe(Layer.orDie)
ledgerSuite("Ledger in PostgreSQL", () => Layer.fresh(database))
lookupCacheSuite("LookupCache in PostgreSQL", () => Layer.fresh(database))
budgetStoreSuite("BudgetStore in PostgreSQL", () =>
  Layer.effect(BudgetStoreUnderTest, Effect.map(Effect.context<SqlClient | Database>(), BudgetStore.over)).pipe(
    Layer.provide(Layer.fresh(database))
  )
)
