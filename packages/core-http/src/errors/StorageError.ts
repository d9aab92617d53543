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
    const { cause, operation } = this
    // A browser's full quota has a name alone; what is no error may not even turn into a text.
    const words =
      cause instanceof Error ? cause.message || cause.name : typeof cause === "string" ? cause : "no reason given"
    return `${operation} failed: ${words}`
  }
}
