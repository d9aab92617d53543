import { rmSync, writeFileSync } from "node:fs"

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
})
