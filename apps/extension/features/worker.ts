/**
 * Every feature of the worker except for the preview. A part of the worker: loaded with the first request to one of
 * them, at the latest a moment after the start, for the background work.
 */
import * as Effect from "effect/Effect"

import { Browser, type Alarm } from "../browser/Browser.ts"
import type { Requests } from "../messaging/contract.ts"
import type { HandlersOf } from "../messaging/router.ts"
import * as cache from "../vault/cache.ts"
import * as clock from "../vault/clock.ts"
import * as ledger from "../vault/ledger.ts"
import * as accounts from "./accounts/worker.ts"
import * as mark from "./badge/mark.ts"
import * as spent from "./charges/spent.ts"
import * as charges from "./charges/worker.ts"
import * as enrich from "./enrich/worker.ts"
import * as employer from "./enrich/worker/employer.ts"
import * as forget from "./enrich/worker/forget.ts"
import * as lookup from "./enrich/worker/lookup.ts"
import type { UnderWay } from "./enrich/worker/under-way.ts"
import * as history from "./history/worker.ts"
import * as hub from "./hub/worker.ts"
import { logFailure } from "./log-failure.ts"
import * as notes from "./notes/worker.ts"
import * as notifying from "./notifications/worker.ts"
import * as pageLine from "./page-line/worker.ts"
import * as menu from "./panel/menu.ts"
import { forgetSearch } from "./people/last-search.ts"
import * as people from "./people/worker.ts"
import * as preferences from "./preferences/worker.ts"
import * as repository from "./repository/worker.ts"
import * as watching from "./repository/worker/watch.ts"
import * as site from "./site/worker.ts"

/** What this part handles. */
export type FeatureRequests = Omit<Requests, "preview">

const EVENTS: Alarm = "events"

/** @param underWay the lookups that previews look for */
export const make = Effect.fnUntraced(function* (underWay: UnderWay) {
  const browser = yield* Browser
  const spending = yield* spent.make
  const notifications = yield* notifying.make
  const watch = yield* watching.make(notifications)
  const badge = yield* mark.make([spending.waiting, watch.waiting])
  const links = yield* menu.make
  const cleanUp = Effect.andThen(cache.purge, clock.keep).pipe(Effect.catch(logFailure))
  const mendLedger = ledger.mend.pipe(Effect.catch(logFailure))
  const lookups = yield* lookup.make(underWay)
  // A search names people, perhaps of an account that has gone.
  const afterErasing = Effect.andThen(badge, Effect.promise(forgetSearch))
  // A page may show whom the user has just forgotten. Nobody waits for pages that do not respond.
  const afterForgetting = Effect.andThen(afterErasing, Effect.forkDetach(browser.eraseAll, { startImmediately: true }))
  const alarms = Effect.andThen(watch.setAlarm, notifications.setAlarm)
  const hubHandlers = yield* hub.make(Effect.all([afterErasing, alarms, links], { discard: true }))
  const repositoryHandlers = yield* repository.make(watch, hubHandlers.triggers, badge)
  const line = yield* pageLine.make(repositoryHandlers)
  const handlers: HandlersOf<FeatureRequests> = {
    ...(yield* enrich.make(lookups, badge)),
    ...(yield* employer.make(lookups, badge)),
    ...(yield* forget.make(lookups, afterForgetting)),
    ...(yield* notes.make(lookups)),
    ...(yield* people.make(lookups, badge)),
    ...(yield* history.make(lookups, afterForgetting)),
    ...(yield* accounts.make(Effect.andThen(afterErasing, links))),
    ...(yield* charges.make(spending, lookups, badge)),
    ...hubHandlers,
    nextEvents: (input) => Effect.tap(hubHandlers.nextEvents(input), ({ events }) => notifications.hear(events)),
    ...notifications.handlers(hubHandlers.triggers),
    ...(yield* preferences.make),
    ...repositoryHandlers,
    ...line.handlers,
    ...(yield* site.make)
  }
  const poll = watch.pollAll.pipe(Effect.catch(logFailure), Effect.andThen(badge))
  const onAlarm = (name: string) => (name === EVENTS ? notifications.lookAtHub : poll)
  return {
    handlers,
    onAlarm,
    lineOf: line.lineOf,
    upkeep: Effect.all([mendLedger, badge, links, cleanUp, alarms, line.keep], { discard: true })
  }
})
