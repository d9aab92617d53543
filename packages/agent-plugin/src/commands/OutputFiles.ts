/** Files that a command writes: whole or not at all. The program that mounts the command brings the file system. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A file that is to be written. */
export interface OutputTarget {
  /** As the user names it. */
  readonly path: string
  /** The flag that names it, for errors: `--csv`. */
  readonly flag: string
  /** Whether a file that is there already is replaced. */
  readonly replace: boolean
}

/** Adds text at the end; waits until it is on its way to the disk. */
export type WriteText = (text: string) => Effect.Effect<void, ProviderError>

/** Opens the files that a command writes. */
export class OutputFiles extends Context.Service<
  OutputFiles,
  {
    /**
     * Writes a file under a temporary name beside it, which becomes its own when `use` succeeds. When it fails or is stopped,
     * nothing is left of it. A path that cannot be written fails as `Invalid` before `use` begins.
     */
    readonly write: <A, E, R>(
      target: OutputTarget,
      use: (write: WriteText) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ProviderError, R>
  }
>()("@inlay/agent-plugin/OutputFiles") {}
