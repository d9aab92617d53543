/** Updates the context menu for links to the professional networks and the code hosts of the connected accounts. */
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import { Vault } from "../../vault/accounts.ts"
import { HubVault } from "../../vault/hub.ts"
import { profileSites } from "../enrich/subject/target.ts"
import { pageHostsOf } from "../repository/page.ts"
import { PLUGIN as CODE_HOST } from "../repository/worker/service.ts"

/**
 * Returns an effect that reads the accounts' settings and updates the menu. If they cannot be read, the menu stays as
 * it is.
 */
export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const vault = yield* Vault
  const hubVault = yield* HubVault
  return Effect.gen(function* () {
    const accounts = yield* vault.list
    yield* browser.offerLinksTo(accounts.flatMap(({ readable }) => profileSites(readable?.settings ?? {})))
    // Those of the hub's accounts are known once a page has asked for them (`repositoryHosts`).
    if ((yield* hubVault.way(CODE_HOST)) === "hub") return
    const own = accounts.filter(({ plugin }) => plugin === CODE_HOST)
    yield* browser.offerRepositoriesOf(own.flatMap(({ readable }) => pageHostsOf(readable?.settings ?? {})))
  }).pipe(Effect.catch((error) => Effect.logWarning(error.message)))
})
