/** Sends the worker's requests to the paired hub. What sends them is loaded with the first one (`asking.ts`). */
import type { Transport } from "@inlay/core-http/Transport"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { Browser } from "../../browser/Browser.ts"
import { partOf } from "../../messaging/lazy.ts"
import type { HubVault } from "../../vault/hub.ts"
import type { HubClient } from "./asking.ts"

export class Hub extends Context.Service<Hub, HubClient>()("@inlay/extension/Hub") {}

export const layer: Layer.Layer<Hub, never, HubVault | Browser | Transport> = Layer.effect(
  Hub,
  Effect.map(
    partOf(async () => (await import("./asking.ts")).make),
    (part) => ({
      proven: Effect.flatMap(part, (hub) => hub.proven),
      accounts: Effect.flatMap(part, (hub) => hub.accounts),
      account: (plugin, name) => Effect.flatMap(part, (hub) => hub.account(plugin, name)),
      provenWhile: (tokenId, isOpen) => Effect.flatMap(part, (hub) => hub.provenWhile(tokenId, isOpen)),
      ask: (endpoint, options) => Effect.flatMap(part, (hub) => hub.ask(endpoint, options))
    })
  )
)
