/** The transport of Node, loaded with the first request: what is answered from the cache never waits for it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { OpenTransport } from "./node-exchange.ts"
import { Transport } from "./Transport.ts"

const onDemand = (): OpenTransport => {
  let loading: Promise<OpenTransport> | undefined
  let loaded: OpenTransport | undefined
  const load = Effect.promise(() => {
    loading ??= import("./node-exchange.ts").then(({ open }) => (loaded = open()))
    return loading
  })
  return {
    transport: Transport.of({
      send: (request) =>
        loaded === undefined
          ? Effect.flatMap(load, ({ transport }) => transport.send(request))
          : loaded.transport.send(request)
    }),
    close: async () => (await loading)?.close()
  }
}

/** One transport of Node for as long as the program runs, made with the first request. */
export const make = (): Transport["Service"] => onDemand().transport

/** One transport of Node for the layer's life, made with the first request. */
export const layer: Layer.Layer<Transport> = /* @__PURE__ */ Layer.effect(
  Transport,
  /* @__PURE__ */ Effect.suspend(() =>
    Effect.map(
      Effect.acquireRelease(Effect.sync(onDemand), ({ close }) => Effect.promise(close)),
      ({ transport }) => transport
    )
  )
)
