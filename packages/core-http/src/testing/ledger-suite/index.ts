/** The test suite for every Ledger. Times are passed in, so the suite runs on the real clock over any store. */
import type * as Layer from "effect/Layer"

import type { Ledger } from "../../spend/Ledger.ts"
import { callers } from "./callers.ts"
import { capsAndAccounts } from "./caps.ts"
import { rows } from "./rows.ts"
import type { Subject } from "./steps.ts"
import { uncachedAnswers } from "./uncached.ts"
import { unknownCharges } from "./unknown.ts"

/**
 * Defines the tests of a ledger layer.
 *
 * @param makeLayer returns a new, empty ledger each time
 */
export const ledgerSuite = (name: string, makeLayer: () => Layer.Layer<Ledger, unknown>): void => {
  const subject: Subject = { name, makeLayer }
  rows(subject)
  unknownCharges(subject)
  uncachedAnswers(subject)
  capsAndAccounts(subject)
}

/**
 * Defines the tests of a ledger layer that counts the spending of principals and events as well.
 *
 * @param makeLayer as for `ledgerSuite`
 */
export const callersLedgerSuite = (name: string, makeLayer: () => Layer.Layer<Ledger, unknown>): void => {
  ledgerSuite(name, makeLayer)
  callers({ name, makeLayer })
}
