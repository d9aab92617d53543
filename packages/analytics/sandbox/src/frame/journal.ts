// Records every call, so that tests can inspect them. Tokens are never recorded.

import type { FaultName } from "./faults.ts"

/** One call to either API. */
export interface Call {
  readonly number: number
  /** Unix milliseconds of this machine's clock. */
  readonly atMillis: number
  readonly method: string
  /** The path relative to the base URL, without the query. */
  readonly path: string
  /** The query without the question mark. Empty if there was none. */
  readonly query: string
  /** The operation, such as `runReport`, or null if no operation matches. */
  operation: string | null
  /** The token's label, or `none` without a token, or `unknown`. */
  token: string
  /** Header names only. Tests use them to check that a request does not contain headers that it should not have. */
  readonly headerNames: ReadonlyArray<string>
  /**
   * Calls of the same property and category in progress when this one arrived, including this one. 0 if it has no
   * category.
   */
  underWay: number
  /** Quota tokens that the call used. */
  tokens: number
  fault: FaultName | null
  /** Null if no status was sent. */
  status: number | null
}
