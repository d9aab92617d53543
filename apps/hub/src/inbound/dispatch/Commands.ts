/** Whether this server starts commands: only where whoever started it said so. Its data directory is theirs too. */
import * as Context from "effect/Context"

export class Commands extends Context.Service<Commands, { readonly isAllowed: boolean; readonly directory: string }>()(
  "@inlay/hub/Commands"
) {}
