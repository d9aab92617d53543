/**
 * Streams as async iterables, for clients that read whole lists: apart from `Promised`, since a client without lists need
 * not carry what streams are made of.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { contextOf, type Adapter, type CallOptions } from "./Promised.ts"

const whenAborted = (signal: AbortSignal): Effect.Effect<never> =>
  Effect.callback((resume) => {
    const stop = () => resume(Effect.die(signal.reason))
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", stop))
  })

const iterate = <A, E>(stream: Stream.Stream<A, E>, options: CallOptions): AsyncIterable<A> =>
  Stream.toAsyncIterableWith(
    options.signal === undefined ? stream : Stream.interruptWhen(stream, whenAborted(options.signal)),
    contextOf(options)
  )

/** Of an object of streams, an object of async iterables by the same names; anything else as it is. */
export const asyncIterables: Adapter = (result, options) =>
  typeof result === "object" && result !== null && Object.values(result).some(Stream.isStream)
    ? Object.fromEntries(
        Object.entries(result as Readonly<Record<string, Stream.Stream<unknown, unknown>>>).map(([name, stream]) => [
          name,
          iterate(stream, options)
        ])
      )
    : result
