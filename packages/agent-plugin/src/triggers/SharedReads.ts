/**
 * Shares reads between triggers of the same source that are polled together, so that each read is sent once. Apps wrap
 * the polls of one account in `sharing`; a plugin reads lists through `once`. Outside of `sharing`, every read is sent.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

interface Reads {
  /** Responses, keyed by read. */
  readonly answers: Map<string, unknown>
  /** How many reads were sent. */
  count: number
}

const SharedReads = Context.Reference<Reads | undefined>("@inlay/agent-plugin/SharedReads", {
  defaultValue: () => undefined
})

/**
 * Runs polls of one account and returns their result with the number of reads sent. Run the polls one after another:
 * concurrent polls may send the same read twice.
 */
export const sharing = <A, E, R>(
  polls: Effect.Effect<A, E, R>
): Effect.Effect<{ readonly result: A; readonly reads: number }, E, R> =>
  Effect.suspend(() => {
    const reads: Reads = { answers: new Map(), count: 0 }
    return Effect.map(Effect.provideService(polls, SharedReads, reads), (result) => ({ result, reads: reads.count }))
  })

/**
 * Returns the stored response of a read within `sharing`, or sends the read. A failed read is sent again the next time.
 * @param key distinguishes reads of one account, such as the URL with everything that its response varies by
 */
export const once = <A, E, R>(key: string, read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(SharedReads, (reads) => {
    if (reads === undefined) return read
    if (reads.answers.has(key)) return Effect.succeed(reads.answers.get(key) as A)
    reads.count++
    return Effect.tap(read, (answer) => Effect.sync(() => reads.answers.set(key, answer)))
  })
