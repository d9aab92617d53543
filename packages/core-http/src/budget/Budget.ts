/**
 * What an account may still send: concurrent requests, lanes for what goes one at a time, and the limits of each of the
 * provider's resources: as its answers report them, and as the plugin knows them. An exhausted limit fails as `RateLimited`
 * before anything is sent; the retry policy decides whether to wait. Kept by a `BudgetStore`: in this process's memory, or
 * where other processes of the account see it too.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { makeMemory, type BudgetStore, type OpenWindow, type WaitCause } from "./BudgetStore.ts"
import { orMemory } from "./fallback.ts"
import * as Lanes from "./lanes.ts"
import { leaseEnd } from "./lease.ts"
import * as Queue from "./queue.ts"
import { LONGEST_HOLD_MILLIS, HEADER_WINDOW, readReported, type RateLimit } from "./rate-limits.ts"

export type { Lane } from "./lanes.ts"
export { readRateLimit, readRetryAfter, type RateLimit } from "./rate-limits.ts"

/** The resource of requests whose plugin names none. */
export const CORE = "core"

/** What a plugin knows of a resource before any answer. */
export interface ResourceLimits {
  /** Requests of it under way at once, of all processes that share the budget. */
  readonly places?: number
  /** Windows whose units the provider counts; asked for the present ones before every request. */
  readonly windows?: (nowMillis: number) => ReadonlyArray<OpenWindow>
}

/** What a request cost, as its answer says. */
export interface Usage {
  /** Units; without them, it cost all that was reserved. */
  readonly units?: number
  /** Units left, by the names of the windows. */
  readonly remaining?: Readonly<Record<string, number>>
}

/** One account's budget of requests; its client asks it before every request and tells it of every answer. */
export interface Budget {
  /**
   * Runs when a place is free, of the process and of the resource.
   * @param untilMillis Unix time by which it is surely over: whoever has not ended by then has died
   */
  readonly withPlace: <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    resource?: string,
    untilMillis?: number
  ) => Effect.Effect<A, E, R>
  /**
   * Runs when its turn in the lane has come: one at a time, in order, and no sooner than the lane's pause after the last
   * turn in which `take` let something go. Waiting there takes no place.
   */
  readonly withLane: <A, E, R>(
    lane: string,
    effect: Effect.Effect<A, E, R>,
    untilMillis?: number
  ) => Effect.Effect<A, E, R>
  /** Milliseconds that a call which comes to the lane now waits at least. */
  readonly laneWaitMillis: (lane: string) => Effect.Effect<number>
  /**
   * Seconds until the next request of a resource may be sent; 0 when it may be sent now. Asked inside a place, it reserves
   * the units of the request until its answer is observed or the place is left.
   */
  readonly take: (resource?: string, units?: number) => Effect.Effect<number>
  /**
   * Learns from an answer.
   * @param resource what the request counts against, unless `x-ratelimit-resource` says otherwise; without one, the answer
   * is about the whole account
   */
  readonly observe: (headers: Readonly<Record<string, string>>, resource?: string, usage?: Usage) => Effect.Effect<void>
  /** Lets nothing of a resource go for so long, or nothing of the account. After an hour at most, one may ask again. */
  readonly hold: (seconds: number, resource?: string) => Effect.Effect<void>
  /** Why the last request of a resource that had to wait did so, as a clause: for the error of a call that is held back. */
  readonly sourceOfWait: (resource?: string) => Effect.Effect<string>
  /** The last rate limit seen of a resource. */
  readonly current: (resource?: string) => RateLimit | undefined
  /** The last rate limits seen, by resource. */
  readonly all: () => Readonly<Record<string, RateLimit>>
  /** The same budget, kept where other processes of the account see it. @param scope names the account there */
  readonly keptIn: (store: BudgetStore, scope: string) => Budget
}

/** Limits of an account at once and in a time, before any answer has reported them. */
export interface BudgetOptions {
  /** Requests of this process under way at once. */
  readonly concurrency: number
  /** By name, as `RequestPolicy.lane` gives it. */
  readonly lanes?: Readonly<Record<string, Lanes.Lane>>
  /** What is known of a resource beforehand. */
  readonly limits?: (resource: string) => ResourceLimits | undefined
}

/** Names that answers may add: no provider has more resources. */
const MAX_RESOURCES = 32
const RESOURCE = /^[\w-]{1,40}$/

/** One request's stay in a place: what `take` reserved for it. */
interface Stay {
  claim: { readonly resource: string; readonly id: string } | undefined
  readonly untilMillis: number | undefined
}

const Place = Context.Reference<Stay | undefined>("@inlay/core-http/Budget/Place", { defaultValue: () => undefined })

const clauseOf = (cause: WaitCause | undefined): string => {
  if (cause?._tag === "places") return "other programs have as many requests of the account under way as there may be"
  if (cause?._tag === "hold") {
    const isLonger = cause.askedSeconds * 1000 > LONGEST_HOLD_MILLIS
    const most = isLonger ? `, of which ${LONGEST_HOLD_MILLIS / 1000} s are waited` : ""
    return `an earlier answer asked for a wait of ${Math.ceil(cause.askedSeconds)} s${most}`
  }
  return cause === undefined || cause.name === HEADER_WINDOW
    ? "the rate-limit headers of an earlier answer say that no request is left"
    : `its ${cause.name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()} are used up`
}

/** What a budget has in this process, wherever it is kept. */
const localParts = (options: BudgetOptions) => ({
  places: Queue.make(options.concurrency),
  placesOf: new Map<string, Queue.Queue>(),
  lanes: Lanes.make(options.lanes ?? {}),
  // Told apart from other processes; no secret, and `crypto` would cost every start some milliseconds.
  holder: `${performance.timeOrigin}-${Math.random()}`,
  /** By resource, as last seen. */
  limits: new Map<string, RateLimit | undefined>(),
  causes: new Map<string, WaitCause>(),
  requests: 0
})

const over = (
  options: BudgetOptions,
  local: ReturnType<typeof localParts>,
  store: BudgetStore<never>,
  scope: string
): Budget => {
  const { places, placesOf, lanes, limits, causes, holder } = local
  const asker: Lanes.Asker = { store, scope, holder }

  const placeOf = (resource: string): Queue.Queue | undefined => {
    const count = options.limits?.(resource)?.places
    if (count === undefined) return undefined
    const queue = placesOf.get(resource) ?? Queue.make(count)
    placesOf.set(resource, queue)
    return queue
  }
  const settle = (settlement: Omit<Parameters<typeof store.settle>[0], "scope">) =>
    Effect.map(store.settle({ scope, ...settlement }), (limit) => {
      if (settlement.resource !== "") limits.set(settlement.resource, limit)
    })
  /** Whoever leaves without an answer may have cost all that was reserved. */
  const leave = (stay: Stay) =>
    Effect.suspend(() => {
      const { claim } = stay
      if (claim === undefined) return Effect.void
      stay.claim = undefined
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
      // Whoever waits for a place of the resource takes none of the account's meanwhile.
      return placeOf(resource)?.withPlace(outcome) ?? outcome
    },
    withLane: (lane, effect, untilMillis) => lanes.inTurn(lane, asker, effect, untilMillis),
    laneWaitMillis: (lane) => Effect.map(Clock.currentTimeMillis, (now) => lanes.leastWaitMillis(lane, now)),
    take: (resource = CORE, units = 1) =>
      Effect.withFiber((fiber) => {
        const nowMillis = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
        const stay = fiber.getRef(Place)
        const turn = fiber.getRef(Lanes.Turn)
        const resourceLimits = options.limits?.(resource)
        const id = stay === undefined ? undefined : `${holder}:${(local.requests += 1)}`
        const reservation = store.reserve({
          scope,
          resource,
          ...(id !== undefined && { id }),
          units,
          windows: resourceLimits?.windows?.(nowMillis) ?? [],
          ...(resourceLimits?.places !== undefined && { places: resourceLimits.places }),
          nowMillis,
          leaseEndsMillis: leaseEnd(nowMillis, stay?.untilMillis)
        })
        return Effect.map(Effect.uninterruptible(reservation), (result) => {
          limits.set(resource, result.limit)
          if (result._tag === "Wait") {
            causes.set(resource, result.cause)
            return Math.ceil(result.waitMillis / 1000)
          }
          if (stay !== undefined && id !== undefined) stay.claim = { resource, id }
          if (turn !== undefined) turn.used = true
          return 0
        })
      }),
    observe: (headers, resource, usage = {}) =>
      Effect.withFiber((fiber) => {
        const nowMillis = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
        const stay = fiber.getRef(Place)
        const claim = stay?.claim
        if (stay !== undefined) stay.claim = undefined
        const resourceHeader = resource === undefined ? undefined : headers["x-ratelimit-resource"]
        const about = isResource(resourceHeader) ? resourceHeader : (resource ?? CORE)
        const report = readReported(headers, nowMillis)
        const answer = { resource: about, ...(report !== undefined && { reported: report }), nowMillis }
        if (claim === undefined) return settle(answer)
        return claim.resource === about
          ? settle({ ...answer, ...usage, id: claim.id })
          : Effect.andThen(settle({ ...claim, ...usage, nowMillis }), settle(answer))
      }),
    hold: (holdSeconds, resource = "") =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMillis) => settle({ resource, holdSeconds, nowMillis })),
    sourceOfWait: (resource = CORE) => Effect.sync(() => clauseOf(causes.get(resource))),
    current: (resource = CORE) => limits.get(resource),
    all: () =>
      Object.fromEntries([...limits].flatMap(([name, limit]) => (limit === undefined ? [] : [[name, limit] as const]))),
    keptIn: (sharedStore, account) => over(options, local, orMemory(sharedStore), account)
  }
}

/** A budget in this process's memory; `Budget.keptIn` shares it. */
export const make = (options: BudgetOptions): Budget => over(options, localParts(options), makeMemory(), "")
