// Records every call and counts those in progress. Tokens are never recorded.

import { type Journal as Calls, makeJournal as makeCalls } from "@inlay/sandbox-kit/journal"

import type { FaultName } from "./faults.ts"

/** A call to the API. */
export interface Call {
  readonly number: number
  /** Unix milliseconds of this machine's clock. */
  readonly atMillis: number
  readonly method: string
  /** The path relative to the base URL, as it was sent, without the query. */
  readonly path: string
  /** The query without the question mark. Empty if there was none. */
  readonly query: string
  /** The operation's path template, such as `/repos/{owner}/{repo}`, or null if no operation matches. */
  operation: string | null
  /** The token's label, or `none` without a token, or `unknown`. */
  token: string
  /** Header names only. Tests use them to check that a request does not contain headers that it should not have. */
  readonly headerNames: ReadonlyArray<string>
  /** Whether the request was conditional (`if-none-match` or `if-modified-since`). */
  readonly conditional: boolean
  /** Calls in progress when this one arrived, including this one. */
  readonly underWay: number
  fault: FaultName | null
  /** Null if no status was sent. */
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
