import * as Layer from "effect/Layer"

import { BudgetStoreUnderTest, budgetStoreSuite } from "../testing/budget-store-suite.ts"
import { makeMemory } from "./BudgetStore.ts"

budgetStoreSuite("in memory", () => Layer.sync(BudgetStoreUnderTest, makeMemory))
