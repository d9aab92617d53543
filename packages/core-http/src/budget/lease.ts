/** Leases: how long a place or a turn is kept for who may have died. */
import { LONGEST_HOLD_MILLIS } from "./rate-limits.ts"

/** No single request takes longer, however long its call may wait. */
const LONGEST_LEASE_MILLIS = 600_000

/** Where nobody says by when a request is over. */
const LEASE_MILLIS = 60_000

/** When a lease ends that begins now. @param untilMillis Unix time by which the request is surely over */
export const leaseEnd = (nowMillis: number, untilMillis = nowMillis + LEASE_MILLIS): number =>
  Math.min(untilMillis, nowMillis + LONGEST_LEASE_MILLIS)

/** Whether a lease holds still; one that is longer than any was written by a clock that was set back since. */
export const isLeased = (leaseEndsMillis: number, nowMillis: number): boolean =>
  leaseEndsMillis > nowMillis && leaseEndsMillis <= nowMillis + LONGEST_HOLD_MILLIS
