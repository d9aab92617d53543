// Every call seen, for tests to ask about afterwards. Tokens are never written down.

import type { FaultName } from "./faults.ts"

/** One call that the APIs saw. */
export interface Call {
  readonly number: number
  /** Unix milliseconds of this machine's clock. */
  readonly atMillis: number
  readonly method: string
  /** Below the base address, without its query. */
  readonly path: string
  /** Without the question mark; empty where there was none. */
  readonly query: string
  /** Such as `runReport`; null where there is no such operation. */
  operation: string | null
  /** The token's label; `none`, or `unknown`. */
  token: string
  /** Names only: to see that nothing was sent that should not be. */
  readonly headerNames: ReadonlyArray<string>
  /** Calls of its property and category under way when it came, this one too; 0 where it has none. */
  underWay: number
  /** Quota tokens that it took. */
  tokens: number
  fault: FaultName | null
  /** Null where no status was sent. */
  status: number | null
}
