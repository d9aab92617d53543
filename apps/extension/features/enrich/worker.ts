/**
 * Handles the lookup of a tab's subject.
 *
 * Promises: it buys only the subject that the user saw; a card is drawn only into a page that shows the same subject at
 * the moment of drawing.
 */
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import type { AccountRef } from "../../messaging/account.ts"
import { expired, failureOf, malformed, movedOn } from "../../messaging/own-failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import type { PageCard, Subject } from "../../messaging/subject.ts"
import { ConnectedAccounts } from "../../providers/ConnectedAccounts.ts"
import { Preferences } from "../../vault/preferences.ts"
import { logFailure } from "../log-failure.ts"
import type { EnrichRequests, Outcome } from "./requests.ts"
import { PLUGIN, targetOf, type Target } from "./subject/target.ts"
import type { Lookup } from "./worker/lookup.ts"
import { outcomeOf, pageFacts } from "./worker/outcome.ts"

/** What the card waits for is read at the same time. */
const together = { concurrency: "unbounded" } as const

/** How many soft navigations a drawing follows before it gives up. */
const MAX_DRAWINGS = 5

/** @param onLookup runs after every lookup, whatever its outcome */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onLookup: Effect.Effect<void>) {
  const browser = yield* Browser
  const connectedAccounts = yield* ConnectedAccounts
  const preferences = yield* Preferences

  /**
   * Draws only at the address that was read after the answer arrived, because what the tab showed when the lookup began
   * may have changed. If the page is elsewhere by now, it says where.
   */
  const drawCard = Effect.fnUntraced(function* (
    tabId: number,
    addressNow: string | undefined,
    sites: ReadonlyArray<string>,
    card: PageCard
  ) {
    const shows = (address: string | undefined) =>
      address !== undefined && targetOf(address, sites)?.subject.key === card.subject.key
    let address = addressNow
    for (let times = 0; times < MAX_DRAWINGS; times++) {
      if (address === undefined || !shows(address)) return "moved"
      const result = yield* browser.draw(tabId, address, card)
      if (result.state === "drawn") return "shown"
      if (result.state === "unseen") return "unseen"
      if (result.state === "blocked") return shows(yield* browser.addressOf(tabId)) ? "blocked" : "moved"
      address = result.address
    }
    return "moved"
  })

  /** Whether the answer may be shown in the page: not if the account was removed in the meantime. */
  const showInPage = (ref: AccountRef) =>
    Effect.all([connectedAccounts.isThere(ref), preferences.showInPage], together).pipe(
      Effect.map(([isThere, isShown]) => isThere && isShown),
      Effect.catch((error) => Effect.as(logFailure(error), false))
    )

  /** Loads the card's scripts while the answer is on its way, so that afterwards it only has to be drawn. */
  const prepare = (tabId: number) =>
    preferences.showInPage.pipe(
      Effect.flatMap((isShown) => (isShown ? browser.prepare(tabId) : Effect.void)),
      Effect.orElseSucceed(() => undefined),
      Effect.forkDetach
    )

  /** `onLookup` runs after the card, which does not wait for it. */
  const buyAnswer = Effect.fnUntraced(function* (
    sites: ReadonlyArray<string>,
    target: Target,
    ref: AccountRef,
    { tabId, link, consent, place, ...seen }: Omit<EnrichRequests["enrich"]["input"], keyof AccountRef | "subject">
  ) {
    const isForPage = place === "page" && link === undefined
    if (isForPage) yield* prepare(tabId)
    const answer = yield* consent === "free"
      ? lookup.read(target, ref)
      : lookup.buy(target, ref, seen, { askAgain: consent === "chargeAgain", refresh: consent === "refresh" })
    const [mayShow, isPanelBeside, address] = yield* Effect.all(
      [showInPage(ref), browser.isPanelBeside(tabId), browser.addressOf(tabId)],
      together
    )
    if (answer.card === undefined || answer.isAnothers || !mayShow) return outcomeOf(target.subject, answer, "off")
    // An answer that could not be saved is seen only once, so it is shown here, where it stays open until the user
    // closes it.
    if (!isForPage || answer.outcome.uncached !== undefined || isPanelBeside) {
      // One record is never shown twice.
      yield* browser.erase(tabId)
      return outcomeOf(target.subject, answer, "here")
    }
    const card = { subject: target.subject, card: pageFacts(answer.card), charged: answer.outcome.credits.charged }
    return outcomeOf(target.subject, answer, yield* drawCard(tabId, address, sites, card))
  }, Effect.ensuring(onLookup))

  const enrich = (input: EnrichRequests["enrich"]["input"]) => {
    const { consent, plugin } = input
    let seenSubject: Subject | null = null
    return Effect.gen(function* () {
      if (plugin !== PLUGIN) return yield* malformed
      const { account, ref, sites, shown, target } = yield* lookup.lookAtTab(input)
      seenSubject = shown?.subject ?? null
      if (target === undefined) return yield* movedOn
      // A saved answer needs no network.
      const isSaved = consent !== "refresh" && (yield* lookup.isSaved(target, ref))
      if (!isSaved && consent === "free") return yield* expired
      if (!isSaved) yield* lookup.sendable(account)
      return yield* buyAnswer(sites, target, ref, input)
    }).pipe(
      Effect.catch((error) =>
        Effect.succeed<Outcome>({ state: "failed", subject: seenSubject, error: failureOf(error) })
      )
    )
  }

  return { enrich } satisfies HandlersOf<Pick<EnrichRequests, "enrich">>
})
