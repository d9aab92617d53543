/** Keeps the menu of links to the professional networks that the connected accounts name. */
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import { Vault } from "../../vault/accounts.ts"
import { profileSites } from "../enrich/subject/target.ts"

/** An effect that reads the accounts' settings; what cannot be read leaves the menu as it is. */
export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const vault = yield* Vault
  return vault.list.pipe(
    Effect.map((accounts) => accounts.flatMap(({ readable }) => profileSites(readable?.settings ?? {}))),
    Effect.flatMap(browser.offerLinksTo),
    Effect.catch((error) => Effect.logWarning(error.message))
  )
})
