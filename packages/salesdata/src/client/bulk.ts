/**
 * Runs many lookups at the account's pace, a few concurrently. Inputs are read from the source on demand, and outcomes
 * are returned in input order. For programs without Effect.
 */
import { ProviderError } from "@inlay/core-http/ProviderError"

/** The outcome of one input: its answer or its error. */
export type Outcome<I, A> =
  | { readonly input: I; readonly answer: A; readonly error?: never }
  | { readonly input: I; readonly answer?: never; readonly error: ProviderError }

/** Pause if the provider asks for one without saying how long. */
const PAUSE_SECONDS = 1
/** Pauses per lookup before its rate limit error becomes its outcome. */
const MOST_PAUSES = 10

const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener("abort", stop, { once: true })
  })

/** Retries after each pause that the provider asks for. Rate-limited requests are not charged. */
const settled = async <I, A>(
  input: I,
  ask: (input: I) => Promise<A>,
  signal: AbortSignal | undefined,
  pausesLeft = MOST_PAUSES
): Promise<Outcome<I, A>> => {
  try {
    return { input, answer: await ask(input) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.reason._tag !== "RateLimited" || pausesLeft === 0) return { input, error }
    await pause(error.reason.retryAfterSeconds ?? PAUSE_SECONDS, signal)
  }
  return settled(input, ask, signal, pausesLeft - 1)
}

/**
 * Rejects with errors from the source, and with the reason of an aborted signal. Inputs are not read before they are
 * needed.
 */
export const bulk = async function* <I, A>(
  inputs: Iterable<I> | AsyncIterable<I>,
  atOnce: number,
  ask: (input: I) => Promise<A>,
  signal?: AbortSignal
): AsyncGenerator<Outcome<I, A>, undefined, undefined> {
  const underWay: Array<Promise<Outcome<I, A>>> = []
  for await (const input of inputs) {
    const outcome = settled(input, ask, signal)
    // The promise is awaited later. Until then, a rejection must not count as unhandled.
    void outcome.catch(() => {})
    underWay.push(outcome)
    const [first] = underWay
    if (underWay.length < atOnce || first === undefined) continue
    void underWay.shift()
    yield await first
  }
  for (const outcome of underWay) yield await outcome
}
