/**
 * What an account may still send: concurrent requests, lanes for what goes one at a time, and the rate limits as the
 * provider's own answers tell them, one for each of its resources. An exhausted limit fails as `RateLimited` before
 * anything is sent; the retry policy decides whether to wait.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

import * as Lanes from "./internal/lanes.ts"
import {
  holdFor,
  learn,
  sourceOfWait,
  unlimited,
  waitMillis,
  type Limited,
  type RateLimit
} from "./internal/rate-limits.ts"

export type { Lane } from "./internal/lanes.ts"
export { readRateLimit, readRetryAfter, type RateLimit } from "./internal/rate-limits.ts"

/** The resource of requests whose plugin names none. */
export const CORE = "core"

/** One account's budget of requests; its client asks it before every request and tells it of every answer. */
export interface Budget {
  /** Runs when a place is free. */
  readonly withPlace: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /**
   * Runs when its turn in the lane has come: one at a time, in order, and no sooner than the lane's pause after the last
   * turn in which `take` let something go. Waiting there takes no place.
   */
  readonly withLane: <A, E, R>(lane: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Milliseconds that a call which comes to the lane now waits at least. */
  readonly laneWaitMillis: (lane: string) => Effect.Effect<number>
  /**
   * Seconds until the next request of a resource may be sent; 0 when it may be sent now. Asked inside a place, it counts
   * the request that is about to go until that place is left.
   */
  readonly take: (resource?: string) => Effect.Effect<number>
  /**
   * Learns from an answer's headers.
   * @param resource what the request counts against, unless `x-ratelimit-resource` says otherwise; without one, the answer
   * is about the whole account
   */
  readonly observe: (headers: Readonly<Record<string, string>>, resource?: string) => Effect.Effect<void>
  /** Lets nothing of a resource go for so long, or nothing of the account. After an hour at most, one may ask again. */
  readonly hold: (seconds: number, resource?: string) => Effect.Effect<void>
  /** Where it was said that a resource has to wait, as a clause: for the error of a call that is held back. */
  readonly sourceOfWait: (resource?: string) => Effect.Effect<string>
  /** The last rate limit seen of a resource. */
  readonly current: (resource?: string) => RateLimit | undefined
  /** The last rate limits seen, by resource. */
  readonly all: () => Readonly<Record<string, RateLimit>>
}

/** Names that answers may add: no provider has more resources. */
const MAX_RESOURCES = 32
const RESOURCE = /^[\w-]{1,40}$/

/** One request's stay in a place: what `take` counted it against. */
const Place = Context.Reference<{ counted: Limited | undefined } | undefined>("@inlay/core-http/Budget/Place", {
  defaultValue: () => undefined
})

/** A budget of so many requests under way at once; rate limits are learnt from answers. */
export const make = (options: {
  readonly concurrency: number
  /** By name, as `Manners.lane` gives it. */
  readonly lanes?: Readonly<Record<string, Lanes.Lane>>
}): Budget => {
  const places = Semaphore.makeUnsafe(options.concurrency)
  const lanes = Lanes.make(options.lanes ?? {})
  const resources = new Map<string, Limited>()
  const account = unlimited()
  const limitedOf = (resource: string): Limited => {
    const known = resources.get(resource)
    if (known !== undefined) return known
    const limited = unlimited()
    resources.set(resource, limited)
    return limited
  }
  const isTold = (name: string | undefined): name is string =>
    name !== undefined && RESOURCE.test(name) && (resources.has(name) || resources.size < MAX_RESOURCES)
  return {
    withPlace: (effect) =>
      places.withPermit(
        Effect.suspend(() => {
          const place: { counted: Limited | undefined } = { counted: undefined }
          return Effect.ensuring(
            Effect.provideService(effect, Place, place),
            Effect.sync(() => {
              if (place.counted !== undefined) place.counted.underWay -= 1
            })
          )
        })
      ),
    withLane: lanes.inTurn,
    laneWaitMillis: (lane) => Effect.map(Clock.currentTimeMillis, (now) => lanes.leastWaitMillis(lane, now)),
    take: (resource = CORE) =>
      Effect.withFiberSucceed((fiber) => {
        const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
        const limited = limitedOf(resource)
        const wait = Math.max(account.heldUntilMillis - now, waitMillis(limited, now))
        if (wait > 0) return Math.ceil(wait / 1000)
        const place = fiber.getRef(Place)
        if (place !== undefined) {
          place.counted = limited
          limited.underWay += 1
        }
        const turn = fiber.getRef(Lanes.Turn)
        if (turn !== undefined) turn.used = true
        return 0
      }),
    observe: (headers, resource) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const told = resource === undefined ? undefined : headers["x-ratelimit-resource"]
        learn(limitedOf(isTold(told) ? told : (resource ?? CORE)), headers, now)
      }),
    hold: (seconds, resource) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        holdFor(resource === undefined ? account : limitedOf(resource), seconds, now)
      }),
    sourceOfWait: (resource = CORE) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        sourceOfWait(account.heldUntilMillis > now ? account : limitedOf(resource), now)
      ),
    current: (resource = CORE) => resources.get(resource)?.told?.limit,
    all: () =>
      Object.fromEntries(
        [...resources].flatMap(([name, { told }]) => (told === undefined ? [] : [[name, told.limit] as const]))
      )
  }
}
