/**
 * Handles the preview and the lookup of a tab's subject.
 *
 * Promises: a preview sends nothing; a lookup buys only the subject that the user saw; a card is drawn only into a page
 * that shows the same subject at the moment of drawing.
 */
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import type { PageCard, Subject } from "../../messaging/subject.ts"
import { Connections } from "../../providers/Connections.ts"
import { expired, failureOf, malformed, movedOn } from "../../providers/failures.ts"
import { Provider } from "../../providers/provider.ts"
import { Vault } from "../../vault/accounts.ts"
import { Preferences } from "../../vault/preferences.ts"
import type { AccountRef } from "../accounts/requests.ts"
import { wayOf } from "../accounts/way.ts"
import { chargeOf } from "../charges/unknown-charge.ts"
import type { EnrichRequests, Outcome, Preview } from "./requests.ts"
import { priceOf } from "./subject/price.ts"
import { noSubjectAt, PLUGIN, profileSites, targetOf, type Target } from "./subject/target.ts"
import type { Lookup } from "./worker/lookup.ts"
import { outcomeOf } from "./worker/outcome.ts"
import { pageFacts } from "./worker/page-facts.ts"

/** How many soft navigations a drawing follows before it gives up. */
const MAX_DRAWINGS = 5

/** @param onLookup runs after every lookup, whatever its outcome */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onLookup: Effect.Effect<void>) {
  const browser = yield* Browser
  const provider = yield* Provider
  const vault = yield* Vault
  const connections = yield* Connections
  const preferences = yield* Preferences

  /** Returns the account to pay with, and the names of all that could. */
  const payerOf = Effect.fnUntraced(function* (chosenAccount: string | null) {
    const names = yield* connections.names("preview", PLUGIN)
    const account =
      chosenAccount !== null && names.includes(chosenAccount)
        ? chosenAccount
        : yield* connections.chosen("preview", PLUGIN)
    return account === undefined ? undefined : { plugin: PLUGIN, account, names }
  })

  /**
   * Hub and browser keep separate ledgers and caches: the hub would buy again what an account of this browser has
   * bought.
   */
  const savedBy = Effect.fnUntraced(
    function* ({ step, input }: Target) {
      for (const { plugin, name } of yield* vault.list) {
        if (plugin !== PLUGIN) continue
        const { cached } = yield* provider.preview({ plugin, account: name, step, input })
        if (cached?.match === true) return name
      }
      return undefined
    },
    Effect.orElseSucceed((): string | undefined => undefined)
  )

  const preview = Effect.fnUntraced(
    function* ({ tabId, link, account: chosenAccount }: EnrichRequests["preview"]["input"]) {
      const addressed = link === undefined ? browser.addressOf(tabId) : Effect.succeed(link)
      const [address, payer] = yield* Effect.all([addressed, payerOf(chosenAccount)], { concurrency: "unbounded" })
      const account = payer && (yield* lookup.account("preview", payer))
      if (payer === undefined || account === undefined) return { state: "notConnected" } satisfies Preview
      const sites = profileSites(account.settings)
      const target = address === undefined ? undefined : targetOf(address, sites)
      if (address === undefined || target === undefined) {
        return { state: "nothingHere", at: noSubjectAt(address, sites), address: address ?? "" } satisfies Preview
      }
      const { plugin } = payer
      const ahead = yield* provider.preview({ plugin, account: payer.account, step: target.step, input: target.input })
      const about = { subject: target.subject, price: priceOf(ahead), payer }
      // At the hub, another client may have started it, or this browser before the worker restarted.
      const isUnderWay = lookup.isUnderWay(target, payer) || (wayOf(payer) === "hub" && ahead.isUnderWay)
      if (isUnderWay) return { state: "busy", ...about } satisfies Preview
      if (ahead.cached !== undefined) {
        return { state: "cached", ...about, ...ahead.cached, address } satisfies Preview
      }
      const [oldest] = ahead.blocking
      if (oldest !== undefined) {
        const charges = ahead.blocking.map((row) => chargeOf(row, { upTo: ahead.estimate }))
        return { state: "undecided", ...about, since: oldest.at, charges } satisfies Preview
      }
      if (ahead.unkept !== undefined) return { state: "unkept", ...about, ...ahead.unkept } satisfies Preview
      const owner = wayOf(payer) === "hub" ? yield* savedBy(target) : undefined
      return { state: "ready", ...about, address, ...(owner !== undefined && { savedBy: owner }) } satisfies Preview
    },
    Effect.catch((error) => Effect.succeed<Preview>({ state: "failed", error: failureOf(error) }))
  )

  /**
   * Reads the tab's address again before each attempt, because what it showed when the lookup began may have changed.
   */
  const drawCard = Effect.fnUntraced(function* (tabId: number, sites: ReadonlyArray<string>, card: PageCard) {
    const shows = (address: string | undefined) =>
      address !== undefined && targetOf(address, sites)?.subject.key === card.subject.key
    let address = yield* browser.addressOf(tabId)
    for (let times = 0; times < MAX_DRAWINGS; times++) {
      if (address === undefined || !shows(address)) return "moved"
      const result = yield* browser.draw(tabId, address, card)
      if (result.state === "drawn") return "shown"
      if (result.state === "blocked") return shows(yield* browser.addressOf(tabId)) ? "blocked" : "moved"
      address = result.address
    }
    return "moved"
  })

  /**
   * Whether the answer may be shown in the page. If the account was removed in the meantime, its answer is removed too.
   */
  const showInPage = (ref: AccountRef) =>
    Effect.gen(function* () {
      if (yield* connections.isThere(ref)) return yield* preferences.showInPage
      if (wayOf(ref) === "direct") yield* vault.remove(ref.plugin, ref.account)
      return false
    }).pipe(Effect.catch((error) => Effect.as(Effect.logWarning(error.message), false)))

  /** Loads the card's scripts while the answer is on its way, so that afterwards it only has to be drawn. */
  const prepare = (tabId: number) =>
    preferences.showInPage.pipe(
      Effect.flatMap((isShown) => (isShown ? browser.prepare(tabId) : Effect.void)),
      Effect.ignore,
      Effect.forkDetach
    )

  /** `onLookup` runs after the card, which does not wait for it. */
  const buyAnswer = Effect.fnUntraced(function* (
    sites: ReadonlyArray<string>,
    target: Target,
    ref: AccountRef,
    { tabId, link, consent, place }: Pick<EnrichRequests["enrich"]["input"], "tabId" | "link" | "consent" | "place">
  ) {
    const isForPage = place === "page" && link === undefined
    if (isForPage) yield* prepare(tabId)
    const answer = yield* lookup.look(target, ref, {
      askAgain: consent === "chargeAgain",
      refresh: consent === "refresh"
    })
    const mayShow = yield* showInPage(ref)
    if (answer.card === undefined || answer.isAnothers || !mayShow) return outcomeOf(target.subject, answer, "off")
    // An answer that could not be saved is seen only once, so it is shown here, where it stays open until the user
    // closes it.
    if (!isForPage || answer.outcome.unkept !== undefined || (yield* browser.isPanelBeside(tabId))) {
      // One record is never shown twice.
      yield* browser.erase(tabId)
      return outcomeOf(target.subject, answer, "here")
    }
    const card = { subject: target.subject, card: pageFacts(answer.card), charged: answer.outcome.credits.charged }
    return outcomeOf(target.subject, answer, yield* drawCard(tabId, sites, card))
  }, Effect.ensuring(onLookup))

  const enrich = (input: EnrichRequests["enrich"]["input"]) => {
    const { tabId, link, subject, consent, plugin, account: name } = input
    const ref = { plugin, account: name }
    let seenSubject: Subject | null = null
    return Effect.gen(function* () {
      if (plugin !== PLUGIN) return yield* malformed("enrich")
      const account = yield* lookup.connected("enrich", ref)
      const sites = profileSites(account.settings)
      const address = link ?? (yield* browser.addressOf(tabId))
      const target = address === undefined ? undefined : targetOf(address, sites)
      seenSubject = target?.subject ?? null
      if (target === undefined || target.subject.key !== subject) return yield* movedOn("enrich")
      // A saved answer needs no network.
      const isSaved = consent !== "refresh" && (yield* lookup.isSaved(target, ref))
      if (!isSaved && consent === "free") return yield* expired("enrich")
      if (!isSaved) yield* lookup.sendable("enrich", account)
      return yield* buyAnswer(sites, target, ref, input)
    }).pipe(
      Effect.catch((error) =>
        Effect.succeed<Outcome>({ state: "failed", subject: seenSubject, error: failureOf(error) })
      )
    )
  }

  const handlers: HandlersOf<Pick<EnrichRequests, "preview" | "enrich">> = { preview, enrich }
  return handlers
})
