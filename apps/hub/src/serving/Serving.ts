/** The location of the server's data, for callers that manage the hub. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

export class Serving extends Context.Service<Serving, { readonly directory: string }>()("@inlay/hub/Serving") {}

export const layer = (directory: string) => Layer.succeed(Serving, Serving.of({ directory }))
