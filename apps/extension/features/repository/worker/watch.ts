/**
 * Watches repositories from this browser, for accounts without a hub. Promises: one alarm for all of them; no more
 * often than the service asks; at most a tenth of an account's rate limit.
 */
import * as Queue from "@inlay/core-http/queue"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { Browser } from "../../../browser/Browser.ts"
import { malformed, watchedFull } from "../../../messaging/own-failures.ts"
import type { HandlersOf } from "../../../messaging/router.ts"
import { wayOf } from "../../../messaging/way.ts"
import { ConnectedAccounts } from "../../../providers/ConnectedAccounts.ts"
import { HubVault } from "../../../vault/hub.ts"
import { keyOf, watchedRepositories, type WatchedRecord } from "../../../vault/watched.ts"
import type { Waiting } from "../../badge/mark.ts"
import { logFailure } from "../../log-failure.ts"
import type { Happening } from "../../notifications/event.ts"
import type { Notifications } from "../../notifications/worker.ts"
import type { RepositoryRef, RepositoryRequests, Seen, Watched } from "../requests.ts"
import { LEAST_REQUESTS, poll } from "./poll.ts"
import * as service from "./service.ts"

/** The share of the account's rate limit that polling may use. */
const SHARE = 0.1
const HOUR_SECONDS = 3600
/** The shortest pause between two polls. */
const REST_SECONDS = 60
const MAX_WATCHED = 50
/** Until the service says otherwise. https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const LIMIT = 5000

const isSame = (a: RepositoryRef, b: RepositoryRef): boolean => keyOf(a) === keyOf(b)

const happeningOf = (
  { id, kind, number, title, url }: Seen,
  { plugin, account, owner, repo }: RepositoryRef
): Happening => ({
  plugin,
  account,
  trigger: kind,
  place: `${owner}/${repo}`,
  id,
  text: `#${number} ${title}`,
  url
})

/**
 * Seconds between two polls of all repositories, as the busiest account allows. A poll that took more requests than one
 * for each list, for further pages and for mentions, has a longer pause after it.
 */
export const intervalOf = (all: ReadonlyArray<WatchedRecord>): number =>
  Math.max(
    REST_SECONDS,
    ...all.map(({ account, limit, restSeconds }) => {
      const requests = all
        .filter((one) => one.account === account)
        .reduce((sum, one) => sum + Math.max(LEAST_REQUESTS, one.requests ?? 0), 0)
      return Math.max(restSeconds, Math.ceil((HOUR_SECONDS * requests) / (limit * SHARE)))
    })
  )

export type Watch = Effect.Success<ReturnType<typeof make>>

export const make = Effect.fnUntraced(function* (notifications: Pick<Notifications, "show">) {
  const browser = yield* Browser
  const connectedAccounts = yield* ConnectedAccounts
  const store = yield* watchedRepositories
  const hubVault = yield* HubVault
  const codeHost = yield* service.make
  /** The poll of a repository and changes of what is watched never overlap. */
  const alone = Queue.make(1).withPlace

  const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString())

  /** Those that are polled: none while the code host runs through the hub. */
  const polled = Effect.zipWith(store.list, hubVault.way(service.PLUGIN), (all, way) => (way === "direct" ? all : []))

  const setAlarm = Effect.flatMap(polled, (all) =>
    browser.wakeEvery(all.length === 0 ? undefined : intervalOf(all), "poll")
  )

  const look = Effect.fnUntraced(function* (record: WatchedRecord) {
    const next = yield* poll(codeHost, record, yield* now)
    // Before or during the poll, the account was removed.
    if (!(yield* connectedAccounts.isThere(record))) return yield* store.remove(record)
    const fresh = next.seen.filter((one) => !record.seen.includes(one))
    yield* notifications.show(fresh.map((seen) => happeningOf(seen, record)))
    return yield* store.save(next)
  })

  const find = (ref: RepositoryRef) => Effect.map(store.list, (all) => all.find((one) => isSame(one, ref)))

  /** Between two repositories, requests of pages have their turn, which may also end the watch of one. */
  const pollAll = Effect.gen(function* () {
    if (!(yield* browser.online)) return
    for (const ref of yield* polled) {
      yield* alone(Effect.flatMap(find(ref), (record) => (record === undefined ? Effect.void : look(record))))
    }
    yield* alone(setAlarm)
  })

  const view = Effect.fnUntraced(function* (ref: RepositoryRef) {
    const all = yield* store.list
    const record = all.find((one) => isSame(one, ref))
    return {
      isWatched: record !== undefined,
      seen: record?.seen ?? [],
      isFailing: record?.isFailing ?? false,
      unreachable: record?.unreachable,
      everySeconds: intervalOf(all)
    } satisfies Watched
  })

  return {
    /** Polls all of them, and sets the alarm for the next poll. */
    pollAll,
    /** Sets the alarm for the next poll, as long as something is watched. */
    setAlarm: setAlarm.pipe(Effect.catch(logFailure)),
    /** New events in the watched repositories that the user has not seen. */
    waiting: Effect.gen(function* () {
      const all = yield* polled
      const count = all.reduce((sum, { unread }) => sum + unread, 0)
      const isAway = all.some(({ isFailing }) => isFailing) || (all.length > 0 && !(yield* browser.online))
      const trouble = all.some(({ unreachable }) => unreachable !== undefined) ? "unreachable" : undefined
      return { count, what: "seen", isAway, trouble } satisfies Waiting
    }),
    handlers: {
      watched: (ref) =>
        Effect.gen(function* () {
          const record = yield* find(ref)
          if (record !== undefined && record.unread > 0) yield* store.save({ ...record, unread: 0 })
          return yield* view(ref)
        }).pipe(alone),
      watchRepository: ({ isWatched, ...ref }) =>
        Effect.gen(function* () {
          const all = yield* store.list
          const record = all.find((one) => isSame(one, ref))
          if (!isWatched) yield* store.remove(ref)
          else if (record === undefined) {
            if (wayOf(ref) === "hub") return yield* malformed
            if (all.length >= MAX_WATCHED) return yield* watchedFull(MAX_WATCHED)
            yield* look({
              ...ref,
              seen: [],
              unread: 0,
              lists: {},
              polledAt: null,
              limit: LIMIT,
              restSeconds: REST_SECONDS,
              isFailing: false
            })
          }
          yield* setAlarm
          return yield* view(ref)
        }).pipe(alone)
    } satisfies HandlersOf<Pick<RepositoryRequests, "watched" | "watchRepository">>
  }
})
