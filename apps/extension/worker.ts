/** Assembles the worker's parts. `entrypoints/background.ts` runs the result; tests run it with another browser. */
import { Audit } from "@inlay/agent-plugin/Audit"
import { Runner } from "@inlay/agent-plugin/Runner"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Browser, type Alarm } from "./browser/Browser.ts"
import * as accounts from "./features/accounts/worker.ts"
import * as mark from "./features/badge/mark.ts"
import * as figures from "./features/charges/figures.ts"
import * as charges from "./features/charges/worker.ts"
import * as enrich from "./features/enrich/worker.ts"
import * as employer from "./features/enrich/worker/employer.ts"
import * as forget from "./features/enrich/worker/forget.ts"
import * as lookup from "./features/enrich/worker/lookup.ts"
import * as history from "./features/history/worker.ts"
import * as hub from "./features/hub/worker.ts"
import * as notes from "./features/notes/worker.ts"
import { Notifications } from "./features/notifications/worker.ts"
import * as pageLine from "./features/page-line/worker.ts"
import * as menu from "./features/panel/menu.ts"
import * as people from "./features/people/worker.ts"
import * as preferences from "./features/preferences/worker.ts"
import * as repository from "./features/repository/worker.ts"
import { Watch } from "./features/repository/worker/watch.ts"
import * as site from "./features/site/worker.ts"
import type { Handlers } from "./messaging/router.ts"
import { plugins } from "./plugins.gen.ts"
import * as Connections from "./providers/Connections.ts"
import * as either from "./providers/either.ts"
import * as Feed from "./providers/hub/Feed.ts"
import * as Hub from "./providers/hub/Hub.ts"
import { accountsLayer, Vault } from "./vault/accounts.ts"
import * as cache from "./vault/cache.ts"
import * as clock from "./vault/clock.ts"
import { HubVault } from "./vault/hub.ts"
import * as ledger from "./vault/ledger.ts"
import { Notes } from "./vault/notes.ts"
import { NotificationStore } from "./vault/notifications.ts"
import { Preferences } from "./vault/preferences.ts"
import { WatchedRepositories } from "./vault/watched.ts"

/**
 * Settles ledger rows that an earlier worker left open. Nothing waits for it here: the browser runs the transactions of
 * a store in the order in which they were made, so every later one finds the rows settled.
 */
const inherit = Layer.effectDiscard(
  ledger.loseOpen.pipe(
    Effect.catch((error) => Effect.logError(error.message)),
    Effect.forkDetach({ startImmediately: true })
  )
)

/**
 * Work that no click waits for starts this long after the worker, because the first click needs the stores for itself.
 */
const AFTERWARDS = "250 millis"

const stores = Layer.mergeAll(
  ledger.layer,
  cache.layer,
  Vault.layer,
  HubVault.layer,
  Preferences.layer,
  Notes.layer,
  NotificationStore.layer,
  WatchedRepositories.layer
).pipe(Layer.provideMerge(inherit))

const spend = Layer.unwrap(Effect.flatMap(Browser, ({ session }) => Effect.map(session, Spend.layer)))

const EVENTS: Alarm = "events"

/** The whole worker, except for the browser, its database and its network. */
export const layer = Watch.layer.pipe(
  Layer.provideMerge(Notifications.layer),
  Layer.provideMerge(Connections.layer),
  Layer.provideMerge(Feed.layer),
  Layer.provideMerge(either.layer(plugins)),
  Layer.provideMerge(Hub.layer),
  Layer.provide(Runner.layer(plugins)),
  Layer.provide(Audit.layerNone),
  Layer.provide(accountsLayer),
  Layer.provide(clock.transport),
  Layer.provideMerge(spend),
  Layer.provideMerge(stores),
  Layer.provideMerge(clock.layer)
)

/** Builds the request handlers and the alarm handler, and starts the background work. */
export const start = Effect.gen(function* () {
  const read = yield* figures.make
  const watch = yield* Watch
  const notifications = yield* Notifications
  const badge = yield* mark.make([read.waiting, watch.waiting])
  const links = yield* menu.make
  const upkeep = Effect.all([cache.purge, clock.keep]).pipe(Effect.catch((error) => Effect.logError(error.message)))
  const mending = ledger.mend.pipe(Effect.catch((error) => Effect.logError(error.message)))
  const looking = yield* lookup.make
  const hubHandlers = yield* hub.make
  const repositoryHandlers = yield* repository.make(hubHandlers.triggers, badge)
  const line = yield* pageLine.make(repositoryHandlers)
  const alarms = Effect.all([watch.setAlarm, notifications.setAlarm])
  yield* Effect.forkDetach(Effect.delay(Effect.all([mending, badge, links, upkeep, alarms, line.keep]), AFTERWARDS))
  const handlers: Handlers = {
    ...(yield* enrich.make(looking, badge)),
    ...(yield* employer.make(looking, badge)),
    ...(yield* forget.make(looking, badge)),
    ...(yield* notes.make(looking)),
    ...(yield* people.make(looking, badge)),
    ...(yield* history.make(looking, badge)),
    ...(yield* accounts.make(Effect.all([badge, links], { discard: true }))),
    ...(yield* charges.make(read, looking, badge)),
    ...hubHandlers,
    nextEvents: (input) => Effect.tap(hubHandlers.nextEvents(input), ({ events }) => notifications.hear(events)),
    ...notifications.handlers(hubHandlers.triggers),
    ...(yield* preferences.make),
    ...repositoryHandlers,
    ...line.handlers,
    ...(yield* site.make)
  }
  const poll = watch.pollAll.pipe(
    Effect.catch((error) => Effect.logError(error.message)),
    Effect.andThen(badge)
  )
  const onAlarm = (name: string) => (name === EVENTS ? notifications.lookAtHub : poll)
  return { handlers, onAlarm, lineOf: line.lineOf }
})
