/**
 * What is known of one resource of an account, and the two decisions over it: whether a request may go, and what its answer
 * changes. Plain values and the moments that are passed in: so every store decides alike, whichever process asks.
 */
import { isLeased } from "./lease.ts"
import {
  HEADER_WINDOW,
  LONGEST_HOLD_MILLIS,
  SAME_WINDOW_MILLIS,
  type RateLimit,
  type ReportedLimit
} from "./rate-limits.ts"

/** Units left in a window. */
export interface WindowState {
  readonly limit?: number
  readonly remaining: number
  /** Unix time in milliseconds at which it ends by this machine's clock. */
  readonly resetsAtMillis: number
  /** The same by the provider's words, which stay the same however long an answer took. */
  readonly endsAtMillis: number
}

/** A request that holds a place until it is settled, or its lease ends. */
export interface Claim {
  readonly units: number
  /** Unix time in milliseconds. */
  readonly leaseEndsMillis: number
}

/** One resource, or the account itself, of which only the hold counts. */
export interface ResourceState {
  /** By name. */
  windows: Record<string, WindowState>
  /** Requests under way, by their ids. */
  claims: Map<string, Claim>
  /** Nothing is sent before; Unix time in milliseconds. */
  heldUntilMillis: number
  /** What the answer that it is held for asked for. */
  askedSeconds: number
}

/** A window that the plugin knows before any answer has reported it. */
export interface OpenWindow {
  readonly name: string
  /** Units in all. */
  readonly limit: number
  /** Unix time in milliseconds at which the present one ends. */
  readonly endsAtMillis: number
}

/** A request about to be sent. */
export interface Reservation {
  /** Names the account. */
  readonly scope: string
  readonly resource: string
  /** Names the request; without one it is looked at only, and holds nothing. */
  readonly id?: string
  /** What it costs at most. */
  readonly units: number
  readonly windows: ReadonlyArray<OpenWindow>
  /** How many requests of the resource may be under way at once, of all processes. */
  readonly places?: number
  readonly nowMillis: number
  /** Unix time in milliseconds by which it is surely over, or whoever sent it has died. */
  readonly leaseEndsMillis: number
}

/** Why a request has to wait. */
export type WaitCause =
  | { readonly _tag: "hold"; readonly askedSeconds: number }
  | { readonly _tag: "window"; readonly name: string }
  | { readonly _tag: "places" }

/** Whether a request may be sent now. `limit` is the header window of the resource as last reported. */
export type ReserveResult =
  | { readonly _tag: "Reserved"; readonly limit: RateLimit | undefined }
  | {
      readonly _tag: "Wait"
      readonly waitMillis: number
      readonly cause: WaitCause
      readonly limit: RateLimit | undefined
    }

/** What became of a request, or what an answer says besides. */
export interface Settlement {
  readonly scope: string
  /** Empty for the account itself. */
  readonly resource: string
  /** The request that is over, as it was reserved. */
  readonly id?: string
  /** What it cost; without it, all that was reserved. */
  readonly units?: number
  /** What the headers say. */
  readonly reported?: ReportedLimit
  /** Units left by the answer's body, by the names of the windows. */
  readonly remaining?: Readonly<Record<string, number>>
  /** Nothing is to be sent for so long. */
  readonly holdSeconds?: number
  readonly nowMillis: number
}

/** Nothing known. */
export const emptyState = (): ResourceState => ({
  windows: {},
  claims: new Map(),
  heldUntilMillis: 0,
  askedSeconds: 0
})

/** While others are under way, their answers will tell more in a moment. */
const MOMENT_MILLIS = 1000

/** Units that are used up: of windows which the provider's headers do not count for us. */
const use = (state: ResourceState, units: number): void => {
  for (const [name, window] of Object.entries(state.windows)) {
    if (name === HEADER_WINDOW) continue
    state.windows[name] = { ...window, remaining: Math.max(0, window.remaining - units) }
  }
}

/** Whoever held them has died: what they cost nobody knows, so they cost all that was reserved. */
const dropLapsed = (state: ResourceState, nowMillis: number): void => {
  for (const [id, claim] of state.claims) {
    if (isLeased(claim.leaseEndsMillis, nowMillis)) continue
    state.claims.delete(id)
    use(state, claim.units)
  }
}

const dropEnded = (state: ResourceState, nowMillis: number): void => {
  for (const name in state.windows) {
    if ((state.windows[name]?.resetsAtMillis ?? 0) <= nowMillis) delete state.windows[name]
  }
}

/** A clock that was set back must not make a hold longer than the longest. */
const isHeld = ({ heldUntilMillis }: ResourceState, nowMillis: number): boolean =>
  heldUntilMillis > nowMillis && heldUntilMillis <= nowMillis + LONGEST_HOLD_MILLIS

/** The header window as last reported. */
export const limitOf = ({ windows }: ResourceState): RateLimit | undefined => {
  const window = windows[HEADER_WINDOW]
  if (window === undefined) return undefined
  const { endsAtMillis: _, ...limit } = window
  return limit
}

/** Decides over a request, and notes it under its id. @param account the state of the account itself */
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
  const current = isHeld(account, now) ? account : state
  if (isHeld(current, now))
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

/** Answers may arrive out of order: an older window's is ignored, and within one the lower figure is the newer. */
const learn = (state: ResourceState, { limit, endsAtMillis }: ReportedLimit, nowMillis: number): void => {
  if (limit.resetsAtMillis <= nowMillis) return
  const window = state.windows[HEADER_WINDOW]
  const shift = window === undefined ? Number.POSITIVE_INFINITY : endsAtMillis - window.endsAtMillis
  if (shift <= -SAME_WINDOW_MILLIS) return
  const remaining =
    window !== undefined && shift < SAME_WINDOW_MILLIS ? Math.min(window.remaining, limit.remaining) : limit.remaining
  state.windows[HEADER_WINDOW] = { ...limit, endsAtMillis, remaining }
}

/** Lets nothing go for so long, but never longer than the longest hold. */
const hold = (state: ResourceState, seconds: number, nowMillis: number): void => {
  const until = nowMillis + Math.min(seconds * 1000, LONGEST_HOLD_MILLIS)
  if (isHeld(state, nowMillis) && until <= state.heldUntilMillis) return
  state.heldUntilMillis = until
  state.askedSeconds = seconds
}

/** Writes down what an answer says. */
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
    // More is left than there was thought to be in all: the account's limit is a larger one.
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
