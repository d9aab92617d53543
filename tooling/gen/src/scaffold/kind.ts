/** What a kind of the scaffold is: a name, its arguments, and a plan. A kind writes nothing itself. */
import type { Output } from "../outputs.ts"

export interface Plan {
  /** New files; none of them may exist yet. */
  readonly files: ReadonlyArray<Output>
  /** Files that are there, with their new text. */
  readonly edits?: ReadonlyArray<Output>
  /** What to do next, one line each. */
  readonly next: ReadonlyArray<string>
}

export interface Kind {
  /** As the command takes it: `tool-step`. */
  readonly name: string
  readonly summary: string
  /** Names of its arguments, in their order; all are needed. */
  readonly arguments: ReadonlyArray<string>
  /** Name of a last argument that may be left out. */
  readonly optional?: string
  /** A command line that works. */
  readonly example: string
  /** Fails with a `UsageError` where the arguments cannot work. */
  readonly plan: (root: string, args: Readonly<Record<string, string>>) => Promise<Plan>
}

/** The command line cannot work as it was given. Nothing was written. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}
