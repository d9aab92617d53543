/** The location of the server's data, for callers that manage the hub. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

export class ServedDirectory extends Context.Service<ServedDirectory, { readonly directory: string }>()(
  "@inlay/hub/ServedDirectory"
) {}

export const layer = (directory: string) => Layer.succeed(ServedDirectory, ServedDirectory.of({ directory }))
