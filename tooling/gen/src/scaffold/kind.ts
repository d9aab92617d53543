/** A kind of unit that the scaffold can make: a name, its arguments, and a plan. A kind writes nothing itself. */
import type { Output } from "../outputs.ts"

export interface Plan {
  /** New files, none of which may exist yet. */
  readonly files: ReadonlyArray<Output>
  /** Existing files, with their new text. */
  readonly edits?: ReadonlyArray<Output>
  /** What to do next, one line each. */
  readonly next: ReadonlyArray<string>
}

export interface Kind {
  /** As typed in the command: `tool-step`. */
  readonly name: string
  readonly summary: string
  /** Names of its required arguments, in order. */
  readonly arguments: ReadonlyArray<string>
  /** Name of an optional last argument. */
  readonly optional?: string
  /** A valid command line. */
  readonly example: string
  /** Fails with a `UsageError` if the arguments cannot work. */
  readonly plan: (root: string, args: Readonly<Record<string, string>>) => Promise<Plan>
}

/** The command line cannot work. Nothing was written. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}
