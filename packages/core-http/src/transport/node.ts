/** The transport for Node, as layers; `node-exchange.ts` says how it sends. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { open, POOL, type OpenTransport } from "./node-exchange.ts"
import { guardedConnector, type MayConnect } from "./node-guarded.ts"
import { Transport } from "./Transport.ts"

export type { ConnectTarget, MayConnect } from "./node-guarded.ts"

const layerOf = (opening: () => OpenTransport): Layer.Layer<Transport> =>
  Layer.effect(
    Transport,
    Effect.map(
      Effect.acquireRelease(Effect.sync(opening), ({ close }) => Effect.promise(close)),
      ({ transport }) => transport
    )
  )

/** One pool for the layer's life. */
export const layer: Layer.Layer<Transport> = layerOf(() => open())

/** The same, for servers that others give addresses to. A proxy of the environment is one of the targets. */
export const layerGuarded = (mayConnect: MayConnect): Layer.Layer<Transport> =>
  layerOf(() => open(guardedConnector(POOL, mayConnect)))
