/** A provider's answer. */
import type { Credits } from "./Credits.ts"
import type { Unkept } from "./Ledger.ts"

/** A provider's answer as every client and API Call sees it. */
export interface Answer {
  readonly status: number
  /** Lower-case names; empty for an answer from the cache. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded JSON, an integer past 2^53 - 1 as the string of its digits; `null` for an empty body. */
  readonly body: unknown
  /** What `CallRequest.bodyReader` read apart from `body`. */
  readonly list?: unknown
  readonly credits?: Credits
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly fromCache: boolean
  /** Below the base address: where a moved resource was found, for a call that follows moves. */
  readonly movedTo?: string
  /** Characters of a downloaded text of which `body` is the end. */
  readonly wholeChars?: number
  /** Of a kept answer: whether it was a match when it was bought. */
  readonly match?: boolean
  /** Of a paid answer: why it is not kept for its question, so that asking again is paid again, and needs `ask_again`. */
  readonly unkept?: Unkept
  /** Of a paid answer that cost more than the account's price for it: that price, in credits. Caps count by it beforehand. */
  readonly priceExceeded?: number
}
