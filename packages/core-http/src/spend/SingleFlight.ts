/**
 * Single flight for lookups, by any identifier that they share. A caller that asks for something that is already in
 * progress waits for it and sends nothing.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

/** The lookups of one process that are in progress. */
export interface SingleFlight<A, E> {
  /** Runs a lookup under `keys`, or joins the lookup that already holds any of them. */
  readonly join: <R>(keys: ReadonlyArray<string>, lookup: Effect.Effect<A, E, R>) => Effect.Effect<Flight<A, E>, E, R>
  /** Whether a lookup holds any of these keys now. */
  readonly isUnderWay: (keys: ReadonlyArray<string>) => boolean
}

/** The result of joining: the caller's own value, or another caller's lookup to wait for. */
export type Flight<A, E> =
  | { readonly _tag: "Led"; readonly value: A }
  | {
      readonly _tag: "Joined"
      /** Waits until the other lookup ends. The caller must check whether that answers its question. */
      readonly result: Effect.Effect<Exit.Exit<A, E>>
      /** Whether the other lookup has exactly the same keys. */
      readonly same: boolean
    }

/** Creates a single flight with nothing in progress. */
export const make = <A, E>(): SingleFlight<A, E> => {
  interface Lookup {
    readonly keys: ReadonlyArray<string>
    readonly result: Deferred.Deferred<Exit.Exit<A, E>>
  }
  const lookups = new Map<string, Lookup>()
  const holderOf = (keys: ReadonlyArray<string>): Lookup | undefined =>
    keys.map((key) => lookups.get(key)).find((lookup) => lookup !== undefined)
  return {
    join: <R>(keys: ReadonlyArray<string>, lookup: Effect.Effect<A, E, R>) =>
      // Uninterruptible, so that no interruption comes between taking the keys and releasing them.
      Effect.uninterruptibleMask((restore): Effect.Effect<Flight<A, E>, E, R> => {
        const other = holderOf(keys)
        if (other !== undefined) {
          const same = keys.length === other.keys.length && keys.every((key) => other.keys.includes(key))
          return Effect.succeed({ _tag: "Joined", result: Deferred.await(other.result), same })
        }
        const own: Lookup = { keys, result: Deferred.makeUnsafe<Exit.Exit<A, E>>() }
        for (const key of keys) lookups.set(key, own)
        return restore(lookup).pipe(
          Effect.onExit((exit) => {
            for (const key of keys) lookups.delete(key)
            return Deferred.succeed(own.result, exit)
          }),
          Effect.map((value) => ({ _tag: "Led" as const, value }))
        )
      }),
    isUnderWay: (keys) => holderOf(keys) !== undefined
  }
}
