/**
 * A test program that reserves and settles units of a budget shared by the programs of a data directory: `node
 * budget-caller.ts DIRECTORY CALLS AT-ONCE` starts when it reads a line from standard input, and prints how long it
 * took.
 */
import { once } from "node:events"

import * as Budget from "@inlay/core-http/Budget"
import { BudgetScope } from "@inlay/core-http/BudgetStore"
import { sharedBudget } from "@inlay/core-http/Client"
import * as Effect from "effect/Effect"

import * as DataDirectory from "../../storage/DataDirectory.ts"
import * as BudgetFile from "../../storage/sqlite/budget-file.ts"

const [directory = "", calls = "1", atOnce = "1"] = process.argv.slice(2)
const DAY_MILLIS = 86_400_000

const program = Effect.gen(function* () {
  // The same for all processes.
  const endsAtMillis = (Math.floor(Date.now() / DAY_MILLIS) + 2) * DAY_MILLIS
  const own = Budget.make({
    concurrency: Number(atOnce),
    limits: () => ({ windows: () => [{ name: "day", limit: 1_000_000, endsAtMillis }] })
  })
  const budget = yield* Effect.provideService(sharedBudget(own), BudgetScope, "plugin/main")
  const call = budget.withPlace(Effect.andThen(budget.take("core"), budget.observe({}, "core")), "core")
  yield* budget.take("other")
  process.stdout.write("ready\n")
  yield* Effect.promise(() => once(process.stdin, "data"))
  const startMillis = performance.now()
  yield* Effect.forEach(
    Array.from({ length: Number(calls) }, () => call),
    (one) => one,
    { concurrency: "unbounded", discard: true }
  )
  process.stdout.write(`millis ${performance.now() - startMillis}\n`)
}).pipe(Effect.provide(BudgetFile.layer(DataDirectory.prepareLimits(directory))))

await Effect.runPromise(program)
process.exit()
