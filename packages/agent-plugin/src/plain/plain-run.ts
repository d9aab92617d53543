/**
 * Runs the function of a plain step. Its requests end with it: when it fails, when its time limit has passed, and when
 * nobody waits for its output any more.
 */
import {
  mayBeDone,
  OnInterruptedChange,
  TimeLimit,
  timedOut,
  type CallRequest,
  type Client
} from "@inlay/core-http/Client"
import { factsOf, ProviderError, withReason, type Reason } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** What a step's function can do besides computing. */
export interface PlainContext {
  /**
   * Sends a request to a path below the service's address, with the account's key. Rejects with an `Error` for any
   * status of 400 or above, whose `status` and `body` are the answer's, without the key.
   */
  readonly call: (
    method: CallRequest["method"],
    path: string,
    body?: Readonly<Record<string, unknown>>
  ) => Promise<unknown>
  /** Aborted when the step has failed, is stopped, or its time limit has passed. `call` stops by itself. */
  readonly signal: AbortSignal
}

/** Where a function runs. */
interface Place {
  readonly provider: string
  readonly operation: string
}

/**
 * Converts what a step's function threw: a `ProviderError` is kept, anything else becomes an error that names the step.
 */
const failureOf = (place: Place) => (cause: unknown) =>
  cause instanceof ProviderError
    ? cause
    : new ProviderError({
        ...place,
        reason: {
          _tag: "Decode",
          what: `The plugin's function failed: ${cause instanceof Error ? cause.message : "it did not throw an Error"}.`
        }
      })

/** The error that a step's function gets: the answer's body belongs to the function, and not to the step's own error. */
const withBody = (error: ProviderError): ProviderError => {
  const { raw: body, ...facts } = factsOf(error)
  return Object.defineProperty(new ProviderError(facts), "body", { value: body })
}

/** The error of a step that failed after a change. That nothing was sent is true only of the request that failed. */
const afterChange = (error: ProviderError): ProviderError => {
  const { nothing: _nothing, ...reason } = error.reason
  return mayBeDone(withReason(error, reason), undefined)
}

const STOPPED: Reason = { _tag: "Transport", sent: true, what: "The step was stopped after a request was carried out." }

/** Runs a step's function and returns what it returned. If it is stopped, its requests have ended before this has. */
export const runPlain = Effect.fnUntraced(function* <A>(
  place: Place,
  send: Client["call"],
  readOnly: boolean,
  run: (context: PlainContext) => Promise<A>
) {
  const limit = yield* TimeLimit
  const notify = yield* OnInterruptedChange
  const underWay = new Set<Promise<unknown>>()
  const interrupted: Array<ProviderError> = []
  let mayHaveChanged = false
  const context = Context.add(yield* Effect.context(), OnInterruptedChange, (error) =>
    Effect.sync(() => {
      mayHaveChanged = true
      interrupted.push(error)
    })
  )
  const callWith =
    (signal: AbortSignal): PlainContext["call"] =>
    (method, endpoint, body) => {
      const request = { operation: place.operation, method, endpoint, ...(body !== undefined && { body }) }
      const sending = Effect.tapError(
        Effect.tap(send(request), () => Effect.sync(() => void (mayHaveChanged ||= method !== "GET"))),
        ({ outcome }) => Effect.sync(() => void (mayHaveChanged ||= outcome !== undefined))
      )
      const answer = Effect.runPromiseWith(context)(
        Effect.mapBoth(sending, { onSuccess: ({ body: answered }) => answered, onFailure: withBody }),
        { signal }
      ).catch((cause: unknown) => {
        throw signal.aborted ? signal.reason : cause
      })
      underWay.add(answer)
      // A function may wait for something else first, or not wait at all. Node ends a process with such a rejection.
      void answer.catch(() => {}).then(() => underWay.delete(answer))
      return answer
    }
  const failed = new AbortController()
  return yield* Effect.tryPromise({
    try: async (stopped) => {
      const signal = AbortSignal.any([stopped, failed.signal])
      return run({ call: callWith(signal), signal })
    },
    catch: failureOf(place)
  }).pipe(
    // One of several requests at a time may have failed, and another may be a change.
    Effect.tapError(() =>
      Effect.promise(() => {
        failed.abort()
        return Promise.allSettled(underWay)
      })
    ),
    Effect.onInterrupt(() => Effect.promise(() => Promise.allSettled(underWay))),
    Effect.timeoutOrElse({
      duration: limit,
      orElse: () => Effect.fail(new ProviderError({ ...place, reason: timedOut(limit, mayHaveChanged) }))
    }),
    Effect.mapError((error) => (mayHaveChanged && !readOnly ? afterChange(error) : error)),
    Effect.onInterrupt(() => {
      if (mayHaveChanged && !readOnly && interrupted.length === 0) {
        interrupted.push(afterChange(new ProviderError({ ...place, reason: STOPPED })))
      }
      return Effect.forEach(interrupted, notify, { discard: true })
    })
  )
})
