/**
 * Converts streams to async iterables, for clients that read whole lists. It is separate from `Promised`, so that a
 * client without lists does not bundle Effect's streams.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { contextOf, type Adapter, type CallOptions } from "./Promised.ts"
import { thrown, type CallSite } from "./thrown.ts"

const whenAborted = (signal: AbortSignal): Effect.Effect<never> =>
  Effect.callback((resume) => {
    const stop = () => resume(Effect.die(signal.reason))
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", stop))
  })

const read = async function* <A, E>(
  stream: Stream.Stream<A, E>,
  options: CallOptions,
  site: CallSite
): AsyncGenerator<A, undefined, undefined> {
  const { signal } = options
  try {
    yield* Stream.toAsyncIterableWith(
      signal === undefined ? stream : Stream.interruptWhen(stream, whenAborted(signal)),
      contextOf(options)
    )
  } catch (cause) {
    throw thrown(cause, site, signal)
  }
}

/** Every iteration reads the list from its beginning. */
const iterate = <A, E>(stream: Stream.Stream<A, E>, options: CallOptions, site: CallSite): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => read(stream, options, site)
})

/**
 * Converts an object of streams to an object of async iterables with the same names. Any other value is returned
 * unchanged.
 */
export const asyncIterables: Adapter = (result, options, site) =>
  typeof result === "object" && result !== null && Object.values(result).some(Stream.isStream)
    ? Object.fromEntries(
        Object.entries(result as Readonly<Record<string, Stream.Stream<unknown, unknown>>>).map(([name, stream]) => [
          name,
          iterate(stream, options, site)
        ])
      )
    : result
