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

/** Every iteration reads the list from its beginning. */
const iterate = <A, E>(stream: Stream.Stream<A, E>, options: CallOptions, site: CallSite): AsyncIterable<A> => {
  const { signal } = options
  const items = Stream.toAsyncIterableWith(
    signal === undefined ? stream : Stream.interruptWhen(stream, whenAborted(signal)),
    contextOf(options)
  )
  return { [Symbol.asyncIterator]: () => read(items, site, signal) }
}

const read = async function* <A>(
  items: AsyncIterable<A>,
  site: CallSite,
  signal: AbortSignal | undefined
): AsyncGenerator<A, undefined, undefined> {
  try {
    yield* items
  } catch (cause) {
    throw thrown(cause, site, signal)
  }
}

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
