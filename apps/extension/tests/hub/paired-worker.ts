// The whole worker, paired with a stand-in hub over real HTTP.
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import * as Fetch from "@inlay/core-http/fetch"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

import { Browser, type Alarm, type Mark } from "../../browser/Browser.ts"
import type { Notification } from "../../browser/notifications.ts"
import type { Consent } from "../../features/enrich/requests.ts"
import type { RequestName, Requests } from "../../messaging/contract.ts"
import type { Failure } from "../../messaging/failure.ts"
import type { PageCard } from "../../messaging/subject.ts"
import { plugins as ownPlugins } from "../../plugins.gen.ts"
import { Database } from "../../vault/database/Database.ts"
import * as worker from "../../worker.ts"
import { ANN } from "../whole-worker.ts"
import { CODE, startStandIn } from "./stand-in.ts"

/**
 * One browser with one profile, in which workers start and stop. It uses the machine's real network.
 * @param plugins the plugins that it knows
 */
export const browserOf = (plugins: ReadonlyArray<Runnable> = ownPlugins) => {
  const database = `hub-${crypto.randomUUID()}`
  const state = {
    address: ANN as string | undefined,
    denied: new Set<string>(),
    drawn: [] as Array<PageCard>,
    lines: [] as ReadonlyArray<string>,
    /** The toolbar button's mark. */
    mark: "",
    mayNotify: true,
    notified: [] as Array<Notification>,
    wakeSeconds: undefined as number | undefined
  }
  const browser = Layer.succeed(Browser, {
    online: Effect.succeed(true),
    mayReach: (origin: string) => Effect.sync(() => !state.denied.has(origin)),
    addressOf: () => Effect.sync(() => state.address),
    prepare: () => Effect.void,
    draw: (_tab: number, _address: string, card: PageCard) =>
      Effect.sync(() => {
        state.drawn.push(card)
        return { state: "drawn" as const }
      }),
    erase: () => Effect.void,
    session: Effect.succeed("session-1"),
    language: Effect.succeed("en" as const),
    mark: ({ text }: Mark) => Effect.sync(() => void (state.mark = text)),
    wakeEvery: (seconds: number | undefined, alarm: Alarm) =>
      Effect.sync(() => {
        if (alarm === "events") state.wakeSeconds = seconds
      }),
    mayNotify: Effect.sync(() => state.mayNotify),
    notify: (notification: Notification) => Effect.sync(() => void state.notified.push(notification)),
    offerLinksTo: () => Effect.void,
    putLine: () => Effect.succeed(true),
    keepLines: (origins: ReadonlyArray<string>) => Effect.sync(() => void (state.lines = origins)),
    offerRepositoriesOf: () => Effect.void,
    isPanelBeside: () => Effect.succeed(false),
    awake: <A, E, R>(effect: Effect.Effect<A, E, R>) => effect
  })
  const layer = () =>
    Layer.provideMerge(worker.layer(plugins), Layer.mergeAll(Database.layer(database), browser, Fetch.layer))
  /** Starts a new worker, which lives until it is stopped. */
  const start = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(layer(), scope)
    const { answer, onAlarm } = yield* Effect.provideContext(worker.start, context)
    const ask = <N extends RequestName>(
      inlay: N,
      input: Requests[N]["input"]
    ): Effect.Effect<Requests[N]["output"], Failure> =>
      Effect.flatMap(answer({ inlay, input }), (reply) =>
        reply.ok ? Effect.succeed(reply.output as Requests[N]["output"]) : Effect.fail(reply.error)
      )
    const alarm = Effect.provideContext(onAlarm("events"), context)
    return { ask, alarm, stop: Scope.close(scope, Exit.void) }
  })
  return { state, start, database }
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
  const { ask, alarm, stop } = yield* browser.start
  yield* Effect.addFinalizer(() => stop)
  yield* ask("pairHub", { address: hub.origin, code: CODE })
  hub.state.asked.length = 0
  const enrich = (consent: Consent = "charge", subject = ANN) =>
    ask("enrich", { ...AT_HUB, tabId: 1, subject: `person ${subject}`, consent, upTo: 2, place: "page" })
  return { hub, browser, ask, alarm, stop, enrich, preview: ask("preview", { tabId: 1, account: null }) }
})
