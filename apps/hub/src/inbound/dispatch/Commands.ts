/**
 * Whether this server may start commands, which takes a start option, and the data directory that commands are given.
 */
import * as Context from "effect/Context"

export class Commands extends Context.Service<Commands, { readonly isAllowed: boolean; readonly directory: string }>()(
  "@inlay/hub/Commands"
) {}
