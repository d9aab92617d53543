/** How deliveries are stored first, until they are in the inbox. */
import type { StorageError } from "@inlay/core-http/StorageError"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import type { NewRow } from "./rows.ts"

/** Called once the row is stored, or with the error that prevented it. */
export type Finish = (problem?: StorageError) => void

export interface Receiving {
  /** Accepts rows until its scope ends; rows added before are then finished. */
  readonly open: Effect.Effect<void, StorageError, Scope.Scope>
  /** Starts no fiber, because deliveries come in bursts. */
  readonly add: (row: NewRow, finish: Finish) => void
  /** Moves a few rows into the inbox. Returns how many. */
  readonly move: Effect.Effect<number, StorageError>
  /** Moves all rows that were added before. */
  readonly moveAll: Effect.Effect<void, StorageError>
  /** How many bytes were added and not moved yet. */
  readonly unreadBytes: () => number
  /** Lets go of the storage behind rows that were moved, now or once they are. */
  readonly tidy: Effect.Effect<void>
}
