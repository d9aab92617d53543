/**
 * Lookups in flight, found by any identifier that they share. Who asks for something already under way waits for it
 * instead of asking again.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

export interface SingleFlight<A, E> {
  /**
   * Leads a new flight under `keys`, or waits for the one that holds any of them.
   * `Joined` tells how the other flight ended; whether that answers the question is the caller's to see.
   */
  readonly fly: <R>(keys: ReadonlyArray<string>, lead: Effect.Effect<A, E, R>) => Effect.Effect<Flight<A, E>, E, R>
}

export type Flight<A, E> =
  | { readonly _tag: "Led"; readonly value: A }
  | { readonly _tag: "Joined"; readonly exit: Exit.Exit<A, E> }

export const make = <A, E>(): SingleFlight<A, E> => {
  const flights = new Map<string, Deferred.Deferred<Exit.Exit<A, E>>>()
  return {
    fly: <R>(keys: ReadonlyArray<string>, lead: Effect.Effect<A, E, R>) =>
      Effect.suspend((): Effect.Effect<Flight<A, E>, E, R> => {
        for (const key of keys) {
          const other = flights.get(key)
          if (other !== undefined)
            return Effect.map(Deferred.await(other), (exit) => ({ _tag: "Joined" as const, exit }))
        }
        const mine = Deferred.makeUnsafe<Exit.Exit<A, E>>()
        for (const key of keys) flights.set(key, mine)
        return lead.pipe(
          Effect.onExit((exit) => {
            for (const key of keys) flights.delete(key)
            return Deferred.succeed(mine, exit)
          }),
          Effect.map((value) => ({ _tag: "Led" as const, value }))
        )
      })
  }
}
