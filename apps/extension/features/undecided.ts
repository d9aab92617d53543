/** The toolbar button's one mark: a lookup got no answer and may have been charged. Otherwise it stays bare. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

import { Browser } from "../messaging/browser.ts"
import type { ReadFigures } from "./account/figures.ts"

const titleOf = (count: number) =>
  count === 1
    ? "A lookup got no answer and may have been charged"
    : `${count} lookups got no answer and may have been charged`

/**
 * An effect that marks what the options page lists: an account that cannot be read any more lists nothing, figures that
 * cannot be read leave the mark as it is.
 */
export const showUndecided = Effect.fnUntraced(function* (figures: ReadFigures) {
  const browser = yield* Browser
  // One at a time, so that what was read last is what stands there.
  const turns = yield* Semaphore.make(1)
  return figures.pipe(
    Effect.map(({ undecided }) => undecided.length),
    Effect.catchTag("VaultProblem", () => Effect.succeed(0)),
    Effect.flatMap((count) =>
      browser.mark(count === 0 ? { text: "", title: undefined } : { text: "?", title: titleOf(count) })
    ),
    Effect.catch((error) => Effect.logWarning(error.message)),
    (marked) => turns.withPermit(marked)
  )
})
