/** The toolbar button's one mark: a lookup got no answer and may have been charged. Otherwise it stays bare. */
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import { mark as ar } from "../../locales/ar/mark.ts"
import { mark as de } from "../../locales/de/mark.ts"
import { mark as en } from "../../locales/en/mark.ts"
import { oneReading } from "../../vault/accounts.ts"
import type { Figures } from "./figures.ts"

// The worker loads nothing later, so that it has every language; few texts are its own.
const words = { ar, de, en }

/** An effect that marks what the options page lists; figures that cannot be read leave the mark as it is. */
export const make = Effect.fnUntraced(function* ({ undecided }: Figures) {
  const browser = yield* Browser
  // What was read last is what stands there: an older look that ends later draws nothing.
  let newest = 0
  return Effect.suspend(() => {
    const mine = ++newest
    return oneReading(undecided).pipe(
      Effect.flatMap((count) => {
        if (mine !== newest) return Effect.void
        if (count === 0) return browser.mark({ text: "", title: undefined })
        return Effect.flatMap(browser.language, (language) =>
          browser.mark({ text: "?", title: words[language].undecided(count) })
        )
      }),
      Effect.catch((error) => Effect.logWarning(error.message))
    )
  })
})
