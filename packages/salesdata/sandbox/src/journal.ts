// A record of every call, for tests to inspect. Keys are never recorded.

import type { Fault, Operation } from "./faults.ts"

/** A call to the API. */
export interface Call {
  readonly number: number
  /** ISO 8601. */
  readonly at: string
  readonly operation: Operation | null
  readonly method: string
  readonly path: string
  /** The label of the key, `missing` or `wrong`. */
  key: string
  /** The identifiers or search criteria of the body. */
  identifiers: Readonly<Record<string, unknown>>
  /** Names only, for checking that nothing was sent that should not be. */
  readonly headerNames: ReadonlyArray<string>
  /** Null if the call had none. */
  readonly idempotencyKey: string | null
  fault: Fault | null
  /** Null if no status was sent. */
  status: number | null
  /** Credits. */
  charged: number
  /** The `id` of the charged item, as in the charges; null if nothing was charged. */
  chargedFor: string | null
}
