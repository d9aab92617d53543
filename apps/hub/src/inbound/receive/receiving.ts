/** How what is received is kept at first, until it is in the inbox. */
import type { StorageError } from "@inlay/core-http/StorageError"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import type { NewRow } from "./rows.ts"

/** Told that it is kept, or with what kept it from that. */
export type Finish = (problem?: StorageError) => void

export interface Receiving {
  /** Takes rows until its scope ends; those that came before are then finished. */
  readonly open: Effect.Effect<void, StorageError, Scope.Scope>
  /** Takes no fiber: deliveries come in bursts. */
  readonly add: (row: NewRow, finish: Finish) => void
  /** Moves a few rows into the inbox that are not there yet; how many. */
  readonly move: Effect.Effect<number, StorageError>
  /** Moves all that were added before. */
  readonly moveAll: Effect.Effect<void, StorageError>
  /** How many bytes were added and are not moved yet. */
  readonly unreadBytes: () => number
  /** Leaves nothing behind of what was moved, once it is. */
  readonly tidy: Effect.Effect<void>
}
