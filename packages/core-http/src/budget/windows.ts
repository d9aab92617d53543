/**
 * The known state of one resource of an account, and two decisions about it: whether a request may be sent, and what
 * its answer changes. Everything is computed from plain values and times that are passed in, so every store decides
 * alike, whichever process asks.
 */
import { isLeased } from "./lease.ts"
import {
  HEADER_WINDOW,
  LONGEST_HOLD_MILLIS,
  SAME_CLOCK_MILLIS,
  SAME_WINDOW_MILLIS,
  type RateLimit,
  type ReportedLimit
} from "./rate-limits.ts"

/** Units left in a window. */
export interface WindowState extends RateLimit {
  /** The end of the window as the provider stated it, which does not depend on how long an answer took. */
  readonly endsAtMillis: number
}

/** A request that holds a place until it is settled or its lease ends. */
export interface Claim {
  readonly units: number
  /** Unix time in milliseconds. */
  readonly leaseEndsMillis: number
}

/** The state of one resource, or of the account itself, for which only the hold counts. */
export interface ResourceState {
  /** By name. */
  windows: Record<string, WindowState>
  /** Requests in progress, by id. */
  claims: Map<string, Claim>
  /** No request is sent before this Unix time in milliseconds. */
  heldUntilMillis: number
  /** The wait in seconds that the answer asked for, if there is a hold. */
  askedSeconds: number
}

/** A window that the plugin knows before any answer has reported it. */
export interface OpenWindow {
  readonly name: string
  /** Units per window. */
  readonly limit: number
  /** Unix time in milliseconds at which the present window ends. */
  readonly endsAtMillis: number
}

/** A request about to be sent. */
export interface Reservation {
  /** Names the account. */
  readonly scope: string
  readonly resource: string
  /** Identifies the request. Without an id, the state is only checked and nothing is reserved. */
  readonly id?: string
  /** The most that the request may cost. */
  readonly units: number
  readonly windows: ReadonlyArray<OpenWindow>
  /** How many requests of the resource may be in progress at once, over all processes. */
  readonly places?: number
  readonly nowMillis: number
  /** Unix time in milliseconds by which the request is certainly over. If it is not, its process has died. */
  readonly leaseEndsMillis: number
}

/** Why a request has to wait. */
export type WaitCause =
  | { readonly _tag: "hold"; readonly askedSeconds: number }
  | { readonly _tag: "window"; readonly name: string }
  | { readonly _tag: "places" }

/** Whether a request may be sent now. `limit` is the resource's header window as last reported. */
export type ReserveResult =
  | { readonly _tag: "Reserved"; readonly limit: RateLimit | undefined }
  | {
      readonly _tag: "Wait"
      readonly waitMillis: number
      readonly cause: WaitCause
      readonly limit: RateLimit | undefined
    }

/** The outcome of a request, or other facts from an answer. */
export interface Settlement {
  readonly scope: string
  /** Empty for the account itself. */
  readonly resource: string
  /** The request that is over, by the id under which it was reserved. */
  readonly id?: string
  /** The units that it cost. If absent, it cost all that was reserved. */
  readonly units?: number
  /** The limit that the headers report. */
  readonly reported?: ReportedLimit
  /** Units left according to the answer's body, by window name. */
  readonly remaining?: Readonly<Record<string, number>>
  /** How long nothing is to be sent. */
  readonly holdSeconds?: number
  readonly nowMillis: number
}

/** The state of a resource of which nothing is known. */
export const emptyState = (): ResourceState => ({
  windows: {},
  claims: new Map(),
  heldUntilMillis: 0,
  askedSeconds: 0
})

/** The wait while other requests are in progress, since their answers will soon tell more. */
const MOMENT_MILLIS = 1000

/** Subtracts units from all windows except the header window, which the provider counts itself. */
const use = (state: ResourceState, units: number): void => {
  for (const [name, window] of Object.entries(state.windows)) {
    if (name === HEADER_WINDOW) continue
    state.windows[name] = { ...window, remaining: Math.max(0, window.remaining - units) }
  }
}

/**
 * Drops requests whose lease has ended because their process died. Their cost is unknown, so all that they reserved
 * counts as used.
 */
const dropLapsed = (state: ResourceState, nowMillis: number): void => {
  for (const [id, claim] of state.claims) {
    if (isLeased(claim.leaseEndsMillis, nowMillis)) continue
    state.claims.delete(id)
    use(state, claim.units)
  }
}

/** Also drops a reported window that ends later than any can: it was dated before the clock was set back. */
const dropEnded = (state: ResourceState, nowMillis: number): void => {
  for (const name in state.windows) {
    const leftMillis = (state.windows[name]?.resetsAtMillis ?? 0) - nowMillis
    const isTooLong = name === HEADER_WINDOW && leftMillis > LONGEST_HOLD_MILLIS + SAME_CLOCK_MILLIS
    if (leftMillis <= 0 || isTooLong) delete state.windows[name]
  }
}

/** Returns the header window as last reported. */
export const limitOf = ({ windows }: ResourceState): RateLimit | undefined => {
  const window = windows[HEADER_WINDOW]
  if (window === undefined) return undefined
  const { endsAtMillis: _, ...limit } = window
  return limit
}

/**
 * Decides whether a request may be sent. If so, reserves its units under its id.
 * @param account the state of the account itself
 */
export const reserveIn = (account: ResourceState, state: ResourceState, request: Reservation): ReserveResult => {
  const { nowMillis: now, units, places, id } = request
  dropLapsed(state, now)
  dropEnded(state, now)
  const wait = (waitMillis: number, cause: WaitCause): ReserveResult => ({
    _tag: "Wait",
    waitMillis,
    cause,
    limit: limitOf(state)
  })
  const current = isLeased(account.heldUntilMillis, now) ? account : state
  // A longer hold than the longest was made before the clock was set back.
  if (isLeased(current.heldUntilMillis, now))
    return wait(current.heldUntilMillis - now, { _tag: "hold", askedSeconds: current.askedSeconds })
  for (const { name, limit, endsAtMillis } of request.windows) {
    const window = state.windows[name]
    if (window !== undefined && window.endsAtMillis <= endsAtMillis) continue
    state.windows[name] = { limit, remaining: limit, resetsAtMillis: endsAtMillis, endsAtMillis }
  }
  let reservedUnits = 0
  for (const claim of state.claims.values()) reservedUnits += claim.units
  let longest = 0
  let fullest = ""
  for (const name in state.windows) {
    const window = state.windows[name]
    if (window === undefined || window.remaining - reservedUnits >= units) continue
    const millis = window.remaining >= units ? MOMENT_MILLIS : window.resetsAtMillis - now
    if (millis <= longest) continue
    longest = millis
    fullest = name
  }
  if (longest > 0) return wait(longest, { _tag: "window", name: fullest })
  if (places !== undefined && state.claims.size >= places) return wait(MOMENT_MILLIS, { _tag: "places" })
  if (id !== undefined) state.claims.set(id, { units, leaseEndsMillis: request.leaseEndsMillis })
  return { _tag: "Reserved", limit: limitOf(state) }
}

/**
 * Updates the header window. Answers may arrive out of order: one about an older window is ignored, and within a window
 * the lower figure is the newer.
 */
const learn = (state: ResourceState, { limit, endsAtMillis }: ReportedLimit, nowMillis: number): void => {
  if (limit.resetsAtMillis <= nowMillis) return
  const window = state.windows[HEADER_WINDOW]
  const shift = window === undefined ? Number.POSITIVE_INFINITY : endsAtMillis - window.endsAtMillis
  if (shift <= -SAME_WINDOW_MILLIS) return
  const remaining =
    window !== undefined && shift < SAME_WINDOW_MILLIS ? Math.min(window.remaining, limit.remaining) : limit.remaining
  state.windows[HEADER_WINDOW] = { ...limit, endsAtMillis, remaining }
}

/** Blocks requests for this many seconds, but never for longer than the longest hold. */
const hold = (state: ResourceState, seconds: number, nowMillis: number): void => {
  const until = nowMillis + Math.min(seconds * 1000, LONGEST_HOLD_MILLIS)
  if (isLeased(state.heldUntilMillis, nowMillis) && until <= state.heldUntilMillis) return
  state.heldUntilMillis = until
  state.askedSeconds = seconds
}

/** Records what an answer reports. */
export const settleIn = (state: ResourceState, settlement: Settlement): void => {
  const { nowMillis: now, id, remaining = {}, reported, holdSeconds } = settlement
  dropLapsed(state, now)
  dropEnded(state, now)
  const claim = id === undefined ? undefined : state.claims.get(id)
  if (id !== undefined && claim !== undefined) {
    state.claims.delete(id)
    use(state, settlement.units ?? claim.units)
  }
  if (reported !== undefined) learn(state, reported, now)
  for (const [name, count] of Object.entries(remaining)) {
    const window = state.windows[name]
    if (window === undefined) continue
    // More units are left than the known limit, so the account's limit is higher than assumed.
    const isLarger = window.limit !== undefined && count > window.limit
    const larger = { ...window, limit: count, remaining: count }
    state.windows[name] = isLarger ? larger : { ...window, remaining: Math.min(window.remaining, count) }
  }
  if (holdSeconds !== undefined) hold(state, holdSeconds, now)
}

/** Unix time in milliseconds after which nothing that is known of a resource matters any more. */
export const expiryOf = ({ windows, claims, heldUntilMillis }: ResourceState): number =>
  Math.max(
    heldUntilMillis,
    ...Object.values(windows).map(({ resetsAtMillis }) => resetsAtMillis),
    ...[...claims.values()].map(({ leaseEndsMillis }) => leaseEndsMillis)
  )
