/** The error of a ledger, cache or audit store that could not be read or written. */
import * as Data from "effect/Data"

import type { Remedy } from "./Remedy.ts"

/** The failure of a store. The cause is the error of the database or the file system. */
export class StorageError extends Data.TaggedError("StorageError")<{
  /** The operation that failed, such as `ledger.reserve`. */
  readonly operation: string
  readonly cause: unknown
  /** What would fix it, if the store knows something better than repairing its storage. */
  readonly remedy?: Remedy
}> {
  override get message(): string {
    const { cause, operation } = this
    // A browser's quota error has only a name, and a cause that is not an error may not even convert to a string.
    const words =
      cause instanceof Error ? cause.message || cause.name : typeof cause === "string" ? cause : "no reason given"
    return `${operation} failed: ${words}`
  }
}
