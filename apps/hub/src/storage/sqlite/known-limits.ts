/** Reads the rate limits from the file that the programs of a data directory share. */
import { DatabaseSync } from "node:sqlite"

import * as Effect from "effect/Effect"

import { limitsIn, type BudgetRecord, type KnownLimit } from "../known-limits.ts"

const read = (file: string): ReadonlyArray<BudgetRecord> => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const records = database.prepare("SELECT scope, resource, state FROM budgets").all() as unknown
    return records as ReadonlyArray<BudgetRecord>
  } finally {
    database.close()
  }
}

/** Returns none if no request was sent yet, or another program has locked the file. */
export const knownLimits = (file: string, nowMillis: number): Effect.Effect<ReadonlyArray<KnownLimit>> =>
  Effect.orElseSucceed(
    Effect.try(() => limitsIn(read(file), nowMillis)),
    () => []
  )
