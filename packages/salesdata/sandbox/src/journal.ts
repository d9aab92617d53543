// Every call seen, for tests to ask about afterwards. Keys are never written down.

import type { Fault, Operation } from "./faults.ts"

/** One call that the API saw. */
export interface Call {
  readonly number: number
  /** ISO 8601. */
  readonly at: string
  readonly operation: Operation | null
  readonly method: string
  readonly path: string
  /** The label of the key, or `missing`, or `wrong`. */
  key: string
  /** The identifiers or search criteria of the body. */
  identifiers: Readonly<Record<string, unknown>>
  /** Names only: to see that nothing was sent that should not be. */
  readonly headerNames: ReadonlyArray<string>
  /** Null where the call had none. */
  readonly idempotencyKey: string | null
  fault: Fault | null
  /** Null where no status was sent. */
  status: number | null
  /** Credits. */
  charged: number
  /** The `id` of what was charged for, as in the charges; null where nothing was. */
  chargedFor: string | null
}
