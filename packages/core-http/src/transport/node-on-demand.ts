/** Node's transport, loaded with the first request, so that answers from the cache do not wait for it. */
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

/** A transport for as long as the program runs. It is loaded with the first request. */
export const make = (): Transport["Service"] => onDemand().transport

/** A transport for as long as the layer lives. It is loaded with the first request. */
export const layer: Layer.Layer<Transport> = /* @__PURE__ */ Layer.effect(
  Transport,
  /* @__PURE__ */ Effect.suspend(() =>
    Effect.map(
      Effect.acquireRelease(Effect.sync(onDemand), ({ close }) => Effect.promise(close)),
      ({ transport }) => transport
    )
  )
)
