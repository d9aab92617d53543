/** What a request would cost and meet if it were sent now. Nothing is sent or reserved to find out. */
import type { ProviderError } from "../errors/ProviderError.ts"
import type { Caps, Row, Spent, Unkept } from "./Ledger.ts"

/** Credits, where not said otherwise. */
export interface Preview {
  /** Whether it costs nothing, whatever it answers. Then nothing else here says anything. */
  readonly isFree: boolean
  /** The most that it may cost; `null` where the account has no price for it. */
  readonly estimate: number | null
  /** The answer that is there already: it would be given, and cost nothing. */
  readonly cached: { readonly match: boolean; readonly fetchedAt: string } | undefined
  /** Whether this process is asking the same just now: it would wait for that answer. */
  readonly isUnderWay: boolean
  /** Earlier requests of unknown charge that block it, oldest first. */
  readonly blocking: ReadonlyArray<Row>
  /** Bought already, and not kept: asking again is paid again. `charged` is `null` where nobody says how much. */
  readonly unkept: { readonly since: string; readonly charged: number | null; readonly why: Unkept } | undefined
  /** Why it would not be sent: a cap, an unknown price below one, an unknown charge, an answer that is not kept. */
  readonly refusal: ProviderError | undefined
  readonly spent: Spent
  readonly caps: Caps
  /** What the caps leave, at least 0; absent where there is no such cap. */
  readonly left: Caps
}

/** Of a request that costs nothing. */
export const free: Preview = {
  isFree: true,
  estimate: 0,
  cached: undefined,
  isUnderWay: false,
  blocking: [],
  unkept: undefined,
  refusal: undefined,
  spent: { day: 0, run: 0 },
  caps: {},
  left: {}
}

/** What caps leave beside what is spent. */
export const leftOf = (caps: Caps, spending: Preview["spent"]): Caps => ({
  ...(caps.day !== undefined && { day: Math.max(0, caps.day - spending.day) }),
  ...(caps.run !== undefined && { run: Math.max(0, caps.run - spending.run) }),
  ...(caps.principal !== undefined && { principal: Math.max(0, caps.principal - (spending.principal ?? 0)) }),
  ...(caps.event !== undefined && { event: Math.max(0, caps.event - (spending.event ?? 0)) })
})
