// All plugins' simulated providers and demo pages on one loopback port.

import type { Sandbox } from "@inlay/sandbox-kit/sandbox"
import { serve, type Serving } from "@inlay/sandbox-kit/serve"

import { homeHtml } from "./home.ts"
import { type Listing, listingOf, type PluginListing } from "./listing.ts"
import { plugins as made } from "./plugins.gen.ts"
import { assertDistinct, makeRouter } from "./routes.ts"

export interface RunningSandbox extends Listing, Serving {
  /** In the order of the plugins. */
  readonly descriptions: ReadonlyArray<PluginListing>
}

/** Checks the generated list against the `Sandbox` interface. */
const makers: ReadonlyArray<() => Sandbox> = made

/**
 * Starts the sandbox on 127.0.0.1. Port 0, the default, takes a free port. Rejects with `EADDRINUSE` if the port is in
 * use.
 */
export const startSandbox = async ({ port = 0 }: { readonly port?: number } = {}): Promise<RunningSandbox> => {
  const plugins = makers.map((make) => make())
  assertDistinct(plugins)
  let descriptions: ReadonlyArray<PluginListing> = []
  const serving = await serve(
    makeRouter(plugins, () => homeHtml(descriptions).text),
    port
  )
  descriptions = plugins.map(({ describe, id }) => ({ id, ...describe(serving.origin) }))
  return { ...serving, descriptions, ...listingOf(descriptions) }
}

export type { Description, Examples, Sandbox } from "@inlay/sandbox-kit/sandbox"
