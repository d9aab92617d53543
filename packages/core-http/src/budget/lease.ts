/** Leases: how long a place or a turn is reserved for a process that may have died. */
import { LONGEST_HOLD_MILLIS } from "./rate-limits.ts"

/** No single request takes longer, however long its call may wait. */
const LONGEST_REQUEST_MILLIS = 600_000

/** Used if the caller does not say by when the request is over. */
const LEASE_MILLIS = 60_000

/** Returns when a lease that begins now ends. @param untilMillis Unix time by which the request is certainly over */
export const leaseEnd = (nowMillis: number, untilMillis = nowMillis + LEASE_MILLIS): number =>
  Math.min(untilMillis, nowMillis + LONGEST_REQUEST_MILLIS)

/**
 * Returns whether a lease is still valid. One that is longer than any lease can be was written before the clock was set
 * back, and is not.
 */
export const isLeased = (leaseEndsMillis: number, nowMillis: number): boolean =>
  leaseEndsMillis > nowMillis && leaseEndsMillis <= nowMillis + LONGEST_HOLD_MILLIS
