// All plugins' simulated providers and demo pages on one loopback port.

import { createServer, type Server } from "node:http"

import type { MakeSandbox } from "./contract.ts"
import { homeHtml } from "./home.ts"
import { type Listing, listingOf, type PluginListing } from "./listing.ts"
import { plugins as made } from "./plugins.gen.ts"
import { assertDistinct, makeRouter } from "./routes.ts"

export interface RunningSandbox extends Listing {
  /** Such as `http://127.0.0.1:4680`. */
  readonly origin: string
  /** In the order of the plugins, for listing. */
  readonly descriptions: ReadonlyArray<PluginListing>
  /** Ends every connection, those that hang too. */
  readonly close: () => Promise<void>
}

/** The generated list is plain; here it is held to the contract. */
const makers: ReadonlyArray<MakeSandbox> = made

const listen = (server: Server, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      if (typeof address === "object" && address !== null) resolve(`http://127.0.0.1:${address.port}`)
      else reject(new Error("the sandbox has no address"))
    })
  })

/** On 127.0.0.1; port 0, the default, takes a free one. Rejects with `EADDRINUSE` where it is taken. */
export const startSandbox = async ({ port = 0 }: { readonly port?: number } = {}): Promise<RunningSandbox> => {
  const plugins = makers.map((make) => make())
  assertDistinct(plugins)
  let descriptions: ReadonlyArray<PluginListing> = []
  const server = createServer(makeRouter(plugins, () => homeHtml(descriptions)))
  const origin = await listen(server, port)
  descriptions = plugins.map(({ describe, id }) => ({ id, ...describe(origin) }))
  return {
    origin,
    descriptions,
    ...listingOf(descriptions),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

export type { Description, Examples, Handler, MakeSandbox, PluginSandbox } from "./contract.ts"
