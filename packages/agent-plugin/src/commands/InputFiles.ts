/**
 * Reads the files that a command takes as input: whole, as text. The program that mounts the command provides the file
 * system.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A file to read. */
export interface InputSource {
  /** The path as the user gave it; `-` is standard input. */
  readonly path: string
  /** The argument or flag that names the file, for errors: `FILE`. */
  readonly flag: string
}

/** Reads a command's input files. */
export class InputFiles extends Context.Service<
  InputFiles,
  {
    /**
     * Returns the text of a file, which begins with the byte order mark (U+FEFF) if the file does. Accepts UTF-8, and
     * UTF-16 if the file starts with a UTF-16 byte order mark. Fails as `Invalid` if the file cannot be read, is too large, or is not such text.
     */
    readonly read: (source: InputSource) => Effect.Effect<string, ProviderError>
  }
>()("@inlay/agent-plugin/InputFiles") {}
