/** A ledger, cache or audit store could not be read or written. */
import * as Data from "effect/Data"

/** What a store fails with; the cause is the database's or the file system's own error. */
export class StorageError extends Data.TaggedError("StorageError")<{
  /** What was tried, such as `ledger.reserve`. */
  readonly operation: string
  readonly cause: unknown
  /** What to do about it, as a sentence, where that is known. */
  readonly fix?: string
}> {
  override get message(): string {
    return `${this.operation} failed: ${this.cause instanceof Error ? this.cause.message : String(this.cause)}`
  }
}
