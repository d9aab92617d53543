/**
 * Writes the files that a command produces: completely or not at all. The program that mounts the command provides the
 * file system.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A file to write. */
export interface OutputTarget {
  /** The path as the user gave it. */
  readonly path: string
  /** The flag that names the file, for errors: `--csv`. */
  readonly flag: string
  /** Whether to replace an existing file. */
  readonly replace: boolean
  /** The advice if the path names no file, as `-` does: what the command does without a file, or a name to use. */
  readonly withoutFile: string
}

/** Appends text. Completes when the text has been handed to the operating system. */
export type WriteText = (text: string) => Effect.Effect<void, ProviderError>

/** Opens a command's output files. */
export class OutputFiles extends Context.Service<
  OutputFiles,
  {
    /**
     * Writes to a temporary file in the same folder, and renames it to the target when `use` succeeds. If `use` fails
     * or is interrupted, the temporary file is removed. Fails as `Invalid` before `use` starts if the path cannot be
     * written.
     */
    readonly write: <A, E, R>(
      target: OutputTarget,
      use: (write: WriteText) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ProviderError, R>
  }
>()("@inlay/agent-plugin/OutputFiles") {}
