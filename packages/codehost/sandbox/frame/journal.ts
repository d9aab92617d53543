// Every call seen, for tests to ask about afterwards. Tokens are never written down.

import type { FaultName } from "./faults.ts"

/** One call that the API saw. */
export interface Call {
  readonly number: number
  /** Unix milliseconds of this machine's clock. */
  readonly atMillis: number
  readonly method: string
  /** Below the base address, as it was sent, without its query. */
  readonly path: string
  /** Without the question mark; empty where there was none. */
  readonly query: string
  /** The operation's template, such as `/repos/{owner}/{repo}`; null where there is no such operation. */
  operation: string | null
  /** The token's label; `none`, or `unknown`. */
  token: string
  /** Names only: to see that nothing was sent that should not be. */
  readonly headerNames: ReadonlyArray<string>
  /** Whether it asked with `if-none-match`. */
  readonly conditional: boolean
  /** Calls under way when it came, this one too. */
  readonly underWay: number
  fault: FaultName | null
  /** Null where no status was sent. */
  status: number | null
}

export interface Journal {
  readonly open: (call: Omit<Call, "number" | "underWay">) => Call
  readonly close: () => void
  readonly calls: () => ReadonlyArray<Call>
  readonly underWay: () => number
  readonly clear: () => void
}

/** Older calls than the last so many are forgotten. */
const kept = 20_000

export const makeJournal = (): Journal => {
  let calls: Array<Call> = []
  let count = 0
  let underWay = 0
  return {
    open: (call) => {
      count += 1
      underWay += 1
      const entry: Call = { number: count, underWay, ...call }
      if (calls.length >= kept) calls = calls.slice(kept / 2)
      calls.push(entry)
      return entry
    },
    close: () => {
      underWay -= 1
    },
    calls: () => calls,
    underWay: () => underWay,
    clear: () => {
      calls = []
    }
  }
}
