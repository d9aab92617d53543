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

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop)
      resolve()
    }, seconds * 1000)
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop, { once: true })
  })

/** Retries after each pause that the provider asks for. Rate-limited requests are not charged. */
const settled = async <I, A>(
  input: I,
  ask: (input: I) => Promise<A>,
  signal: AbortSignal,
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

/** What the source has next: an input, or its end. */
type Next<I> = { readonly input: I } | { readonly failure: { readonly cause: unknown } | undefined }

const iteratorOf = <I>(inputs: Iterable<I> | AsyncIterable<I>): Iterator<I> | AsyncIterator<I> =>
  Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]()

/** Reads one input. A failure is a value, because outcomes are delivered before it. */
const next = async <I>(source: Iterator<I> | AsyncIterator<I>): Promise<Next<I>> => {
  try {
    const { done, value } = await source.next()
    return done === true ? { failure: undefined } : { input: await value }
  } catch (cause) {
    return { failure: { cause } }
  }
}

/**
 * Rejects with the source's error once the outcomes under way are delivered, and with the reason of an aborted signal.
 * Inputs are not read before they are needed, and an outcome does not wait for the next input. If nobody reads any
 * more, lookups that wait for the rate limit are not sent.
 */
export const bulk = async function* <I, A>(
  inputs: Iterable<I> | AsyncIterable<I>,
  atOnce: number,
  ask: (input: I) => Promise<A>,
  signal?: AbortSignal
): AsyncGenerator<Outcome<I, A>, undefined, undefined> {
  const stopping = new AbortController()
  const stopped = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal])
  const source = iteratorOf(inputs)
  const underWay: Array<Promise<Outcome<I, A>>> = []
  let reading: Promise<Next<I>> | undefined
  let end: Extract<Next<I>, { readonly failure: unknown }> | undefined
  try {
    for (;;) {
      if (end === undefined && underWay.length < atOnce) reading ??= next(source)
      const [first] = underWay
      const isRead = await Promise.race([
        ...(reading === undefined ? [] : [reading.then(() => true)]),
        ...(first === undefined ? [] : [first.then(() => false)])
      ])
      if (isRead && reading !== undefined) {
        const step = await reading
        reading = undefined
        if ("failure" in step) end = step
        else {
          const outcome = settled(step.input, ask, stopped)
          // The promise is awaited later. Until then, a rejection must not count as unhandled.
          void outcome.catch(() => {})
          underWay.push(outcome)
        }
      } else if (first !== undefined) {
        void underWay.shift()
        yield await first
      }
      if (end === undefined || underWay.length > 0) continue
      if (end.failure !== undefined) throw end.failure.cause
      return
    }
  } finally {
    stopping.abort()
    if (end === undefined) {
      const closing = Promise.resolve(source.return?.())
      // A source that is waiting for its next input closes when that has come.
      if (reading === undefined) await closing
      else void closing.catch(() => {})
    }
  }
}
