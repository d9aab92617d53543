/**
 * Where budgets are kept. Processes that share a store share an account's limits, its places and the turns of its lanes. All
 * moments are passed in, so a store needs no clock; `budgetStoreSuite` in `./testing` says what one must do.
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

/** A lane of an account, and who asks for its turn. */
export interface LaneTurn {
  readonly scope: string
  readonly lane: string
  /** Names the process, or whoever else asks: one asks once at a time. */
  readonly holder: string
  readonly nowMillis: number
}

/** Asks for a turn. */
export interface TurnRequest extends LaneTurn {
  /** Between the end of a turn and the next one. */
  readonly pauseMillis: number
  /** Unix time in milliseconds at which the turn is surely over, or whoever has it has died. */
  readonly leaseEndsMillis: number
}

/** Whether it is the asker's turn; if not, when to ask again. */
export type TurnResult = { readonly _tag: "Turn" } | { readonly _tag: "Wait"; readonly waitMillis: number }

/** Keeps budgets; every operation is one step that no other process can come between. */
export interface BudgetStore<E = StorageError> {
  /**
   * Asks for the next turn of a lane. Who is refused is noted as the next in line for a second after the lane is free, so
   * that a busy process leaves turns to others.
   */
  readonly turn: (request: TurnRequest) => Effect.Effect<TurnResult, E>
  /** Ends a turn. @param pauseMillis how long the lane rests; 0 where nothing was sent */
  readonly endTurn: (turn: LaneTurn, pauseMillis: number) => Effect.Effect<void, E>
  /** Reserves a place and units for a request, as `reserveIn` decides. */
  readonly reserve: (reservation: Reservation) => Effect.Effect<ReserveResult, E>
  /** Writes down what became of a request; gives the resource's header window. */
  readonly settle: (settlement: Settlement) => Effect.Effect<RateLimit | undefined, E>
}

/** The store that processes share; without one, each budget keeps its own memory. */
export const SharedBudgets = Context.Reference<BudgetStore | undefined>("@inlay/core-http/SharedBudgets", {
  defaultValue: () => undefined
})

/** Names the account whose client is made, such as `codehost/main`; without a name, its budget is not shared. */
export const BudgetScope = Context.Reference<string>("@inlay/core-http/BudgetScope", { defaultValue: () => "" })

/** One lane as it is kept. */
export interface LaneState {
  /** Whose turn it is; empty for nobody's. */
  readonly holder: string
  readonly leaseEndsMillis: number
  /** Unix time in milliseconds at which the last pause ends. */
  readonly freeAtMillis: number
  /** Who was refused and comes next; empty for nobody. */
  readonly next: string
  readonly nextEndsMillis: number
}

/** No lease is longer; see `CLOCK_SLACK_MILLIS`. */
export { LONGEST_HOLD_MILLIS as LONGEST_LEASE_MILLIS } from "./rate-limits.ts"

/** How long a place in line is kept for who was refused. */
export const NEXT_MILLIS = 1000
/**
 * A pause that ends later than it could was written by a clock that was set back since. By less than this, it was written
 * while another one was asking.
 */
export const CLOCK_SLACK_MILLIS = 10_000
/** How often to ask while it is another's turn. */
export const POLL_MILLIS = 50

/** A lane that nobody has asked for. */
export const FREE: LaneState = { holder: "", leaseEndsMillis: 0, freeAtMillis: 0, next: "", nextEndsMillis: 0 }

/** When to ask again. */
export const laneWait = (lane: LaneState, { holder, nowMillis }: TurnRequest): TurnResult => {
  if (lane.holder === holder) return { _tag: "Turn" }
  const restMillis = lane.freeAtMillis - nowMillis
  return { _tag: "Wait", waitMillis: lane.holder === "" && restMillis > 0 ? restMillis : POLL_MILLIS }
}

/** What asking for a turn makes of a lane. */
export const turnIn = (lane: LaneState, request: TurnRequest): LaneState => {
  const { holder, nowMillis: now, pauseMillis, leaseEndsMillis } = request
  const isHeld = lane.holder !== "" && lane.holder !== holder && isLeased(lane.leaseEndsMillis, now)
  const rests = lane.freeAtMillis > now && lane.freeAtMillis <= now + pauseMillis + CLOCK_SLACK_MILLIS
  const isNext = lane.next === "" || lane.next === holder || lane.nextEndsMillis <= now
  if (!isHeld && !rests && isNext) return { ...FREE, holder, leaseEndsMillis }
  const free = isHeld ? lane : { ...lane, holder: "" }
  return isNext ? { ...free, next: holder, nextEndsMillis: Math.max(now, lane.freeAtMillis) + NEXT_MILLIS } : free
}

/** What the end of a turn makes of a lane; its next one keeps its place in line for the pause too. */
export const endTurnIn = (lane: LaneState, nowMillis: number, pauseMillis: number): LaneState => ({
  ...lane,
  holder: "",
  freeAtMillis: nowMillis + pauseMillis,
  nextEndsMillis: lane.nextEndsMillis > nowMillis ? nowMillis + pauseMillis + NEXT_MILLIS : 0
})

/** Only in this process: as long as the store lives. */
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
