/**
 * Decides which events are shown as notifications, and shows them. Promises: only chosen events are shown; each event is
 * shown once, however it arrives and however often the worker dies; many events at once are shown as one notification.
 */
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import { workerWords } from "../../locales/worker.ts"
import type { ChosenTrigger } from "../../messaging/trigger-place.ts"
import { ConnectedAccounts } from "../../providers/ConnectedAccounts.ts"
import { notificationStore, type NotificationRecord } from "../../vault/notifications.ts"
import { isWanted, pageOf, plain, type Happening } from "./event.ts"

/** More events than this at once are shown as one notification. */
const MOST_AT_ONCE = 3
/** How many shown events are remembered. */
const MAX_SHOWN = 500

const seenKey = ({ trigger, id }: Happening): string => `${trigger} ${id}`

/** The record with those of the events that are chosen and have not been shown yet. */
const remembering =
  (happenings: ReadonlyArray<Happening>) =>
  (record: NotificationRecord): NotificationRecord => {
    const keys = happenings.filter((one) => record.chosen.some((choice) => isWanted(choice, one))).map(seenKey)
    const fresh = keys.filter((key) => !record.shown.includes(key))
    return fresh.length === 0
      ? record
      : { ...record, shown: [...new Set([...fresh, ...record.shown])].slice(0, MAX_SHOWN) }
  }

/** The events that the change from `before` to `after` has remembered, each once. */
const rememberedBetween = (
  happenings: ReadonlyArray<Happening>,
  { before, after }: { readonly before: NotificationRecord; readonly after: NotificationRecord }
): ReadonlyArray<Happening> => {
  const shownKeys = new Set(before.shown)
  const rememberedKeys = new Set(after.shown)
  return happenings.filter((one) => {
    const key = seenKey(one)
    if (shownKeys.has(key) || !rememberedKeys.has(key)) return false
    shownKeys.add(key)
    return true
  })
}

export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const connectedAccounts = yield* ConnectedAccounts
  const store = yield* notificationStore

  const settingsOf = (happening: Happening) =>
    connectedAccounts.find(happening).pipe(
      Effect.map((account) => account?.settings),
      Effect.orElseSucceed(() => undefined)
    )

  const notify = Effect.fnUntraced(function* (fresh: ReadonlyArray<Happening>, choices: ReadonlyArray<ChosenTrigger>) {
    const [first] = fresh
    if (first === undefined) return
    const each = yield* Effect.forEach(fresh, (happening) =>
      Effect.map(settingsOf(happening), (settings) => ({
        id: seenKey(happening),
        title: [choices.find((one) => isWanted(one, happening))?.title ?? "", happening.place]
          .filter(Boolean)
          .map(plain)
          .join(" · "),
        text: plain(happening.text),
        url: settings === undefined ? "" : pageOf(happening, settings)
      }))
    )
    if (each.length <= MOST_AT_ONCE) return yield* Effect.forEach(each, browser.notify, { discard: true })
    const words = workerWords[yield* browser.language].notified
    const lines = each.slice(0, MOST_AT_ONCE).map(({ title, text }) => `${title}: ${text}`)
    yield* browser.notify({
      id: seenKey(first),
      title: words.many(each.length),
      text: [...lines, "…"].join("\n"),
      url: each[0]?.url ?? ""
    })
  })

  return Effect.fnUntraced(
    function* (happenings: ReadonlyArray<Happening>) {
      if (happenings.length === 0 || !(yield* browser.mayNotify)) return
      // Remembered before it is shown: a worker that dies in between never shows it, rather than twice.
      const change = yield* store.change(remembering(happenings))
      yield* notify(rememberedBetween(happenings, change), change.after.chosen)
    },
    Effect.catch((error) => Effect.logError(error.message))
  )
})
