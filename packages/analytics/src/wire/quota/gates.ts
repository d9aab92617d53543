/**
 * Limits on requests that the service counts separately from tokens: ten server errors in an hour block a project's
 * access to a property, and so do 120 potentially thresholded requests. Each request takes a unit before it is sent and
 * returns it if it did not count, so that concurrent requests cannot exceed a limit together.
 */
import * as Budget from "@inlay/core-http/Budget"
import type { CallRequest, Client } from "@inlay/core-http/Client"
import { TimeLimit } from "@inlay/core-http/Client"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { providerError } from "../service.ts"
import { categoryName, reportsIn, type Category } from "./categories.ts"
import { requestsLeft } from "./usage.ts"
import { hourEnd, MAX_CONCURRENT } from "./windows.ts"

/** The number of server errors per hour at which the service blocks a project's access to a property. */
const BLOCKING_SERVER_ERRORS = 10
/**
 * The number of server errors per hour after which nothing more is sent. The rest is left to other programs of the
 * project.
 */
export const MAX_SERVER_ERRORS = 8
const MAX_THRESHOLDED = 120

/** Dimensions that could identify people: https://support.google.com/analytics/answer/9383630 */
const THRESHOLDED = /"(userAgeBracket|userGender|brandingInterest|audienceId|audienceName)"/

interface Gate {
  readonly resource: string
  /** Units that a request takes until its outcome is known. */
  readonly units: (nowMillis: number) => number
  /** The units that the outcome cost and, if known, how many remain. */
  readonly settled: (outcome: Outcome, nowMillis: number) => { readonly units: number; readonly remaining?: number }
  /** The units that a request counts for if it is cancelled, so that its outcome is never known. */
  readonly cancelledUnits: number
  readonly what: string
}

type Outcome = Result.Result<{ readonly body: unknown }, ProviderError>

const isServerError = (outcome: Outcome): boolean =>
  Result.isFailure(outcome) && outcome.failure.reason._tag === "Unavailable"

const leftOf = (outcome: Outcome, counter: Parameters<typeof requestsLeft>[1]): number | undefined =>
  Result.isSuccess(outcome) ? requestsLeft(outcome.success.body, counter) : undefined

/** What this process knows about a property in the current hour. */
interface HourState {
  /** The end of the hour in which an outcome was last seen, in Unix milliseconds. */
  untilMillis: number
  /** Whether the property has the larger limit of the paid service level. */
  hasLargerLimit: boolean
}

/**
 * While the service responds and nothing has failed in the current hour, concurrency is limited only by the service's
 * own limit. Before the first outcome and after a failure, requests in progress and failures together are at most
 * `MAX_SERVER_ERRORS`.
 */
const errorsGate = (resource: string, state: HourState): Gate => ({
  resource,
  units: (now) => (now < state.untilMillis ? 1 : BLOCKING_SERVER_ERRORS / MAX_SERVER_ERRORS),
  settled: (outcome, now) => {
    const hasFailed = isServerError(outcome)
    if (hasFailed || Result.isSuccess(outcome)) state.untilMillis = hourEnd(now)
    if (hasFailed) return { units: 1, ...(!state.hasLargerLimit && { remaining: MAX_SERVER_ERRORS - 1 }) }
    const remaining = leftOf(outcome, "serverErrorsPerProjectPerHour")
    if (remaining === undefined || remaining === BLOCKING_SERVER_ERRORS) return { units: 0 }
    if (remaining > BLOCKING_SERVER_ERRORS) state.hasLargerLimit = true
    return { units: 0, remaining: Math.max(0, remaining - (BLOCKING_SERVER_ERRORS - MAX_SERVER_ERRORS)) }
  },
  // To cancel a request is not a failure of the service.
  cancelledUnits: 0,
  what: `The service failed ${MAX_SERVER_ERRORS} times for this property within the hour; at ten it blocks the project, so nothing more is sent until the hour is over.`
})

/** The number of reports that may be thresholded. The service counts each report of a batch. */
const thresholdedIn = (request: CallRequest): number =>
  reportsIn(request).filter((report) => THRESHOLDED.test(JSON.stringify(report))).length

const thresholdedGate = (resource: string, reports: number): Gate => ({
  resource,
  units: () => reports,
  settled: (outcome) => {
    const remaining = leftOf(outcome, "potentiallyThresholdedRequestsPerHour")
    return { units: reports, ...(remaining !== undefined && { remaining }) }
  },
  cancelledUnits: reports,
  what: `The property's ${MAX_THRESHOLDED} requests an hour for reports that may be thresholded are used up.`
})

const WINDOW = "requests-of-the-hour"

/** The budget of the gates. It is stored with the account's budget. */
export const gateBudget = (): Budget.Budget =>
  Budget.make({
    // The resources have their own concurrency limits.
    concurrency: Number.POSITIVE_INFINITY,
    limits: (resource) => {
      const limit = resource.startsWith("errors-") ? BLOCKING_SERVER_ERRORS : MAX_THRESHOLDED
      return {
        ...(resource.startsWith("errors-") && { places: MAX_CONCURRENT }),
        windows: (now) => [{ name: WINDOW, limit, endsAtMillis: hourEnd(now) }]
      }
    }
  })

const waiting = (retryAfterSeconds: number, what: string): Reason => ({
  _tag: "RateLimited",
  retryAfterSeconds,
  what,
  nothing: "sent",
  remedy: { to: "retry", afterSeconds: retryAfterSeconds }
})

const QUEUED = "Too many reports of this property are waiting for their turn."
const QUEUED_SECONDS = 10

/** Sends a request of a category through its gates, within the call's time limit. */
export const throughGates = (budget: Budget.Budget) => {
  /** The duration of the last report in milliseconds. A call with less time left would not receive its response. */
  let usualMillis = 0
  const states = new Map<string, HourState>()
  const gatesOf = (category: Category, request: CallRequest): ReadonlyArray<Gate> => {
    const name = categoryName(category)
    const state = states.get(name) ?? { untilMillis: 0, hasLargerLimit: false }
    states.set(name, state)
    const errors = errorsGate(`errors-${name}`, state)
    const thresholdedReports = thresholdedIn(request)
    return thresholdedReports > 0 ? [thresholdedGate(`thresholded-${name}`, thresholdedReports), errors] : [errors]
  }
  const through = Effect.fnUntraced(function* <A extends { readonly body: unknown }>(
    gate: Gate,
    operation: string,
    deadlineMillis: number,
    send: Effect.Effect<A, ProviderError>
  ) {
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      const seconds = yield* budget.take(gate.resource, gate.units(now))
      if (seconds === 0) break
      if (now + seconds * 1000 >= deadlineMillis) {
        return yield* providerError(operation, waiting(seconds, seconds <= 1 ? QUEUED : gate.what))
      }
      yield* Effect.sleep(Duration.seconds(seconds))
    }
    const outcome = yield* Effect.result(send).pipe(
      Effect.onInterrupt(() => budget.observe({}, gate.resource, { units: gate.cancelledUnits }))
    )
    const { units, remaining } = gate.settled(outcome, yield* Clock.currentTimeMillis)
    const windows = remaining === undefined ? {} : { remaining: { [WINDOW]: remaining } }
    yield* budget.observe({}, gate.resource, { units, ...windows })
    return yield* Effect.fromResult(outcome)
  })
  return (category: Category, request: CallRequest, call: Client["call"]): ReturnType<Client["call"]> =>
    Effect.gen(function* () {
      const limit = yield* TimeLimit
      const deadlineMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)
      let isStarted = false
      const attempt = Effect.suspend(() => {
        isStarted = true
        return Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const remainingMillis = deadlineMillis - now
          if (remainingMillis < usualMillis && remainingMillis < Duration.toMillis(limit) / 2) {
            return Effect.fail(providerError(request.operation, waiting(QUEUED_SECONDS, QUEUED)))
          }
          return Effect.tap(
            Effect.provideService(call(request), TimeLimit, Duration.millis(Math.max(1, remainingMillis))),
            () =>
              Effect.map(Clock.currentTimeMillis, (end) => {
                usualMillis = end - now
              })
          )
        })
      })
      const send = gatesOf(category, request).reduce(
        (inner, gate) =>
          budget.withPlace(through(gate, request.operation, deadlineMillis, inner), gate.resource, deadlineMillis),
        attempt
      )
      const tooLate = Effect.flatMap(Effect.sleep(limit), () =>
        isStarted ? Effect.never : Effect.fail(providerError(request.operation, waiting(QUEUED_SECONDS, QUEUED)))
      )
      return yield* Effect.raceFirst(send, tooLate)
    })
}
