/** The type of a provider's answer. */
import type { Credits } from "./Credits.ts"
import type { Uncached } from "./Ledger.ts"

/** A provider's answer, as returned by every client and by API Call. */
export interface Answer {
  readonly status: number
  /** Names are in lower case. Empty for an answer from the cache. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded JSON, with integers past 2^53 - 1 as the string of their digits; `null` for an empty body. */
  readonly body: unknown
  /** The list that `CallRequest.bodyReader` read separately from `body`. */
  readonly list?: unknown
  readonly credits?: Credits
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly fromCache: boolean
  /** The path below the base address at which a moved resource was found, if the call follows moves. */
  readonly movedTo?: string
  /** The length in characters of a downloaded text, if `body` is only its end. */
  readonly wholeChars?: number
  /** For a cached answer: whether it was a match when it was bought. */
  readonly match?: boolean
  /** For a paid answer: why it is not cached for its question. Asking again then costs again and needs `ask_again`. */
  readonly uncached?: Uncached
  /**
   * Set if a paid answer cost more than the account's price: that price, in credits, by which caps are checked in
   * advance.
   */
  readonly priceExceeded?: number
}
