/**
 * Whom a tab is about, what enriching would cost, and the lookup itself.
 *
 * Promises: a preview sends nothing; a lookup buys only whom the user saw; a card is drawn only into a page that shows
 * that same subject in the moment of drawing.
 */
import * as Effect from "effect/Effect"

import { Browser } from "../../messaging/browser.ts"
import type { PageCard, Outcome, Preview, Requests, Subject } from "../../messaging/contract.ts"
import { expired, failureOf, movedOn } from "../../providers/failures.ts"
import { Provider } from "../../providers/provider.ts"
import { Vault } from "../../vault/accounts.ts"
import { Preferences } from "../../vault/preferences.ts"
import { chargeOf } from "../charges/charge.ts"
import type { Lookup } from "./lookup.ts"
import { outcomeOf } from "./outcome.ts"
import { applicationOf, nobodysAt, pageOf, PLUGIN, profileSites, type Page } from "./page.ts"
import { priceOf } from "./price.ts"

/** Soft navigations that a drawing follows before it gives up. */
const MAX_DRAWINGS = 5

/** @param looked runs after every lookup, whatever came of it */
export const make = Effect.fnUntraced(function* (lookup: Lookup, looked: Effect.Effect<void>) {
  const browser = yield* Browser
  const provider = yield* Provider
  const vault = yield* Vault
  const preferences = yield* Preferences

  const preview = Effect.fnUntraced(
    function* ({ tabId }: Requests["preview"]["input"]) {
      const account = yield* lookup.account("preview")
      if (account === undefined) return { state: "notConnected" } satisfies Preview
      const sites = profileSites(account.settings)
      const address = yield* browser.addressOf(tabId)
      const page = address === undefined ? undefined : pageOf(address, sites)
      if (address === undefined || page === undefined) {
        return { state: "nothingHere", at: nobodysAt(address, sites) } satisfies Preview
      }
      const ahead = yield* provider.preview(page.step, page.input)
      const about = { subject: page.subject, price: priceOf(ahead) }
      if (lookup.isUnderWay(page)) return { state: "busy", ...about } satisfies Preview
      const application = applicationOf(address, page)
      if (ahead.cached !== undefined) {
        return { state: "cached", ...about, ...ahead.cached, application } satisfies Preview
      }
      if (ahead.undecidedSince !== undefined) {
        const charges = ahead.undecided
          .filter(({ blocks }) => blocks)
          .map((row) => chargeOf(row, { upTo: ahead.estimate }))
        return { state: "undecided", ...about, since: ahead.undecidedSince, charges } satisfies Preview
      }
      if (ahead.unkept !== undefined) return { state: "unkept", ...about, ...ahead.unkept } satisfies Preview
      return { state: "ready", ...about, application } satisfies Preview
    },
    Effect.catch((error) => Effect.succeed<Preview>({ state: "failed", error: failureOf(error) }))
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
    askAgain: boolean
  ) {
    yield* prepare(tabId)
    const answer = yield* lookup.look(page, askAgain)
    const shown = yield* showInPage
    if (answer.card === undefined || answer.isAnothers || !shown) return outcomeOf(page.subject, answer, "off")
    const card = { subject: page.subject, card: answer.card, charged: answer.outcome.credits.charged }
    return outcomeOf(page.subject, answer, yield* drawn(tabId, sites, card))
  }, Effect.ensuring(looked))

  const enrich = ({ tabId, subject, consent }: Requests["enrich"]["input"]) => {
    let seen: Subject | null = null
    return Effect.gen(function* () {
      const account = yield* lookup.connected("enrich")
      const sites = profileSites(account.settings)
      const address = yield* browser.addressOf(tabId)
      const page = address === undefined ? undefined : pageOf(address, sites)
      seen = page?.subject ?? null
      if (page === undefined || page.subject.key !== subject) return yield* movedOn("enrich")
      // What is paid for already needs no network.
      const known = (yield* provider.preview(page.step, page.input)).cached !== undefined
      if (!known && consent === "free") return yield* expired("enrich")
      if (!known) yield* lookup.sendable("enrich", account.settings)
      return yield* answered(tabId, sites, page, consent === "chargeAgain")
    }).pipe(
      Effect.catch((error) => Effect.succeed<Outcome>({ state: "failed", subject: seen, error: failureOf(error) }))
    )
  }

  return { preview, enrich }
})
