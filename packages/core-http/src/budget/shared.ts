/** Shares an account's budget with its other processes. */
import * as Effect from "effect/Effect"

import type { Budget } from "./Budget.ts"
import { BudgetScope, SharedBudgets } from "./BudgetStore.ts"
import { orMemory } from "./fallback.ts"

/** Returns the budget, kept in the store of `SharedBudgets`, if there is one, under the name of `BudgetScope`. */
export const sharedBudget = /* @__PURE__ */ Effect.fnUntraced(function* (budget: Budget) {
  const store = yield* SharedBudgets
  const scope = yield* BudgetScope
  return store === undefined || scope === "" ? budget : budget.keptIn(orMemory(store), scope)
})
