/** The transport of Node, loaded with the first request: what is answered from the cache never waits for it. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

import { Transport } from "./Transport.ts"

const within = Effect.fnUntraced(function* (scope: Scope.Scope) {
  const load = Effect.promise(() => import("./node.ts")).pipe(
    Effect.flatMap((node) => Layer.buildWithScope(node.layer, scope)),
    Effect.map((context) => Context.get(context, Transport))
  )
  const transport = yield* Effect.cached(Effect.uninterruptible(load))
  return Transport.of({
    send: (request) => Effect.flatMap(transport, (realTransport) => realTransport.send(request))
  })
})

/** One transport of Node for as long as the program runs, made with the first request. */
export const make = (): Transport["Service"] => Effect.runSync(within(Scope.makeUnsafe()))

/** One transport of Node for the layer's life, made with the first request. */
export const layer: Layer.Layer<Transport> = /* @__PURE__ */ Layer.effect(
  Transport,
  Effect.flatMap(Effect.scope, within)
)
