/** Whether this server starts commands: only where it was started with that option. Commands get its data directory. */
import * as Context from "effect/Context"

export class Commands extends Context.Service<Commands, { readonly isAllowed: boolean; readonly directory: string }>()(
  "@inlay/hub/Commands"
) {}
