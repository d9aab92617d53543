/** Updates the context menu for links to the professional networks and the code hosts of the connected accounts. */
import { pageHostsOf } from "@inlay/codehost/detect"
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import { Vault } from "../../vault/accounts.ts"
import { HubVault } from "../../vault/hub.ts"
import { PLUGIN as SALES_DATA, profileSites } from "../enrich/subject/target.ts"
import { logFailure } from "../log-failure.ts"
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
    const settingsOf = (plugin: string) =>
      accounts.flatMap((one) => (one.plugin === plugin ? [one.readable?.settings ?? {}] : []))
    // Those of the hub's accounts are known once a page has asked for them (`hub`, `repositoryHosts`).
    if ((yield* hubVault.way(SALES_DATA)) === "direct") {
      yield* browser.offerLinksTo(settingsOf(SALES_DATA).flatMap(profileSites))
    }
    if ((yield* hubVault.way(CODE_HOST)) === "direct") {
      yield* browser.offerRepositoriesOf(settingsOf(CODE_HOST).flatMap(pageHostsOf))
    }
  }).pipe(Effect.catch(logFailure))
})
