/** A ledger, cache or audit store could not be read or written. */
import * as Data from "effect/Data"

import type { Remedy } from "./Remedy.ts"

/** What a store fails with; the cause is the database's or the file system's own error. */
export class StorageError extends Data.TaggedError("StorageError")<{
  /** What was tried, such as `ledger.reserve`. */
  readonly operation: string
  readonly cause: unknown
  /** What would mend it, where the store knows better than that its place has to be repaired. */
  readonly remedy?: Remedy
}> {
  override get message(): string {
    return `${this.operation} failed: ${this.cause instanceof Error ? this.cause.message : String(this.cause)}`
  }
}
