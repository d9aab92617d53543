/** Keeps what happened with the starts that it causes, in one transaction, whichever way it came by. */
import type { Occurrence, Watcher } from "@inlay/agent-plugin/Trigger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"

import { Database } from "../storage/Database.ts"
import { stored } from "../storage/stored.ts"
import type { Connected } from "./connections.ts"
import { Events } from "./Events.ts"
import type { Source } from "./inbox.ts"
import { Starts } from "./starts.ts"

/** One trigger's telling of an event. */
export interface Told {
  readonly trigger: string
  readonly occurrence: Occurrence<unknown>
}

/** What was told of at once. */
export interface Telling {
  readonly connected: Connected
  readonly watcher: Watcher
  readonly places: ReadonlyArray<string>
  readonly told: ReadonlyArray<Told>
  readonly source: Source
  readonly receivedMillis: number
  readonly inboxId?: number
}

export class Recorder extends Context.Service<
  Recorder,
  {
    /** @param tellings statements of the same transaction, that give what is to be kept */
    readonly record: (tellings: Effect.Effect<ReadonlyArray<Telling>, SqlError>) => Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/Recorder") {}

const make = Effect.gen(function* () {
  const { write } = yield* Database
  const events = yield* Events
  const starts = yield* Starts

  const keep = Effect.fnUntraced(function* ({ told, source, receivedMillis, inboxId, ...telling }: Telling) {
    const { plugin, account } = telling.connected
    const of = { plugin: plugin.id, account: account.name }
    for (const { trigger, occurrence } of told) {
      const event = yield* events.record(of, trigger, occurrence, source, receivedMillis, inboxId)
      yield* starts.of({ ...telling, trigger, occurrence, event })
    }
  })

  return Recorder.of({
    record: (tellings) =>
      Effect.andThen(
        stored(
          "inbound.record",
          write(
            Effect.flatMap(tellings, (all) => Effect.forEach(all, keep, { discard: true })),
            "inbound events"
          )
        ),
        Effect.andThen(events.wake, starts.wake)
      )
  })
})

export const layer: Layer.Layer<Recorder, never, Database | Events | Starts> = Layer.effect(Recorder, make)
