/** Whether this server starts commands: only where whoever started it said so. */
import * as Context from "effect/Context"

export class Commands extends Context.Service<Commands, { readonly isAllowed: boolean }>()("@inlay/hub/Commands") {}
