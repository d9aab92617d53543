// The whole worker, paired with a stand-in hub over real HTTP.
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import * as Fetch from "@inlay/core-http/fetch"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { Consent } from "../../features/enrich/requests.ts"
import { plugins as ownPlugins } from "../../plugins.gen.ts"
import { Database } from "../../vault/database/Database.ts"
import * as worker from "../../worker.ts"
import { ANN, browserLayer, browserState, startWorker } from "../browser.ts"
import { CODE, startStandIn } from "./stand-in.ts"

/**
 * One browser with one profile, in which workers start and stop. It uses the machine's real network.
 * @param plugins the plugins that it knows
 */
export const browserOf = (plugins: ReadonlyArray<Runnable> = ownPlugins) => {
  const database = `hub-${crypto.randomUUID()}`
  const state = { ...browserState(), denied: new Set<string>() }
  const browser = browserLayer(state, { alarm: "events", mayReach: (origin) => !state.denied.has(origin) })
  const layer = () =>
    Layer.provideMerge(worker.layer(plugins), Layer.mergeAll(Database.layer(database), browser, Fetch.layer))
  return { state, start: startWorker(layer, "events"), database }
}

/** The account that the popup and the options use in requests. */
export const AT_HUB = { plugin: "salesdata", account: "hub:team" }

/** A stand-in hub and a browser that is paired with it. Both are removed when the test ends. */
export const pairedWorker = Effect.gen(function* () {
  const hub = yield* Effect.acquireRelease(
    Effect.promise(() => startStandIn()),
    (standIn) => Effect.promise(standIn.close)
  )
  const browser = browserOf()
  const { ask, alarm, line, stop } = yield* browser.start
  yield* Effect.addFinalizer(() => stop)
  yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
  hub.state.asked.length = 0
  const enrich = (consent: Consent = "charge", subject = ANN) =>
    ask("enrich", { ...AT_HUB, tabId: 1, subject: `person ${subject}`, consent, upTo: 2, place: "page" })
  return { hub, browser, ask, alarm, line, stop, enrich, preview: ask("preview", { tabId: 1, account: null }) }
})
