/**
 * Whom a tab is about, what enriching would cost, and the lookup itself.
 *
 * Promises: a preview sends nothing; a lookup buys only whom the user saw; a card is drawn only into a page that shows
 * that same subject in the moment of drawing.
 */
import { ProviderError, toJson } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { Browser } from "../../messaging/browser.ts"
import type { InPage, Outcome, PageCard, Preview, Requests, Subject } from "../../messaging/contract.ts"
import {
  expired,
  forPages,
  hostDenied,
  movedOn,
  notConnected,
  offline,
  storageFailure
} from "../../providers/failures.ts"
import { Provider } from "../../providers/provider.ts"
import { Vault } from "../../vault/accounts.ts"
import { Preferences } from "../../vault/preferences.ts"
import { addressOrigin } from "../account/address.ts"
import { applicationOf, nobodysAt, pageOf, PLUGIN, profileSites, type Answer, type Page } from "./page.ts"
import { priceOf } from "./price.ts"

/** Soft navigations that a drawing follows before it gives up. */
const MAX_DRAWINGS = 5

const errorOf = (error: ProviderError) => toJson(forPages(error)).error

const unreadable = new ProviderError({
  provider: PLUGIN,
  operation: "enrich",
  reason: { _tag: "Decode", what: "The answer has another shape than it should.", fix: "Update the extension." }
})

/** @param looked runs after every lookup, whatever came of it */
export const make = Effect.fnUntraced(function* (looked: Effect.Effect<void>) {
  const browser = yield* Browser
  const provider = yield* Provider
  const vault = yield* Vault
  const preferences = yield* Preferences
  /** Subjects of lookups under way, with how many ask for each. */
  const underWay = new Map<string, number>()

  const connected = (operation: string) =>
    vault.account(PLUGIN).pipe(Effect.mapError((error) => storageFailure(operation, error)))

  const preview = Effect.fnUntraced(
    function* ({ tabId }: Requests["preview"]["input"]) {
      const account = yield* connected("preview")
      if (account === undefined) return { state: "notConnected" } satisfies Preview
      const sites = profileSites(account.settings)
      const address = yield* browser.addressOf(tabId)
      const page = address === undefined ? undefined : pageOf(address, sites)
      if (address === undefined || page === undefined) {
        return { state: "nothingHere", at: nobodysAt(address, sites) } satisfies Preview
      }
      const ahead = yield* provider.preview(page.step, page.input)
      const about = { subject: page.subject, price: priceOf(ahead) }
      if (underWay.has(page.subject.key)) return { state: "busy", ...about } satisfies Preview
      const application = applicationOf(address, page)
      if (ahead.cached !== undefined) {
        return { state: "cached", ...about, ...ahead.cached, application } satisfies Preview
      }
      if (ahead.undecidedSince !== undefined) {
        return { state: "undecided", ...about, since: ahead.undecidedSince } satisfies Preview
      }
      return { state: "ready", ...about, application } satisfies Preview
    },
    Effect.catch((error) => Effect.succeed<Preview>({ state: "failed", error: errorOf(error) }))
  )

  /** Looks the tab up again each time: what it showed when the lookup began proves nothing about now. */
  const drawn = Effect.fnUntraced(function* (tabId: number, sites: ReadonlyArray<string>, card: PageCard) {
    const shows = (address: string | undefined) =>
      address !== undefined && pageOf(address, sites)?.subject.key === card.subject.key
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

  const look = Effect.fnUntraced(function* (page: Page, retryUnknown: boolean) {
    const { key } = page.subject
    underWay.set(key, (underWay.get(key) ?? 0) + 1)
    const output = yield* browser.awake(provider.run(page.step, page.input, { retryUnknown })).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          const others = (underWay.get(key) ?? 1) - 1
          if (others > 0) underWay.set(key, others)
          else underWay.delete(key)
        })
      )
    )
    return page.read(output) ?? (yield* unreadable)
  })

  const outcomeOf = (subject: Subject, { outcome, card }: Answer, inPage: InPage): Outcome => {
    const { charged } = outcome.credits
    return card === undefined
      ? { state: "noMatch", subject, charged, fetchedAt: outcome.fetchedAt, fromCache: outcome.fromCache }
      : { state: "match", subject, card, charged, inPage }
  }

  /** Where the answer may be shown by now; an account removed meanwhile takes its answer with it. */
  const showInPage = Effect.gen(function* () {
    if ((yield* vault.summary(PLUGIN)) !== undefined) return yield* preferences.showInPage
    yield* vault.remove(PLUGIN)
    return false
  }).pipe(Effect.catch((error) => Effect.as(Effect.logWarning(error.message), false)))

  /** Loaded while the answer is on its way: afterwards the card has only to be drawn. */
  const prepare = (tabId: number) =>
    preferences.showInPage.pipe(
      Effect.flatMap((shown) => (shown ? browser.prepare(tabId) : Effect.void)),
      Effect.ignore,
      Effect.forkDetach
    )

  /** What follows a lookup comes after the card, which does not wait for it. */
  const answered = Effect.fnUntraced(function* (
    tabId: number,
    sites: ReadonlyArray<string>,
    page: Page,
    retryUnknown: boolean
  ) {
    yield* prepare(tabId)
    const answer = yield* look(page, retryUnknown)
    if (answer.card === undefined || !(yield* showInPage)) return outcomeOf(page.subject, answer, "off")
    const card = { subject: page.subject, card: answer.card, charged: answer.outcome.credits.charged }
    return outcomeOf(page.subject, answer, yield* drawn(tabId, sites, card))
  }, Effect.ensuring(looked))

  const enrich = ({ tabId, subject, consent }: Requests["enrich"]["input"]) => {
    let seen: Subject | null = null
    return Effect.gen(function* () {
      const account = yield* connected("enrich")
      if (account === undefined) return yield* notConnected("enrich")
      const sites = profileSites(account.settings)
      const address = yield* browser.addressOf(tabId)
      const page = address === undefined ? undefined : pageOf(address, sites)
      seen = page?.subject ?? null
      if (page === undefined || page.subject.key !== subject) return yield* movedOn("enrich")
      // What is paid for already needs no network.
      const known = (yield* provider.preview(page.step, page.input)).cached !== undefined
      if (!known && consent === "free") return yield* expired("enrich")
      if (!known && !(yield* browser.online)) return yield* offline("enrich")
      const origin = addressOrigin(provider.kindOf(PLUGIN), account.settings)
      if (!known && origin !== undefined && !(yield* browser.mayReach(origin)))
        return yield* hostDenied("enrich", origin)
      return yield* answered(tabId, sites, page, consent === "chargeAgain")
    }).pipe(Effect.catch((error) => Effect.succeed<Outcome>({ state: "failed", subject: seen, error: errorOf(error) })))
  }

  return { preview, enrich }
})
