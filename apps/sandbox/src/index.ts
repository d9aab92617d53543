// All plugins' simulated providers and demo pages on one loopback port.

import type { Sandbox } from "@inlay/sandbox-kit/sandbox"
import { serve, type Serving } from "@inlay/sandbox-kit/serve"

import { homeHtml } from "./home.ts"
import { type Listing, listingOf, type PluginListing } from "./listing.ts"
import { plugins as made } from "./plugins.gen.ts"
import { assertDistinct, makeRouter } from "./routes.ts"

export interface RunningSandbox extends Listing, Serving {
  /** In the order of the plugins, for listing. */
  readonly descriptions: ReadonlyArray<PluginListing>
}

/** The generated list is plain; here it is held to the contract. */
const makers: ReadonlyArray<() => Sandbox> = made

/** On 127.0.0.1; port 0, the default, takes a free one. Rejects with `EADDRINUSE` where it is taken. */
export const startSandbox = async ({ port = 0 }: { readonly port?: number } = {}): Promise<RunningSandbox> => {
  const plugins = makers.map((make) => make())
  assertDistinct(plugins)
  let descriptions: ReadonlyArray<PluginListing> = []
  const serving = await serve(
    makeRouter(plugins, () => homeHtml(descriptions)),
    port
  )
  descriptions = plugins.map(({ describe, id }) => ({ id, ...describe(serving.origin) }))
  return { ...serving, descriptions, ...listingOf(descriptions) }
}

export type { Description, Examples, Sandbox } from "@inlay/sandbox-kit/sandbox"
