// Everything one sandbox remembers, and what `POST /reset` forgets.

import type { FaultName } from "./faults.ts"

/** One call of the API. Tokens are never written down. */
export interface Call {
  readonly method: string
  readonly path: string
  /** Null where no status was sent. */
  status: number | null
}

export interface SandboxState {
  readonly calls: Array<Call>
  /** Answered instead of the next calls, in their order. */
  readonly faults: Array<FaultName>
  readonly reset: () => void
}

export const makeState = (): SandboxState => {
  const calls: Array<Call> = []
  const faults: Array<FaultName> = []
  return {
    calls,
    faults,
    reset: () => {
      calls.length = 0
      faults.length = 0
    }
  }
}
