/** Files that a command reads: whole, as text. The program that mounts the command brings the file system. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A file that is to be read. */
export interface InputSource {
  /** As the user names it; `-` is standard input. */
  readonly path: string
  /** The argument or flag that names it, for errors: `FILE`. */
  readonly flag: string
}

/** Reads the files that a command is given. */
export class InputFiles extends Context.Service<
  InputFiles,
  {
    /**
     * The text of a file, without its byte order mark: UTF-8, or UTF-16 where it begins with a mark of that. Fails as
     * `Invalid` where there is none that can be read, where it is too long, or where its bytes are no such text.
     */
    readonly read: (source: InputSource) => Effect.Effect<string, ProviderError>
  }
>()("@inlay/agent-plugin/InputFiles") {}
