/**
 * Assembles the worker: its stores, accounts and steps, and the preview, which every popup waits for. All other
 * features are a part (`features/worker.ts`). `running-worker.ts` runs the result; tests run it with another browser.
 */
import { Audit } from "@inlay/agent-plugin/Audit"
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Browser } from "./browser/Browser.ts"
import * as preview from "./features/enrich/worker/preview.ts"
import { makeUnderWay } from "./features/enrich/worker/under-way.ts"
import type { FeatureRequests } from "./features/worker.ts"
import { handlersIn, partOf } from "./messaging/lazy.ts"
import { inputs } from "./messaging/requests.ts"
import { route, type Handlers } from "./messaging/router.ts"
import * as byAccount from "./providers/by-account.ts"
import * as ConnectedAccounts from "./providers/ConnectedAccounts.ts"
import * as Hub from "./providers/hub/Hub.ts"
import { accountsLayer, Vault } from "./vault/accounts.ts"
import * as cache from "./vault/cache.ts"
import * as clock from "./vault/clock.ts"
import { oneReading } from "./vault/database/one-reading.ts"
import { HubVault } from "./vault/hub.ts"
import * as ledger from "./vault/ledger.ts"
import { Preferences } from "./vault/preferences.ts"

/**
 * Work that no click waits for starts this long after the worker, because the first click needs the stores for itself.
 */
const AFTERWARDS = "250 millis"

const spend = Layer.unwrap(Effect.flatMap(Browser, ({ session }) => Effect.map(session, Spend.layer)))

/**
 * The whole worker, except for the browser, its database and its network.
 * @param plugins the plugins whose steps this browser runs
 */
export const layer = (plugins: ReadonlyArray<Runnable>) =>
  ConnectedAccounts.layer.pipe(
    Layer.provideMerge(byAccount.layer(plugins)),
    Layer.provideMerge(Hub.layer),
    Layer.provide(Runner.layer(plugins)),
    Layer.provide(Audit.layerNone),
    Layer.provide(accountsLayer),
    Layer.provide(clock.transport),
    Layer.provideMerge(spend),
    Layer.provideMerge(HubVault.layer),
    Layer.provideMerge(Vault.layer),
    Layer.provideMerge(Preferences.layer),
    Layer.provideMerge(cache.layer),
    Layer.provideMerge(clock.ledger.pipe(Layer.provide(ledger.layer))),
    Layer.provideMerge(clock.layer)
  )

/** Builds what answers requests and alarms, and schedules the background work. */
export const start = Effect.gen(function* () {
  const underWay = makeUnderWay()
  const features = yield* partOf(async () => (await import("./features/worker.ts")).make(underWay))
  const { preview: _, ...ofFeatures } = inputs
  const handlers: Handlers = {
    ...handlersIn<FeatureRequests>(
      Effect.map(features, (part) => part.handlers),
      ofFeatures
    ),
    ...(yield* preview.make(underWay))
  }
  // Before the background work, which deletes what has expired.
  yield* clock.resume
  yield* Effect.forkDetach(
    Effect.delay(
      Effect.flatMap(features, ({ upkeep }) => upkeep),
      AFTERWARDS
    )
  )
  return {
    /** Returns the reply to a message of one of the extension's own pages. */
    answer: (message: unknown) => oneReading(route(handlers, message)),
    onAlarm: (name: string) => Effect.flatMap(features, ({ onAlarm }) => onAlarm(name)),
    lineOf: (tabId: number) => Effect.flatMap(features, ({ lineOf }) => lineOf(tabId))
  }
})
