/**
 * Limits on requests that the service counts apart from tokens: ten server errors an hour block a project's access to a
 * property, and so do 120 requests that may be thresholded. Each request takes a unit before it is sent and gives it back where it
 * did not count, so that even requests under way at once cannot pass a limit together.
 */
import * as Budget from "@inlay/core-http/Budget"
import type { CallRequest, Client } from "@inlay/core-http/Client"
import { TimeLimit } from "@inlay/core-http/Client"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { failed } from "../service.ts"
import type { Category } from "./categories.ts"
import { requestsLeft } from "./usage.ts"
import { hourEnd } from "./windows.ts"

/** Server errors of an hour that we may cause: other programs of the project have theirs. */
export const MAX_SERVER_ERRORS = 8
/** Left to other programs of the project. */
const OTHERS_SERVER_ERRORS = 2
export const MAX_THRESHOLDED = 120

/** Dimensions by which people might be known: https://support.google.com/analytics/answer/9383630 */
const THRESHOLDED = /"(userAgeBracket|userGender|brandingInterest|audienceId|audienceName)"/

interface Gate {
  readonly resource: string
  readonly counter: "serverErrorsPerProjectPerHour" | "potentiallyThresholdedRequestsPerHour"
  /** Left to others, of what answers say. */
  readonly spare: number
  /** Whether a request counted, by how it ended. */
  readonly counts: (outcome: Result.Result<unknown, ProviderError>) => boolean
  readonly what: string
}

const isServerError = (outcome: Result.Result<unknown, ProviderError>): boolean =>
  Result.isFailure(outcome) && outcome.failure.reason._tag === "Unavailable"

const gatesOf = ({ property, isRealtime }: Category, body: CallRequest["body"]): ReadonlyArray<Gate> => {
  const category = isRealtime ? "realtime" : "core"
  const errors: Gate = {
    resource: `errors-${property}-${category}`,
    counter: "serverErrorsPerProjectPerHour",
    spare: OTHERS_SERVER_ERRORS,
    counts: isServerError,
    what: `The service failed ${MAX_SERVER_ERRORS} times for this property within the hour; at ten it blocks the project, so no more is sent until the hour is over.`
  }
  const thresholded: Gate = {
    resource: `thresholded-${property}-${category}`,
    counter: "potentiallyThresholdedRequestsPerHour",
    spare: 0,
    counts: () => true,
    what: `The property's ${MAX_THRESHOLDED} requests an hour for reports that may be thresholded are used up.`
  }
  return THRESHOLDED.test(JSON.stringify(body ?? {})) ? [thresholded, errors] : [errors]
}

/** The budget of the gates; kept where the account's is. */
export const gateBudget = (): Budget.Budget =>
  Budget.make({
    // Its resources have places of their own.
    concurrency: Number.POSITIVE_INFINITY,
    limits: (resource) => {
      const limit = resource.startsWith("errors-") ? MAX_SERVER_ERRORS : MAX_THRESHOLDED
      return {
        ...(resource.startsWith("errors-") && { places: MAX_SERVER_ERRORS }),
        windows: (now) => [{ name: "requests-of-the-hour", limit, endsAtMillis: hourEnd(now) }]
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

/** Sends a request of a category past its gates, within the call's time limit. */
export const throughGates = (budget: Budget.Budget) => {
  /** What the last report took, in milliseconds: one that has less time left would end without its answer. */
  let usualMillis = 0
  const through = Effect.fnUntraced(function* <A extends { readonly body: unknown }>(
    gate: Gate,
    operation: string,
    deadlineMillis: number,
    send: Effect.Effect<A, ProviderError>
  ) {
    for (;;) {
      const seconds = yield* budget.take(gate.resource)
      if (seconds === 0) break
      const now = yield* Clock.currentTimeMillis
      if (now + seconds * 1000 >= deadlineMillis) {
        return yield* failed(operation, waiting(seconds, seconds <= 1 ? QUEUED : gate.what))
      }
      yield* Effect.sleep(Duration.seconds(seconds))
    }
    const outcome = yield* Effect.result(send)
    const left = Result.isSuccess(outcome) ? requestsLeft(outcome.success.body, gate.counter) : undefined
    yield* budget.observe({}, gate.resource, {
      units: gate.counts(outcome) ? 1 : 0,
      ...(left !== undefined && { remaining: { "requests-of-the-hour": Math.max(0, left - gate.spare) } })
    })
    return yield* Effect.fromResult(outcome)
  })
  return (category: Category, request: CallRequest, call: Client["call"]): ReturnType<Client["call"]> =>
    Effect.gen(function* () {
      const limit = yield* TimeLimit
      const deadlineMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)
      let isStarted = false
      const sent = Effect.suspend(() => {
        isStarted = true
        return Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const left = deadlineMillis - now
          if (left < usualMillis && left < Duration.toMillis(limit) / 2) {
            return Effect.fail(failed(request.operation, waiting(QUEUED_SECONDS, QUEUED)))
          }
          return Effect.tap(Effect.provideService(call(request), TimeLimit, Duration.millis(Math.max(1, left))), () =>
            Effect.map(Clock.currentTimeMillis, (end) => {
              usualMillis = end - now
            })
          )
        })
      })
      const gated = gatesOf(category, request.body).reduce(
        (inner, gate) =>
          budget.withPlace(through(gate, request.operation, deadlineMillis, inner), gate.resource, deadlineMillis),
        sent
      )
      const tooLate = Effect.flatMap(Effect.sleep(limit), () =>
        isStarted ? Effect.never : Effect.fail(failed(request.operation, waiting(QUEUED_SECONDS, QUEUED)))
      )
      return yield* Effect.raceFirst(gated, tooLate)
    })
}
