/** The data directory that the server serves. */
import * as Context from "effect/Context"

export class ServedDirectory extends Context.Service<ServedDirectory, { readonly directory: string }>()(
  "@inlay/hub/ServedDirectory"
) {}
