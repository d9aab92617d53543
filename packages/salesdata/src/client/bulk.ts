/**
 * Many lookups, at the account's pace: a few at once, taken from their source as they are wanted, given in its order. For
 * programs without Effect.
 */
import { ProviderError } from "@inlay/core-http/ProviderError"

/** What became of one input: its answer, or the error in its place. */
export type Outcome<I, A> =
  | { readonly input: I; readonly answer: A; readonly error?: never }
  | { readonly input: I; readonly answer?: never; readonly error: ProviderError }

/** Where the provider wants a pause and does not say how long. */
const PAUSE_SECONDS = 1
/** Pauses for one lookup before its refusal is its outcome. */
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

/** Asks again after every pause that the provider wants: a refusal for the pace was not charged. */
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

/** Throws what its source throws, and the reason of an aborted signal. Nothing is taken from the source before it is wanted. */
export const bulk = async function* <I, A>(
  inputs: Iterable<I> | AsyncIterable<I>,
  atOnce: number,
  ask: (input: I) => Promise<A>,
  signal?: AbortSignal
): AsyncGenerator<Outcome<I, A>, undefined, undefined> {
  const underWay: Array<Promise<Outcome<I, A>>> = []
  for await (const input of inputs) {
    const outcome = settled(input, ask, signal)
    // Looked at in its turn: until then a failure is nobody's unhandled one.
    void outcome.catch(() => {})
    underWay.push(outcome)
    const [first] = underWay
    if (underWay.length < atOnce || first === undefined) continue
    void underWay.shift()
    yield await first
  }
  for (const outcome of underWay) yield await outcome
}
