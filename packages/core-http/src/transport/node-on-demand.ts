/** Node's transport, loaded with the first request, so that answers from the cache do not wait for it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { OpenTransport } from "./node-exchange.ts"
import { Transport, TransportFailure } from "./Transport.ts"

/** As in a bundle or a runtime in which undici does not work, or after another version was installed over this one. */
const notLoaded = (cause: unknown) => {
  const message = cause instanceof Error ? cause.message : String(cause)
  const why = message.startsWith("Cannot find module") ? `${message}; after an update, restart the program` : message
  const detail = `the code for Node 22.19 or later cannot be loaded: ${why}`
  return new TransportFailure({ kind: "network", detail, sent: false })
}

const onDemand = (): OpenTransport => {
  let loading: Promise<OpenTransport> | undefined
  let loaded: OpenTransport | undefined
  const open = async (): Promise<OpenTransport> => {
    // Loading undici a second time ends a program on Node 20.
    if (Number.parseInt(process.versions.node) < 22) throw new Error(`this is Node ${process.versions.node}`)
    const exchange = await import("./node-exchange.ts")
    return (loaded = exchange.open())
  }
  const load = Effect.tryPromise({
    try: () => (loading ??= open()),
    catch: (cause) => {
      loading = undefined
      return notLoaded(cause)
    }
  })
  return {
    transport: Transport.of({
      send: (request) =>
        loaded === undefined
          ? Effect.flatMap(load, ({ transport }) => transport.send(request))
          : loaded.transport.send(request)
    }),
    close: async () => (await loading?.catch(() => undefined))?.close()
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
