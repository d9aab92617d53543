/**
 * The retry policy of every client: exponential backoff with jitter that obeys the provider's Retry-After and stays
 * within the call's time limit. A call is repeated only if it changes nothing or if the answer proves that nothing was
 * done.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

import { provesNothingDone, type ProviderError } from "../errors/ProviderError.ts"

/** How long to wait between attempts, and how many attempts to make. */
export interface RetryOptions {
  /** First delay; doubles each time. */
  readonly base: Duration.Input
  /** Longest delay that the client chooses itself. A Retry-After may be longer. */
  readonly cap: Duration.Input
  /** Repeats after the first attempt. */
  readonly times: number
}

/** Four repeats, after about 250, 500, 1000 and 2000 ms. */
export const defaults: RetryOptions = { base: "250 millis", cap: "10 seconds", times: 4 }

/** Each delay varies by up to this share in either direction, so that callers do not retry at the same moment. */
const JITTER = 0.2

/** Returns the milliseconds to wait after this many failures. `random` is from 0 to 1. */
const delayMillis = ({ base, cap }: RetryOptions, failures: number, { reason }: ProviderError, random: number) => {
  const middle = Math.min(Duration.toMillis(base) * 2 ** (failures - 1), Duration.toMillis(cap))
  const retryAfterMillis = "retryAfterSeconds" in reason ? (reason.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(middle * (1 - JITTER + 2 * JITTER * random), retryAfterMillis)
}

/** Whether our own budget ended the attempt before it was sent. Such a wait does not count as a repeat. */
const isHeldBack = ({ reason }: ProviderError): boolean => reason._tag === "RateLimited" && reason.nothing === "sent"

/**
 * Repeats a failed attempt as the policy allows. If no repeat is allowed, fails with the last error.
 *
 * @param repeatable whether it is harmless to repeat a call that may already have been carried out, which is true of
 * reads only
 * @param deadlineMillis clock time by which a repeat must have started; if the delay is longer, the call fails at once
 */
export const retrying = <A, R>(
  attempt: Effect.Effect<A, ProviderError, R>,
  options: RetryOptions,
  repeatable: boolean,
  deadlineMillis: number
): Effect.Effect<A, ProviderError, R> => {
  const after = (failures: number): Effect.Effect<A, ProviderError, R> =>
    attempt.pipe(
      Effect.catch((error) =>
        Effect.gen(function* () {
          const mayRepeat = error.isRetryable && (repeatable || provesNothingDone(error.reason))
          const isRepeat = !isHeldBack(error)
          if (!mayRepeat || (isRepeat && failures > options.times)) return yield* error
          const delay = delayMillis(options, failures, error, yield* Random.next)
          if ((yield* Clock.currentTimeMillis) + delay >= deadlineMillis) return yield* error
          yield* Effect.sleep(delay)
          return yield* after(isRepeat ? failures + 1 : failures)
        })
      )
    )
  return after(1)
}
