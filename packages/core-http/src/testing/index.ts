/** Test suites for the implementations of a port. They need vitest and `@effect/vitest`. */
export { BudgetStoreUnderTest, budgetStoreSuite } from "./budget-store-suite.ts"
export { callersLedgerSuite, ledgerSuite } from "./ledger-suite/index.ts"
export { lookupCacheSuite } from "./lookup-cache-suite.ts"
