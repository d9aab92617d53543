/** How deliveries are stored first, until they are in the inbox, and in which form. */
import { hash } from "node:crypto"

import type { StorageError } from "@inlay/core-http/StorageError"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The stored form of a delivery, in the journal and in the inbox. */
export interface NewRow {
  readonly hook: string
  /** JSON. */
  readonly headers: string
  readonly body: Uint8Array
  /** How the delivery arrived. */
  readonly source: string
  readonly receivedMillis: number
}

/** The signature covers only the body, so the same body under another delivery id is the same delivery. */
export const digestOf = (body: Uint8Array): string => hash("sha256", body, "base64url")

/** The columns in the form that the SQL client's insert helper takes. */
export const columnsOf = ({ hook, headers, body, source, receivedMillis }: NewRow) => ({
  hook,
  digest: digestOf(body),
  headers,
  body,
  source,
  received_millis: receivedMillis,
  state: "new",
  next_millis: receivedMillis
})

/** Called once the row is stored, or with the error that prevented it. */
export type Finish = (problem?: StorageError) => void

export interface Receiving {
  /** Accepts rows until its scope ends; rows added before are then finished. */
  readonly open: Effect.Effect<void, StorageError, Scope.Scope>
  /** Starts no fiber, because deliveries come in bursts. */
  readonly add: (row: NewRow, finish: Finish) => void
  /** Moves a few rows into the inbox. Returns how many; 0 once all are moved. */
  readonly move: Effect.Effect<number, StorageError>
  /** Moves all rows that were added before. */
  readonly moveAll: Effect.Effect<void, StorageError>
  /** How many bytes were added and not moved yet. */
  readonly unreadBytes: () => number
  /** Lets go of the storage behind rows that were moved, now or once they are. */
  readonly tidy: Effect.Effect<void>
}
