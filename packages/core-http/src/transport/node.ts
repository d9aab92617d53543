/** The layers of Node's transport. See `node-exchange.ts` for how it sends. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { open, type OpenTransport } from "./node-exchange.ts"
import type { MayConnect } from "./node-guarded.ts"
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

/** A connection pool for as long as the layer lives. */
export const layer: Layer.Layer<Transport> = layerOf(() => open())

/**
 * As `layer`, but for servers whose target addresses come from others. A proxy from the environment is not checked, but
 * what it is asked to connect to is (`ConnectTarget`). A SOCKS proxy is not used.
 */
export const layerGuarded = (mayConnect: MayConnect): Layer.Layer<Transport> => layerOf(() => open(mayConnect))
