/** What providers last said of their limits, as the programs of a data directory share it: read, never written. */
import { DatabaseSync } from "node:sqlite"

import * as Effect from "effect/Effect"

import { limitsOf } from "../BudgetStore.ts"

export interface KnownLimit {
  /** `plugin/name`. */
  readonly account: string
  /** Such as `core`, or a property. */
  readonly resource: string
  readonly window: string
  readonly limit: number | undefined
  readonly remaining: number
  /** Unix time in milliseconds. */
  readonly resetsAtMillis: number
}

interface BudgetRecord {
  readonly scope: string
  readonly resource: string
  readonly state: string
}

/** Budget scopes add to an account's name where they have more than one part. */
const accountOf = (scope: string): string => scope.split(/[@\n]/, 1)[0] ?? scope

const read = (file: string, nowMillis: number): ReadonlyArray<KnownLimit> => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const records = database.prepare("SELECT scope, resource, state FROM budgets").all() as unknown
    return (records as ReadonlyArray<BudgetRecord>).flatMap(({ scope, resource, state }) =>
      Object.entries(limitsOf(state))
        .filter(([, { resetsAtMillis }]) => resetsAtMillis > nowMillis)
        .map(([window, { limit, remaining, resetsAtMillis }]) => ({
          account: accountOf(scope),
          resource,
          window,
          limit,
          remaining,
          resetsAtMillis
        }))
    )
  } finally {
    database.close()
  }
}

/** Those whose window has not ended. None where nothing was sent yet, or the file is held by another program. */
export const knownLimits = (file: string, nowMillis: number): Effect.Effect<ReadonlyArray<KnownLimit>> =>
  Effect.orElseSucceed(
    Effect.try(() => read(file, nowMillis)),
    () => []
  )
