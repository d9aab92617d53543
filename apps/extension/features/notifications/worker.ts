/**
 * Learns of events for notifications: from the hub's stream, by looking at the hub when an alarm wakes the worker, and
 * from what polls the watched repositories. Stores which events the user has chosen. `show.ts` decides what is shown.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { isText } from "../../messaging/shape.ts"
import { isSamePlace, type ChosenTrigger } from "../../messaging/trigger-place.ts"
import { refAtHub, wayOf } from "../../messaging/way.ts"
import { eventsApi, eventsPage, isEvent, type EventAtHub } from "../../providers/hub/events-api.ts"
import { viewOf, warnOfUnreadable } from "../../providers/hub/Feed.ts"
import { Hub } from "../../providers/hub/Hub.ts"
import { HubVault } from "../../vault/hub.ts"
import { notificationStore } from "../../vault/notifications.ts"
import { watchedRepositories } from "../../vault/watched.ts"
import { eventText, eventUrl } from "../hub/event-text.ts"
import type { EventView, HubRequests } from "../hub/requests.ts"
import { logFailure } from "../log-failure.ts"
import { passing, type Happening } from "./event.ts"
import { placeAtHub, placesHere, type NotificationRequests } from "./requests.ts"
import * as notifying from "./show.ts"

const MAX_CHOSEN = 200
/** The time between two looks at the hub. */
const EVERY_SECONDS = 60
/** The most pages of the hub's events that one look reads. */
const MAX_PAGES = 10
/** Events that come within this time are shown together. */
const TOGETHER = Duration.millis(500)

const isAtHub = (choice: ChosenTrigger): boolean => wayOf(choice) === "hub"

const happeningOf = (event: EventView): Happening => {
  const { id, trigger, account, refusedBy } = event
  const { repository } = event.data
  const place = isText(repository) ? repository : ""
  return { ...refAtHub(account), trigger, place, id, text: eventText(event), url: eventUrl(event), refusedBy }
}

export type Notifications = Effect.Success<typeof make>

export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const hub = yield* Hub
  const hubVault = yield* HubVault
  const store = yield* notificationStore
  const watched = yield* watchedRepositories
  const show = yield* notifying.make

  /**
   * The record, without choices for a hub that this browser is no longer paired with. They stay if the same hub is
   * paired again, such as at another address.
   */
  const current = Effect.gen(function* () {
    const { tokenId, hubId } = (yield* hubVault.record) ?? { tokenId: null, hubId: null }
    const { after } = yield* store.change((record) => {
      const { hubId: hubBefore = null } = record
      if (record.tokenId === tokenId && hubBefore === hubId) return record
      const isSame = record.tokenId === tokenId || (hubId !== null && hubBefore === hubId)
      const rest = { cursor: null, chosen: record.chosen.filter((one) => !isAtHub(one)) }
      return { ...record, tokenId, hubId, ...(!isSame && rest) }
    })
    return after
  })

  const setAlarm = Effect.flatMap(current, ({ chosen }) =>
    browser.wakeEvery(chosen.some(isAtHub) ? EVERY_SECONDS : undefined, "events")
  )

  /** If any event was rejected by filters, reads the hub's current subscriptions to decide whether to show it. */
  const showOfHub = Effect.fnUntraced(function* (all: ReadonlyArray<Happening>) {
    if (all.every(({ refusedBy }) => refusedBy === undefined)) return yield* show(all)
    const { subscriptions } = yield* hub.ask(eventsApi.subscriptions)
    return yield* show(passing(all, (yield* current).chosen, subscriptions))
  })

  let queue: Array<Happening> = []
  const hear = (events: ReadonlyArray<EventView>) =>
    Effect.suspend(() => {
      const isFirst = queue.length === 0
      queue.push(...events.map(happeningOf))
      if (!isFirst || queue.length === 0) return Effect.void
      const together = Effect.suspend(() => {
        const all = queue
        queue = []
        // The next look at the hub shows what could not be shown now.
        return Effect.orElseSucceed(showOfHub(all), () => undefined)
      })
      return Effect.asVoid(Effect.forkDetach(Effect.delay(together, TOGETHER)))
    })

  const lookAtHub = Effect.gen(function* () {
    const { chosen, tokenId, cursor: from } = yield* current
    if (!chosen.some(isAtHub) || !(yield* browser.online)) return
    const all: Array<EventAtHub> = []
    let at = from
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const { events, cursor } = yield* hub.ask(eventsPage, { query: at === null ? {} : { cursor: at } })
      if (cursor === at) break
      const readable = events.filter(isEvent)
      if (readable.length < events.length) yield* warnOfUnreadable
      all.push(...readable)
      at = cursor
    }
    // Shown before the cursor moves on. If the worker dies in between, remembered events are not shown again.
    yield* showOfHub(all.map(viewOf).map(happeningOf))
    yield* store.change((record) =>
      record.tokenId === tokenId && record.cursor === from ? { ...record, cursor: at } : record
    )
  }).pipe(Effect.catch((error) => Effect.logWarning(error.message)))

  return {
    /** Shows those events that are chosen and have not been shown yet. */
    show,
    /** Does the same for the hub's stream, and shows events that come almost together as one. */
    hear,
    /** Reads the events that the hub has received since the last look. */
    lookAtHub,
    /** Sets the alarm for the next look, as long as a trigger of the hub is chosen. */
    setAlarm: setAlarm.pipe(Effect.catch(logFailure)),
    handlers: (triggers: HandlersOf<HubRequests>["triggers"]): HandlersOf<NotificationRequests> => ({
      chosenTriggers: () => Effect.map(current, ({ chosen }) => ({ chosen })),
      chooseTrigger: Effect.fnUntraced(function* ({ isOn, ...one }) {
        yield* current
        const { after } = yield* store.change((record) => ({
          ...record,
          // If no trigger of the hub was chosen until now, the old cursor is discarded.
          cursor: record.chosen.some(isAtHub) ? record.cursor : null,
          chosen: [...record.chosen.filter((other) => !isSamePlace(other, one)), ...(isOn ? [one] : [])].slice(
            -MAX_CHOSEN
          )
        }))
        yield* setAlarm
        // Moves the cursor to the present, so that earlier events are not shown.
        if (isOn && isAtHub(one) && after.cursor === null) yield* lookAtHub
        return { chosen: after.chosen }
      }),
      triggerPlaces: Effect.fnUntraced(function* () {
        const isPaired = (yield* hubVault.record) !== undefined
        const atHub = isPaired ? (yield* triggers({ account: null })).triggers : []
        // While a code host runs through the hub, its repositories are not polled from here.
        const here = yield* Effect.forEach(yield* watched.list, (one) =>
          Effect.map(hubVault.way(one.plugin), (way) => (way === "direct" ? placesHere(one) : []))
        )
        return { places: [...atHub.filter(({ enabled }) => enabled).map(placeAtHub), ...here.flat()] }
      })
    })
  }
})
