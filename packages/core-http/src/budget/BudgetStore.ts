/**
 * The store of budgets. Processes that share a store share an account's limits, its places and the turns of its lanes.
 * Callers pass in the current time, so a store needs no clock. `budgetStoreSuite` in `./testing` tests an
 * implementation.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { StorageError } from "../errors/StorageError.ts"
import { isLeased } from "./lease.ts"
import type { RateLimit } from "./rate-limits.ts"
import {
  emptyState,
  limitOf,
  reserveIn,
  settleIn,
  type Reservation,
  type ReserveResult,
  type ResourceState,
  type Settlement
} from "./windows.ts"

export type { Claim, OpenWindow, Reservation, ReserveResult, ResourceState, Settlement, WaitCause } from "./windows.ts"
export { emptyState, expiryOf, limitOf, reserveIn, settleIn } from "./windows.ts"

/** A lane of an account, and the holder that asks for its turn. */
export interface LaneTurn {
  readonly scope: string
  readonly lane: string
  /** Identifies the process, or another asker. A holder makes one request for a turn at a time. */
  readonly holder: string
  readonly nowMillis: number
}

/** A request for a turn. */
export interface TurnRequest extends LaneTurn {
  /** The pause between the end of a turn and the next turn. */
  readonly pauseMillis: number
  /** Unix time in milliseconds by which the turn is certainly over. A holder that still has it then has died. */
  readonly leaseEndsMillis: number
}

/** Whether the asker has the turn. If not, `waitMillis` says when to ask again. */
export type TurnResult = { readonly _tag: "Turn" } | { readonly _tag: "Wait"; readonly waitMillis: number }

/** Keeps budgets. Every operation is atomic across processes. */
export interface BudgetStore<E = StorageError> {
  /**
   * Asks for the next turn of a lane. The first asker that is refused becomes next in line, until one second after the
   * lane is free, so that a busy process cannot take every turn.
   */
  readonly turn: (request: TurnRequest) => Effect.Effect<TurnResult, E>
  /** Ends a turn. @param pauseMillis how long the lane rests; 0 if nothing was sent */
  readonly endTurn: (turn: LaneTurn, pauseMillis: number) => Effect.Effect<void, E>
  /** Reserves a place and units for a request, as `reserveIn` decides. */
  readonly reserve: (reservation: Reservation) => Effect.Effect<ReserveResult, E>
  /** Records the outcome of a request, and returns the resource's header window. */
  readonly settle: (settlement: Settlement) => Effect.Effect<RateLimit | undefined, E>
}

/** The store that processes share. Without one, each budget keeps its state in memory. */
export const SharedBudgets = Context.Reference<BudgetStore | undefined>("@inlay/core-http/SharedBudgets", {
  defaultValue: () => undefined
})

/** The account whose client is being made, such as `codehost/main`. Without a name, its budget is not shared. */
export const BudgetScope = Context.Reference<string>("@inlay/core-http/BudgetScope", { defaultValue: () => "" })

/** The stored state of a lane. */
export interface LaneState {
  /** The holder of the current turn; empty if there is none. */
  readonly holder: string
  readonly leaseEndsMillis: number
  /** Unix time in milliseconds at which the last pause ends. */
  readonly freeAtMillis: number
  /** The refused asker that is next in line; empty if there is none. */
  readonly next: string
  readonly nextEndsMillis: number
}

/** A lease that ends later was written before the clock was set back, and is ignored. */
export { LONGEST_HOLD_MILLIS as LONGEST_LEASE_MILLIS } from "./rate-limits.ts"

/** How long a refused asker keeps its place in line. */
export const NEXT_MILLIS = 1000
/**
 * If a pause or a place in line ends later than any could, it was written before the clock was set back, and is ignored.
 * An excess below this limit does not count: another process may have written it while this one was asking.
 */
export const CLOCK_SLACK_MILLIS = 10_000
/** How often to ask while another holder has the turn. */
export const POLL_MILLIS = 50

/** The state of a lane that nobody uses. */
export const FREE: LaneState = { holder: "", leaseEndsMillis: 0, freeAtMillis: 0, next: "", nextEndsMillis: 0 }

/** Returns how much longer a lane rests, in milliseconds. @param freeAtMillis when its last pause ends */
export const restLeftMillis = (freeAtMillis: number, nowMillis: number, pauseMillis: number): number => {
  const leftMillis = freeAtMillis - nowMillis
  return leftMillis > 0 && leftMillis <= pauseMillis + CLOCK_SLACK_MILLIS ? leftMillis : 0
}

/** Returns when to ask again. */
export const laneWait = (lane: LaneState, { holder, nowMillis, pauseMillis }: TurnRequest): TurnResult => {
  if (lane.holder === holder) return { _tag: "Turn" }
  const waitMillis = lane.holder === "" ? restLeftMillis(lane.freeAtMillis, nowMillis, pauseMillis) : 0
  return { _tag: "Wait", waitMillis: waitMillis > 0 ? waitMillis : POLL_MILLIS }
}

/** Returns the state of a lane after a request for a turn. */
export const turnIn = (lane: LaneState, request: TurnRequest): LaneState => {
  const { holder, nowMillis: now, pauseMillis, leaseEndsMillis } = request
  const isHeld = lane.holder !== "" && lane.holder !== holder && isLeased(lane.leaseEndsMillis, now)
  const rests = restLeftMillis(lane.freeAtMillis, now, pauseMillis) > 0
  const isOthers =
    lane.nextEndsMillis > now && lane.nextEndsMillis <= now + pauseMillis + CLOCK_SLACK_MILLIS + NEXT_MILLIS
  const isNext = lane.next === "" || lane.next === holder || !isOthers
  if (!isHeld && !rests && isNext) return { ...FREE, holder, leaseEndsMillis }
  const free = isHeld ? lane : { ...lane, holder: "" }
  return isNext ? { ...free, next: holder, nextEndsMillis: Math.max(now, lane.freeAtMillis) + NEXT_MILLIS } : free
}

/** Returns the state of a lane after the end of a turn. The next asker keeps its place in line during the pause too. */
export const endTurnIn = (lane: LaneState, nowMillis: number, pauseMillis: number): LaneState => ({
  ...lane,
  holder: "",
  freeAtMillis: nowMillis + pauseMillis,
  nextEndsMillis: lane.nextEndsMillis > nowMillis ? nowMillis + pauseMillis + NEXT_MILLIS : 0
})

/** Creates a store in this process's memory. */
export const makeMemory = (): BudgetStore<never> => {
  const resources = new Map<string, ResourceState>()
  const lanes = new Map<string, LaneState>()
  const stateOf = (scope: string, resource: string): ResourceState => {
    const key = `${scope}\n${resource}`
    const state = resources.get(key) ?? emptyState()
    resources.set(key, state)
    return state
  }
  const keyOf = ({ scope, lane }: LaneTurn) => `${scope}\n${lane}`
  return {
    turn: (request) =>
      Effect.sync(() => {
        const lane = turnIn(lanes.get(keyOf(request)) ?? FREE, request)
        lanes.set(keyOf(request), lane)
        return laneWait(lane, request)
      }),
    endTurn: (turn, pauseMillis) =>
      Effect.sync(() => {
        const lane = lanes.get(keyOf(turn))
        if (lane?.holder !== turn.holder) return
        lanes.set(keyOf(turn), endTurnIn(lane, turn.nowMillis, pauseMillis))
      }),
    reserve: (reservation) =>
      Effect.sync(() =>
        reserveIn(stateOf(reservation.scope, ""), stateOf(reservation.scope, reservation.resource), reservation)
      ),
    settle: (settlement) =>
      Effect.sync(() => {
        const state = stateOf(settlement.scope, settlement.resource)
        settleIn(state, settlement)
        return limitOf(state)
      })
  }
}
