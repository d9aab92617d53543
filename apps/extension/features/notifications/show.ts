/**
 * Decides which events are shown as notifications, and shows them. Promises: only chosen events are shown; each event is
 * shown once, however it arrives and however often the worker dies; many events at once are shown as one notification.
 */
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import type { ChosenTrigger } from "../../messaging/trigger-place.ts"
import { ConnectedAccounts } from "../../providers/ConnectedAccounts.ts"
import { notificationStore, type NotificationRecord } from "../../vault/notifications.ts"
import { logFailure } from "../log-failure.ts"
import { isWanted, pageOf, plain, type Happening } from "./event.ts"

/** More events than this at once are shown as one notification. */
const MOST_AT_ONCE = 3
/** How many shown events are remembered: as many as one look at the hub brings, or some would be shown again. */
const MAX_SHOWN = 1000

const seenKey = ({ trigger, id }: Happening): string => `${trigger} ${id}`

/** Those of the events that are chosen and have not been shown yet, each once. */
const freshOf = (happenings: ReadonlyArray<Happening>, { chosen, shown }: NotificationRecord) => {
  const keys = new Set(shown)
  return happenings.filter((one) => {
    const key = seenKey(one)
    if (keys.has(key) || !chosen.some((choice) => isWanted(choice, one))) return false
    keys.add(key)
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
    const words = yield* browser.words
    const lines = each.slice(0, MOST_AT_ONCE).map(({ title, text }) => `${title}: ${text}`)
    yield* browser.notify({
      id: seenKey(first),
      title: words?.counted(each.length, words.notified.many) ?? "Inlay",
      text: [...lines, "…"].join("\n"),
      url: each[0]?.url ?? ""
    })
  })

  return Effect.fnUntraced(function* (happenings: ReadonlyArray<Happening>) {
    if (happenings.length === 0 || !(yield* browser.mayNotify)) return
    // Remembered before it is shown: a worker that dies in between never shows it, rather than twice.
    const { before } = yield* store.change((record) => {
      const keys = freshOf(happenings, record).map(seenKey)
      return keys.length === 0 ? record : { ...record, shown: [...keys, ...record.shown].slice(0, MAX_SHOWN) }
    })
    yield* notify(freshOf(happenings, before), before.chosen)
  }, Effect.catch(logFailure))
})
