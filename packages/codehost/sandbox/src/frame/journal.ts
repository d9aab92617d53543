// Every call seen, and how many are under way. Tokens are never written down.

import { type Journal as Calls, makeJournal as makeCalls } from "@inlay/sandbox-kit/journal"

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

export interface Journal extends Omit<Calls<Call>, "open"> {
  readonly open: (call: Omit<Call, "number" | "underWay">) => Call
  readonly close: () => void
}

export const makeJournal = (): Journal => {
  const calls = makeCalls<Call>()
  let underWay = 0
  return {
    ...calls,
    open: (call) => {
      underWay += 1
      return calls.open({ underWay, ...call })
    },
    close: () => {
      underWay -= 1
    }
  }
}
