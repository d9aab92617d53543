import { rmSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"

import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { temporaryDirectories } from "../../testing/temporary.ts"
import { limitsFile, prepareLimits } from "../DataDirectory.ts"
import * as BudgetFile from "./budget-file.ts"

const directory = temporaryDirectories()

const settlement = { scope: "sample/one", resource: "", nowMillis: 0 }

describe("the file of the budgets", () => {
  it.live("that could not be opened is opened by the next request, once it is mended", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const at = directory()
        const budgets = yield* BudgetFile.make(prepareLimits(at))
        writeFileSync(limitsFile(at), "no database ".repeat(400), { mode: 0o600 })
        assert.instanceOf(yield* Effect.flip(budgets.settle(settlement)), StorageError)
        rmSync(limitsFile(at))
        assert.isUndefined(yield* budgets.settle(settlement))
      })
    )
  )

  it.live.each(["", "{}", "no JSON"])("holds up no request by a row that was damaged: %j", (state) =>
    Effect.scoped(
      Effect.gen(function* () {
        const at = directory()
        const budgets = yield* BudgetFile.make(prepareLimits(at))
        const reserve = budgets.reserve({ ...settlement, units: 1, windows: [], leaseEndsMillis: 1_000 })
        yield* budgets.settle({ ...settlement, holdSeconds: 60 })
        assert.strictEqual((yield* reserve)._tag, "Wait")
        using database = new DatabaseSync(limitsFile(at))
        database.prepare("UPDATE budgets SET state = ?").run(state)
        assert.strictEqual((yield* reserve)._tag, "Reserved")
      })
    )
  )
})
