/** What a request would cost, and what would block it, if it were sent now. A preview sends and reserves nothing. */
import type { ProviderError } from "../errors/ProviderError.ts"
import { rounded } from "../text/credit-text.ts"
import { CAP_KINDS, type Caps, type Row, type Spending, type Uncached } from "./Ledger.ts"

/** All amounts are in credits unless stated otherwise. */
export interface Preview {
  /** Whether the request costs nothing, whatever the answer. If so, the other fields have no meaning. */
  readonly isFree: boolean
  /** The most that it may cost, or `null` if the account has no price for it. */
  readonly estimate: number | null
  /** The cached answer, which would be returned at no cost. */
  readonly cached: { readonly match: boolean; readonly fetchedAt: string } | undefined
  /** Whether this process is already sending the same lookup. The request would then wait for that answer. */
  readonly isUnderWay: boolean
  /** Earlier requests with an unknown charge that block this one, oldest first. */
  readonly blocking: ReadonlyArray<Row>
  /**
   * Set if the answer was bought before but is not cached, so asking again costs again. `charged` is `null` if the
   * amount is unknown.
   */
  readonly uncachedPurchase:
    | { readonly since: string; readonly charged: number | null; readonly why: Uncached }
    | undefined
  /**
   * Why it would not be sent: a cap, a price that is unknown although there is a cap, an unknown charge, or an answer
   * that is not cached.
   */
  readonly refusal: ProviderError | undefined
  readonly spent: Spending
  readonly caps: Caps
  /** What remains of the caps, at least 0. Caps that do not exist are absent. */
  readonly left: Caps
}

/** The preview of a request that costs nothing. */
export const free: Preview = {
  isFree: true,
  estimate: 0,
  cached: undefined,
  isUnderWay: false,
  blocking: [],
  uncachedPurchase: undefined,
  refusal: undefined,
  spent: { day: 0, run: 0 },
  caps: {},
  left: {}
}

/** Returns what remains of the caps after what was spent. */
export const leftOf = (caps: Caps, spending: Preview["spent"]): Caps => {
  const left: { -readonly [Cap in keyof Caps]: number } = {}
  for (const cap of CAP_KINDS) {
    const limit = caps[cap]
    if (limit !== undefined) left[cap] = rounded(Math.max(0, limit - (spending[cap] ?? 0)))
  }
  return left
}
