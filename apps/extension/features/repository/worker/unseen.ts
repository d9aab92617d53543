/** What nobody has looked at in the repositories that this browser watches: their part of the button's mark. */
import * as Effect from "effect/Effect"

import { Browser } from "../../../browser/Browser.ts"
import { workerWords } from "../../../locales/worker.ts"
import { storageFailure } from "../../../providers/failures.ts"
import { WatchedRepositories } from "../../../vault/watched.ts"
import type { Waits } from "../../badge/mark.ts"

export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const store = yield* WatchedRepositories
  const waiting: Waits = Effect.gen(function* () {
    const all = yield* Effect.mapError(store.list, (error) => storageFailure("watched", error))
    const count = all.reduce((sum, { unread }) => sum + unread, 0)
    const isAway = all.some(({ isFailing }) => isFailing) || (all.length > 0 && !(yield* browser.online))
    return { count, title: workerWords[yield* browser.language].mark.seen(count), isAway }
  })
  return waiting
})
