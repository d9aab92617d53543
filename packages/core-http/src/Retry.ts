/**
 * The one retry policy: exponential backoff with jitter, the provider's Retry-After obeyed, everything inside the call's
 * time limit. A call is repeated only if it is safe to repeat or the answer proves that nothing was done.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

import { provesNothingDone, type ProviderError } from "./ProviderError.ts"

export interface RetryOptions {
  /** First delay; doubles each time. */
  readonly base: Duration.Input
  /** Longest delay that we choose ourselves; a Retry-After may be longer. */
  readonly cap: Duration.Input
  /** Repeats after the first attempt. */
  readonly times: number
}

export const defaults: RetryOptions = { base: "250 millis", cap: "10 seconds", times: 4 }

/**
 * @param repeatable whether repeating a call that may already have been carried out is harmless (reads, idempotent writes)
 * @param deadlineMillis clock time by which a repeat must have started; a longer wait fails at once
 */
export const schedule = (options: RetryOptions, repeatable: boolean, deadlineMillis: number) =>
  Schedule.min([Schedule.exponential(options.base), Schedule.spaced(options.cap)]).pipe(
    Schedule.jittered,
    Schedule.setInputType<ProviderError>(),
    Schedule.modifyDelay(({ duration, input }) => {
      const asked = input.reason._tag === "RateLimited" ? (input.reason.retryAfterSeconds ?? 0) : 0
      return Effect.succeed(Duration.max(duration, Duration.seconds(asked)))
    }),
    Schedule.upTo({ times: options.times }),
    Schedule.while(
      ({ input, now, duration }) =>
        input.isRetryable &&
        (repeatable || provesNothingDone(input.reason)) &&
        now + Duration.toMillis(duration) < deadlineMillis
    )
  )
