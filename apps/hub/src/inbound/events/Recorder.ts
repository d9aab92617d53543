/** Stores events and the starts that they cause in one transaction, however the events arrived. */
import type { Occurrence, Watcher } from "@inlay/agent-plugin/Trigger"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"

import type { ConnectedAccount } from "../connections.ts"
import { Starts } from "../starts.ts"
import { Events, type Arrival } from "./Events.ts"

/** An occurrence that one trigger found in an event. */
export interface TriggerOccurrence {
  readonly trigger: string
  readonly occurrence: Occurrence<unknown>
}

/** Occurrences that arrived together, by one way. */
export interface Observation extends Arrival {
  readonly connected: ConnectedAccount
  readonly watcher: Watcher
  readonly occurrences: ReadonlyArray<TriggerOccurrence>
}

export class Recorder extends Context.Service<
  Recorder,
  {
    /** @param observations statements of the same transaction that return what is to be recorded */
    readonly record: (
      observations: Effect.Effect<ReadonlyArray<Observation>, SqlError>
    ) => Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/Recorder") {}

const make = Effect.gen(function* () {
  const { write } = yield* Database
  const events = yield* Events
  const starts = yield* Starts

  const recordOne = Effect.fnUntraced(function* ({ occurrences, ...observation }: Observation) {
    const { plugin, account } = observation.connected
    const ref = { plugin: plugin.id, account: account.name }
    for (const { trigger, occurrence } of occurrences) {
      const event = yield* events.record(ref, trigger, occurrence, observation)
      const refusals = yield* starts.start({ ...observation, trigger, occurrence, event })
      yield* events.refuse(event, refusals)
    }
  })

  return Recorder.of({
    record: (observations) =>
      Effect.andThen(
        storeOperation(
          "inbound.record",
          write(
            Effect.flatMap(observations, (all) => Effect.forEach(all, recordOne, { discard: true })),
            "inbound events"
          )
        ),
        Effect.andThen(events.wake, starts.wake)
      )
  })
})

export const layer: Layer.Layer<Recorder, never, Database | Events | Starts> = Layer.effect(Recorder, make)
