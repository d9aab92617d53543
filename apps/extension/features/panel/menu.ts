/** Updates the context menu for links to the professional networks of the connected accounts. */
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import { Vault } from "../../vault/accounts.ts"
import { profileSites } from "../enrich/subject/target.ts"

/**
 * Returns an effect that reads the accounts' settings and updates the menu. If they cannot be read, the menu stays as
 * it is.
 */
export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const vault = yield* Vault
  return vault.list.pipe(
    Effect.map((accounts) => accounts.flatMap(({ readable }) => profileSites(readable?.settings ?? {}))),
    Effect.flatMap(browser.offerLinksTo),
    Effect.catch((error) => Effect.logWarning(error.message))
  )
})
