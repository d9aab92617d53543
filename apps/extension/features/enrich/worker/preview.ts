/** Handles the preview of a tab's subject, which sends nothing. Every popup waits for it, so it is loaded at the start. */
import * as Effect from "effect/Effect"

import { Browser } from "../../../browser/Browser.ts"
import { failureOf } from "../../../messaging/own-failures.ts"
import type { HandlersOf } from "../../../messaging/router.ts"
import { wayOf } from "../../../messaging/way.ts"
import { ConnectedAccounts } from "../../../providers/ConnectedAccounts.ts"
import { Steps } from "../../../providers/Steps.ts"
import { Vault } from "../../../vault/accounts.ts"
import { HubVault } from "../../../vault/hub.ts"
import { chargeOf } from "../../charges/unknown-charge.ts"
import type { EnrichRequests, Preview } from "../requests.ts"
import { priceOf } from "../subject/price.ts"
import { askOf, noSubjectAt, PLUGIN, profileSites, targetOf, type Target } from "../subject/target.ts"
import type { UnderWay } from "./under-way.ts"

export const make = Effect.fnUntraced(function* (underWay: UnderWay) {
  const browser = yield* Browser
  const steps = yield* Steps
  const vault = yield* Vault
  const connectedAccounts = yield* ConnectedAccounts
  const hubVault = yield* HubVault

  /** Returns the account to pay with, and the names of all that could. */
  const payerOf = Effect.fnUntraced(function* (chosenAccount: string | null) {
    const names = yield* connectedAccounts.names(PLUGIN)
    const account =
      chosenAccount !== null && names.includes(chosenAccount) ? chosenAccount : yield* connectedAccounts.chosen(PLUGIN)
    return account === undefined ? undefined : { plugin: PLUGIN, account, names }
  })

  /**
   * Hub and browser keep separate ledgers and caches: the hub would buy again what an account of this browser has
   * bought.
   */
  const savedBy = Effect.fnUntraced(
    function* (target: Target) {
      for (const { plugin, name } of yield* vault.list) {
        if (plugin !== PLUGIN) continue
        const { cached } = yield* steps.preview(askOf(target, { plugin, account: name }))
        if (cached?.match === true) return name
      }
      return undefined
    },
    Effect.orElseSucceed((): string | undefined => undefined)
  )

  const preview = Effect.fnUntraced(
    function* ({ tabId, link, account: chosenAccount }: EnrichRequests["preview"]["input"]) {
      const addressOfPage = link === undefined ? browser.addressOf(tabId) : Effect.succeed(link)
      const [address, payer] = yield* Effect.all([addressOfPage, payerOf(chosenAccount)], { concurrency: "unbounded" })
      const account = payer && (yield* connectedAccounts.find(payer))
      if (payer === undefined || account === undefined) return { state: "notConnected" } satisfies Preview
      const sites = profileSites(account.settings)
      const target = address === undefined ? undefined : targetOf(address, sites)
      if (address === undefined || target === undefined) {
        return { state: "nothingHere", at: noSubjectAt(address, sites), address: address ?? "" } satisfies Preview
      }
      const stepPreview = yield* steps.preview(askOf(target, payer))
      const about = { subject: target.subject, price: priceOf(stepPreview, payer), payer }
      const isAtHub = wayOf(payer) === "hub"
      // At the hub, another client may have started it, or this browser before the worker restarted.
      const forMillis = underWay.millis(target, payer)
      if (forMillis !== undefined || (isAtHub && stepPreview.isUnderWay))
        return { state: "busy", ...about, forMillis } satisfies Preview
      if (stepPreview.cached !== undefined) {
        return { state: "cached", ...about, ...stepPreview.cached, address } satisfies Preview
      }
      const [oldest] = stepPreview.blocking
      if (oldest !== undefined) {
        const charges = stepPreview.blocking.map((row) => chargeOf(row, { upTo: stepPreview.estimate }))
        return { state: "unknownCharge", ...about, since: oldest.at, charges } satisfies Preview
      }
      if (stepPreview.uncachedPurchase !== undefined)
        return { state: "uncached", ...about, ...stepPreview.uncachedPurchase } satisfies Preview
      // The client is loaded while the user reads the offer.
      if (!isAtHub) yield* Effect.forkDetach(steps.prepare(PLUGIN))
      return {
        state: "ready",
        ...about,
        address,
        savedBy: isAtHub ? yield* savedBy(target) : undefined,
        isHubApart: !isAtHub && (yield* Effect.orElseSucceed(hubVault.isPaired, () => false))
      } satisfies Preview
    },
    Effect.catch((error) => Effect.succeed<Preview>({ state: "failed", error: failureOf(error) }))
  )

  return { preview } satisfies HandlersOf<Pick<EnrichRequests, "preview">>
})
