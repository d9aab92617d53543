/**
 * What one request of a page has read of the stores, so that preview, run and everything between see the same state and
 * read it only once. Outside of a request, every access reads again.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { Database } from "./Database.ts"
import type { Snapshot } from "./snapshot.ts"

type Reading<A> = Effect.Effect<A, StorageError>

const Readings = Context.Reference<Map<string, Reading<unknown>> | undefined>("@inlay/extension/Readings", {
  defaultValue: () => undefined
})

/** Runs an effect as one request of a page. */
export const oneReading = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Readings, (readings) =>
    readings === undefined ? Effect.provideService(effect, Readings, new Map()) : effect
  )

/** Reads at most once in a request. @param name of what is read; all that use a name read the same */
export const onceInRequest = <A>(name: string, read: Reading<A>): Reading<A> =>
  Effect.flatMap(Readings, (readings) => {
    if (readings === undefined) return read
    const earlier = readings.get(name) as Reading<A> | undefined
    if (earlier !== undefined) return earlier
    return Effect.flatMap(Effect.cached(read), (reading) => {
      readings.set(name, reading)
      return reading
    })
  })

/** The database's snapshot, read once in a request. */
export const snapshotOf = ({ snapshot }: Pick<Database["Service"], "snapshot">): Reading<Snapshot> =>
  onceInRequest("snapshot", snapshot)

/** Forgets what the request has read, which is out of date after a change. */
export const forgetReadings: Effect.Effect<void> = Effect.map(Readings, (readings) => readings?.clear())
