/** The toolbar button's one mark: a lookup got no answer and may have been charged. Otherwise it stays bare. */
import * as Effect from "effect/Effect"

import { Browser } from "../messaging/browser.ts"
import { Database } from "../vault/database.ts"
import { undecided } from "../vault/ledger.ts"

const titleOf = (count: number) =>
  count === 1
    ? "A lookup got no answer and may have been charged"
    : `${count} lookups got no answer and may have been charged`

/** An effect that shows how it stands; a ledger that cannot be read leaves the mark as it is. */
export const showUndecided = Effect.gen(function* () {
  const browser = yield* Browser
  const database = yield* Database
  return undecided.pipe(
    Effect.flatMap((count) =>
      browser.mark(count === 0 ? { text: "", title: undefined } : { text: "?", title: titleOf(count) })
    ),
    Effect.catch((error) => Effect.logWarning(error.message)),
    Effect.provideService(Database, database)
  )
})
