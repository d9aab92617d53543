/**
 * What triggers of one source read alike is asked for once while they are polled together. Apps open the sharing around
 * polls of one account; a plugin's reads of lists go through `once`. Outside of a sharing every read is asked for.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

interface Reads {
  /** Answers, by the key of their read. */
  readonly answers: Map<string, unknown>
  /** How many reads were asked for. */
  count: number
}

const SharedReads = Context.Reference<Reads | undefined>("@inlay/agent-plugin/SharedReads", {
  defaultValue: () => undefined
})

/** Runs polls of one account, with how many reads that took. Those that share run one after another. */
export const sharing = <A, E, R>(
  polls: Effect.Effect<A, E, R>
): Effect.Effect<{ readonly result: A; readonly reads: number }, E, R> =>
  Effect.suspend(() => {
    const reads: Reads = { answers: new Map(), count: 0 }
    return Effect.map(Effect.provideService(polls, SharedReads, reads), (result) => ({ result, reads: reads.count }))
  })

/**
 * A read that has an answer already is not asked for again. A failed one is.
 * @param key tells reads of one account from each other, such as the address with all that its answer varies by
 */
export const once = <A, E, R>(key: string, read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(SharedReads, (reads) => {
    if (reads === undefined) return read
    if (reads.answers.has(key)) return Effect.succeed(reads.answers.get(key) as A)
    reads.count++
    return Effect.tap(read, (answer) => Effect.sync(() => reads.answers.set(key, answer)))
  })
