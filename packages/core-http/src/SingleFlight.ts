/**
 * Lookups in flight, found by any identifier that they share. Who asks for something already under way waits for it
 * instead of asking again.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

/** The lookups of one client that are under way. */
export interface SingleFlight<A, E> {
  /** Leads a new flight under `keys`, or hands out the one that holds any of them. */
  readonly fly: <R>(keys: ReadonlyArray<string>, lead: Effect.Effect<A, E, R>) => Effect.Effect<Flight<A, E>, E, R>
}

/** What came of asking: an answer of one's own, or somebody else's to wait for. */
export type Flight<A, E> =
  | { readonly _tag: "Led"; readonly value: A }
  | {
      readonly _tag: "Joined"
      /** Waits until the other flight ends; whether that answers the question is the caller's to see. */
      readonly landing: Effect.Effect<Exit.Exit<A, E>>
      /** Whether the other flight asks by exactly the same keys. */
      readonly same: boolean
    }

/** With nothing under way yet. */
export const make = <A, E>(): SingleFlight<A, E> => {
  interface Airborne {
    readonly keys: ReadonlyArray<string>
    readonly landing: Deferred.Deferred<Exit.Exit<A, E>>
  }
  const flights = new Map<string, Airborne>()
  return {
    fly: <R>(keys: ReadonlyArray<string>, lead: Effect.Effect<A, E, R>) =>
      // Masked, so that no interruption comes between taking the keys and giving them back.
      Effect.uninterruptibleMask((restore): Effect.Effect<Flight<A, E>, E, R> => {
        for (const key of keys) {
          const other = flights.get(key)
          if (other !== undefined) {
            const same = keys.length === other.keys.length && keys.every((each) => other.keys.includes(each))
            return Effect.succeed({ _tag: "Joined", landing: Deferred.await(other.landing), same })
          }
        }
        const mine: Airborne = { keys, landing: Deferred.makeUnsafe<Exit.Exit<A, E>>() }
        for (const key of keys) flights.set(key, mine)
        return restore(lead).pipe(
          Effect.onExit((exit) => {
            for (const key of keys) flights.delete(key)
            return Deferred.succeed(mine.landing, exit)
          }),
          Effect.map((value) => ({ _tag: "Led" as const, value }))
        )
      })
  }
}
