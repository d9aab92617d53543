/**
 * Request budgets shared between programs: turns in lanes, and the remaining requests of each resource's rate-limit
 * windows. The contents are worthless after a day.
 */
import {
  CLOCK_SLACK_MILLIS,
  LONGEST_LEASE_MILLIS,
  NEXT_MILLIS,
  SharedBudgets,
  emptyState,
  expiryOf,
  laneWait,
  limitOf,
  reserveIn,
  settleIn,
  type BudgetStore,
  type LaneState,
  type Reservation,
  type ResourceState,
  type Settlement,
  type TurnRequest
} from "@inlay/core-http/BudgetStore"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"

const State = Schema.fromJsonString(
  Schema.Struct({
    windows: Schema.Record(
      Schema.String,
      Schema.Struct({
        limit: Schema.optionalKey(Schema.Finite),
        remaining: Schema.Finite,
        resetsAtMillis: Schema.Finite,
        endsAtMillis: Schema.Finite
      })
    ),
    claims: Schema.Array(
      Schema.Tuple([Schema.String, Schema.Struct({ units: Schema.Finite, leaseEndsMillis: Schema.Finite })])
    ),
    heldUntilMillis: Schema.Finite,
    askedSeconds: Schema.Finite
  })
)
const decode = Schema.decodeUnknownOption(State)

type Plain = typeof State.Type

/** A damaged row counts as missing: the next response reports the limits again. */
const stateFrom = (plain: Plain | undefined): ResourceState =>
  plain === undefined ? emptyState() : { ...plain, windows: { ...plain.windows }, claims: new Map(plain.claims) }

const plainOf = (text: string): Plain | undefined => Option.getOrUndefined(decode(text))

/** The windows of a stored state, by name. */
export const limitsOf = (text: string): ResourceState["windows"] => stateFrom(plainOf(text)).windows

/**
 * How many of the states last written by this process are cached. A row with the same text need not be parsed again.
 */
const MAX_RECENT = 100

const makeTexts = () => {
  const recent = new Map<string, Plain>()
  return {
    stateOf: (text: string | undefined): ResourceState =>
      stateFrom(text === undefined ? undefined : (recent.get(text) ?? plainOf(text))),
    textOf: (state: ResourceState): string => {
      const plain: Plain = { ...state, claims: [...state.claims] }
      const text = JSON.stringify(plain)
      recent.set(text, plain)
      const [oldest] = recent.keys()
      if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest)
      return text
    }
  }
}

/** The shortest time between removals of expired rows. */
const SWEEP_EVERY_MILLIS = 60_000

/** A store over a database that has the tables. */
export const over = (services: Context.Context<SqlClient | Database>): BudgetStore => {
  const sql = Context.get(services, SqlClient)
  const { write: commit } = Context.get(services, Database)
  const { stateOf, textOf } = makeTexts()

  /** `turnIn` of core-http as one statement, so that the decision is atomic between processes. */
  const turn = (request: TurnRequest) => {
    const { scope, lane, holder, nowMillis: now, pauseMillis, leaseEndsMillis } = request
    const isHeld = sql`(lanes.holder <> '' AND lanes.holder <> ${holder} AND lanes.lease_ends_millis > ${now}
      AND lanes.lease_ends_millis <= ${now + LONGEST_LEASE_MILLIS})`
    const rests = sql`(lanes.free_at_millis > ${now}
      AND lanes.free_at_millis <= ${now + pauseMillis + CLOCK_SLACK_MILLIS})`
    const isNext = sql`(lanes.next = '' OR lanes.next = ${holder} OR lanes.next_ends_millis <= ${now}
      OR lanes.next_ends_millis > ${now + pauseMillis + CLOCK_SLACK_MILLIS + NEXT_MILLIS})`
    const freeAt = sql`CASE WHEN lanes.free_at_millis > ${now} THEN lanes.free_at_millis ELSE ${now} END`
    const isGranted = sql`(NOT ${isHeld} AND NOT ${rests} AND ${isNext})`
    return Effect.map(
      sql<LaneState>`INSERT INTO lanes (scope, lane, holder, lease_ends_millis, free_at_millis, next, next_ends_millis)
        VALUES (${scope}, ${lane}, ${holder}, ${leaseEndsMillis}, 0, '', 0)
        ON CONFLICT (scope, lane) DO UPDATE SET
          holder = CASE WHEN ${isGranted} THEN ${holder} WHEN ${isHeld} THEN lanes.holder ELSE '' END,
          lease_ends_millis = CASE WHEN ${isGranted} THEN ${leaseEndsMillis} ELSE lanes.lease_ends_millis END,
          free_at_millis = CASE WHEN ${isGranted} THEN 0 ELSE lanes.free_at_millis END,
          next = CASE WHEN ${isGranted} THEN '' WHEN ${isNext} THEN ${holder} ELSE lanes.next END,
          next_ends_millis = CASE WHEN ${isGranted} THEN 0
            WHEN ${isNext} THEN ${freeAt} + ${NEXT_MILLIS} ELSE lanes.next_ends_millis END
        RETURNING holder, lease_ends_millis AS "leaseEndsMillis", free_at_millis AS "freeAtMillis", next,
          next_ends_millis AS "nextEndsMillis"`,
      ([state]) => (state === undefined ? { _tag: "Turn" as const } : laneWait(state, request))
    )
  }

  const statesOf = (scope: string, resource: string) =>
    Effect.map(
      sql<{ readonly resource: string; readonly state: string }>`SELECT resource, state FROM budgets
        WHERE scope = ${scope} AND resource IN ('', ${resource})`,
      (rows) => (name: string) => stateOf(rows.find((row) => row.resource === name)?.state)
    )

  const write = (scope: string, resource: string, state: ResourceState) =>
    sql`INSERT INTO budgets (scope, resource, state, ends_millis) VALUES (${scope}, ${resource}, ${textOf(state)}, ${expiryOf(state)})
      ON CONFLICT (scope, resource) DO UPDATE SET state = excluded.state, ends_millis = excluded.ends_millis`

  let sweptMillis = Number.NEGATIVE_INFINITY
  /** Only saves space: decisions ignore expired rows. */
  const sweep = (nowMillis: number) =>
    Effect.suspend(() => {
      if (Math.abs(nowMillis - sweptMillis) < SWEEP_EVERY_MILLIS) return Effect.void
      sweptMillis = nowMillis
      return Effect.asVoid(sql`DELETE FROM budgets WHERE ends_millis <= ${nowMillis}`)
    })

  const reserve = Effect.fnUntraced(function* (reservation: Reservation) {
    const { scope, resource, nowMillis } = reservation
    yield* sweep(nowMillis)
    const states = yield* statesOf(scope, resource)
    const state = states(resource)
    const result = reserveIn(states(""), state, reservation)
    yield* write(scope, resource, state)
    return result
  })

  const settle = Effect.fnUntraced(function* (settlement: Settlement) {
    const { scope, resource } = settlement
    const states = yield* statesOf(scope, resource)
    const state = states(resource)
    settleIn(state, settlement)
    yield* write(scope, resource, state)
    return limitOf(state)
  })

  return {
    turn: (request) => storeOperation("budget.turn", commit(turn(request))),
    endTurn: ({ scope, lane, holder, nowMillis }, pauseMillis) =>
      storeOperation(
        "budget.endTurn",
        commit(
          sql`UPDATE lanes SET holder = '', free_at_millis = ${nowMillis + pauseMillis},
            next_ends_millis = CASE WHEN next_ends_millis > ${nowMillis}
              THEN ${nowMillis + pauseMillis + NEXT_MILLIS} ELSE 0 END
            WHERE scope = ${scope} AND lane = ${lane} AND holder = ${holder}`
        )
      ),
    reserve: (reservation) =>
      storeOperation("budget.reserve", commit(reserve(reservation), `budget ${reservation.scope}`)),
    settle: (settlement) => storeOperation("budget.settle", commit(settle(settlement), `budget ${settlement.scope}`))
  }
}

export const layer = Layer.effect(SharedBudgets, Effect.map(Effect.context<SqlClient | Database>(), over))
