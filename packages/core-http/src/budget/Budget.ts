/**
 * Tracks what an account may still send: its concurrent requests, its lanes of calls that run one at a time, and the
 * limits of each of the provider's resources, both as answers report them and as the plugin knows them. A request over
 * an exhausted limit fails as `RateLimited` before it is sent; the retry policy decides whether to wait. A
 * `BudgetStore` holds the state, either in this process's memory or where the account's other processes share it.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"

import { makeMemory, type BudgetStore, type OpenWindow, type WaitCause } from "./BudgetStore.ts"
import * as Lanes from "./lanes.ts"
import { leaseEnd } from "./lease.ts"
import * as Queue from "./queue.ts"
import { LONGEST_HOLD_MILLIS, HEADER_WINDOW, readReported, type RateLimit } from "./rate-limits.ts"

export type { Lane } from "./lanes.ts"
export { readRateLimit, readRetryAfter, type RateLimit } from "./rate-limits.ts"

/** The resource that a request counts against if its plugin names none. */
export const CORE = "core"

/** The limits of a resource that a plugin knows before any answer arrives. */
export interface ResourceLimits {
  /** The most concurrent requests of the resource, over all processes that share the budget. */
  readonly places?: number
  /**
   * Windows in which the provider counts units. Called before every request for the windows that are open at that time.
   */
  readonly windows?: (nowMillis: number) => ReadonlyArray<OpenWindow>
  /** How requests cost fewer units, as a sentence without its period, for the error of a call over one of the windows. */
  readonly costAdvice?: string
}

/** The cost of a request, as its answer reports it. */
export interface Usage {
  /** Units used. If absent, the request used all the units that it had reserved. */
  readonly units?: number
  /** Units left, by window name. */
  readonly remaining?: Readonly<Record<string, number>>
}

/** One account's budget of requests. The client asks it before every request and reports every answer to it. */
export interface Budget {
  /**
   * Runs the effect when a place is free, both in the process and for the resource.
   * @param untilMillis Unix time by which the effect is certainly over; if it has not ended by then, its process has
   * died
   */
  readonly withPlace: <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    resource?: string,
    untilMillis?: number
  ) => Effect.Effect<A, E, R>
  /**
   * Runs the effect when its turn in the lane has come. Calls of a lane run one at a time, in order, and no sooner than
   * the lane's pause after the end of the last turn in which `take` allowed a request. A call that waits for its turn
   * holds no place.
   */
  readonly withLane: <A, E, R>(
    lane: string,
    effect: Effect.Effect<A, E, R>,
    untilMillis?: number
  ) => Effect.Effect<A, E, R>
  /** The least time in milliseconds that a call which joins the lane now has to wait. */
  readonly laneWaitMillis: (lane: string) => Effect.Effect<number>
  /**
   * Seconds until the next request of a resource may be sent, or 0 if it may be sent now. If called inside a place, it
   * reserves the units of the request until its answer is observed or the place is left.
   */
  readonly take: (resource?: string, units?: number) => Effect.Effect<number>
  /**
   * Updates the limits from an answer.
   * @param resource the resource that the request counts against, unless `x-ratelimit-resource` names another; if
   * absent, the answer is about the whole account
   */
  readonly observe: (headers: Readonly<Record<string, string>>, resource?: string, usage?: Usage) => Effect.Effect<void>
  /**
   * Blocks a resource, or the whole account if none is given, for this many seconds. A hold ends after an hour at most.
   */
  readonly hold: (seconds: number, resource?: string) => Effect.Effect<void>
  /** Why the last delayed request of a resource had to wait, as a clause for the error of a call that is held back. */
  readonly sourceOfWait: (resource?: string) => Effect.Effect<string>
  /** The last rate limit seen for a resource. */
  readonly current: (resource?: string) => RateLimit | undefined
  /** The last rate limits seen, by resource. */
  readonly all: () => Readonly<Record<string, RateLimit>>
  /**
   * The same budget, kept in a store that the account's other processes share.
   * @param scope names the account in the store
   */
  readonly keptIn: (store: BudgetStore<never>, scope: string) => Budget
}

/** An account's limits on concurrency and rate that are known before any answer reports them. */
export interface BudgetOptions {
  /** The most concurrent requests of this process. */
  readonly concurrency: number
  /** Lanes by name, as `RequestPolicy.lane` gives it. */
  readonly lanes?: Readonly<Record<string, Lanes.Lane>>
  /** The limits of a resource that are known beforehand. */
  readonly limits?: (resource: string) => ResourceLimits | undefined
}

/** The most resource names that answers may add. No provider has more resources. */
const MAX_RESOURCES = 32
const RESOURCE = /^[\w-]{1,40}$/

/** One request's stay in a place, with what `take` reserved for it. */
interface Stay {
  claim: { readonly resource: string; readonly id: string } | undefined
  readonly untilMillis: number | undefined
}

const Place = Context.Reference<Stay | undefined>("@inlay/core-http/Budget/Place", { defaultValue: () => undefined })

const clauseOf = (cause: WaitCause | undefined, { costAdvice }: ResourceLimits = {}): string => {
  if (cause?._tag === "places") return "other programs have as many requests in progress as the account may"
  if (cause?._tag === "hold") {
    const isLonger = cause.askedSeconds * 1000 > LONGEST_HOLD_MILLIS
    const most = isLonger ? "; it waits an hour at most" : ""
    return `an earlier response asked to wait ${Math.ceil(cause.askedSeconds)} s${most}`
  }
  if (cause === undefined || cause.name === HEADER_WINDOW) return "an earlier response said that no requests are left"
  const words = cause.name.replace(/[A-Z]/g, " $&").toLowerCase()
  return `its ${words} are used up${costAdvice ? `. ${costAdvice}` : ""}`
}

const millisOf = (fiber: Fiber.Fiber<unknown, unknown>) => fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()

/** The state that a budget keeps in this process, whichever store it uses. */
const localParts = (options: BudgetOptions) => ({
  places: Queue.make(options.concurrency),
  placeOf: Queue.makeByKey(),
  lanes: Lanes.make(options.lanes ?? {}),
  // Tells this process from others. It is not a secret, and loading `crypto` would cost every start some milliseconds.
  holder: `${performance.timeOrigin}-${Math.random()}`,
  /** By resource, as last seen. */
  limits: new Map<string, RateLimit>(),
  causes: new Map<string, WaitCause>(),
  takes: 0
})

const over = (
  options: BudgetOptions,
  local: ReturnType<typeof localParts>,
  store: BudgetStore<never>,
  scope: string
): Budget => {
  const { places, placeOf, lanes, limits, causes, holder } = local
  const asker: Lanes.Asker = { store, scope, holder }

  /** Keeps no more than there is to say: a caller may name any number of resources. */
  const learn = (resource: string, limit: RateLimit | undefined) => {
    if (limit === undefined) limits.delete(resource)
    else limits.set(resource, limit)
  }
  const settle = (settlement: Omit<Parameters<typeof store.settle>[0], "scope">) =>
    Effect.map(store.settle({ scope, ...settlement }), (limit) => learn(settlement.resource, limit))
  /** Settles a request that leaves without an answer. It may have cost all that was reserved. */
  const leave = (stay: Stay) =>
    Effect.suspend(() => {
      const { claim } = stay
      if (claim === undefined) return Effect.void
      return Effect.flatMap(Clock.currentTimeMillis, (nowMillis) => settle({ ...claim, nowMillis }))
    })
  const isResource = (name: string | undefined): name is string =>
    name !== undefined && RESOURCE.test(name) && (limits.has(name) || limits.size < MAX_RESOURCES)

  return {
    withPlace: (effect, resource = CORE, untilMillis) => {
      const outcome = places.withPlace(
        Effect.suspend(() => {
          const stay: Stay = { claim: undefined, untilMillis }
          return Effect.ensuring(Effect.provideService(effect, Place, stay), leave(stay))
        })
      )
      // A call that waits for a place of the resource does not hold one of the account's places.
      const count = options.limits?.(resource)?.places
      return count === undefined ? outcome : placeOf(resource, count, outcome)
    },
    withLane: (lane, effect, untilMillis) => lanes.inTurn(lane, asker, effect, untilMillis),
    laneWaitMillis: (lane) => Effect.map(Clock.currentTimeMillis, (now) => lanes.leastWaitMillis(lane, now)),
    take: (resource = CORE, units = 1) =>
      Effect.withFiber((fiber) => {
        const nowMillis = millisOf(fiber)
        const stay = fiber.getRef(Place)
        const turn = fiber.getRef(Lanes.Turn)
        const { places: count, windows } = options.limits?.(resource) ?? {}
        const claim = stay && { resource, id: `${holder}:${(local.takes += 1)}` }
        const reservation = store.reserve({
          scope,
          resource,
          ...claim,
          units,
          windows: windows?.(nowMillis) ?? [],
          ...(count !== undefined && { places: count }),
          nowMillis,
          leaseEndsMillis: leaseEnd(nowMillis, stay?.untilMillis)
        })
        const reserving = Effect.map(reservation, (result) => {
          learn(resource, result.limit)
          if (result._tag === "Wait") {
            causes.set(resource, result.cause)
            return Math.ceil(result.waitMillis / 1000)
          }
          if (stay) stay.claim = claim
          if (turn) turn.used = true
          return 0
        })
        return Effect.uninterruptible(reserving)
      }),
    observe: (headers, resource, usage = {}) =>
      Effect.withFiber((fiber) => {
        const nowMillis = millisOf(fiber)
        const stay = fiber.getRef(Place)
        const claim = stay?.claim
        if (stay) stay.claim = undefined
        const resourceHeader = resource === undefined ? undefined : headers["x-ratelimit-resource"]
        const about = isResource(resourceHeader) ? resourceHeader : (resource ?? CORE)
        const report = readReported(headers, nowMillis)
        const answer = { resource: about, ...(report && { reported: report }), nowMillis }
        if (claim === undefined) return settle(answer)
        return claim.resource === about
          ? settle({ ...answer, ...usage, ...claim })
          : Effect.andThen(settle({ ...claim, ...usage, nowMillis }), settle(answer))
      }),
    hold: (holdSeconds, resource = "") =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMillis) => settle({ resource, holdSeconds, nowMillis })),
    sourceOfWait: (resource = CORE) => Effect.sync(() => clauseOf(causes.get(resource), options.limits?.(resource))),
    current: (resource = CORE) => limits.get(resource),
    all: () => Object.fromEntries(limits),
    keptIn: (sharedStore, account) => over(options, local, sharedStore, account)
  }
}

/** Creates a budget in this process's memory. `Budget.keptIn` shares it with other processes. */
export const make = (options: BudgetOptions): Budget => over(options, localParts(options), makeMemory(), "")
