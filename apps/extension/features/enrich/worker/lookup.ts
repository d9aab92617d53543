/**
 * One lookup of a subject with a connected account, for the tab in view or for the list of unknown charges.
 * Promises: nothing is sent while offline, or to an origin that the user has not allowed.
 */
import * as Effect from "effect/Effect"

import { Browser } from "../../../browser/Browser.ts"
import type { AccountRef } from "../../../messaging/account.ts"
import { movedOn, notConnected, unreadable } from "../../../messaging/own-failures.ts"
import { wayOf } from "../../../messaging/way.ts"
import { ConnectedAccounts } from "../../../providers/ConnectedAccounts.ts"
import { Steps, type RunOptions } from "../../../providers/Steps.ts"
import type { SeenPrice, TabSubject } from "../requests.ts"
import { answerOf } from "../subject/answer.ts"
import { askOf, profileSites, sitesOfKey, targetOf, type Target } from "../subject/target.ts"
import type { UnderWay } from "./under-way.ts"

/** Below every price, even 0, so that nothing is sent. */
const BELOW_FREE = -1

export type Lookup = Effect.Success<ReturnType<typeof make>>

export const make = Effect.fnUntraced(function* (underWay: UnderWay) {
  const browser = yield* Browser
  const steps = yield* Steps
  const connectedAccounts = yield* ConnectedAccounts

  const connected = (ref: AccountRef) =>
    Effect.flatMap(connectedAccounts.find(ref), (connectedAccount) =>
      connectedAccount === undefined ? Effect.fail(notConnected) : Effect.succeed(connectedAccount)
    )

  /**
   * Reads which person or company a tab shows: `shown`. It is also the `target` if it is the one that the request names.
   */
  const readTab = Effect.fnUntraced(function* ({ tabId, link, subject }: TabSubject, sites: ReadonlyArray<string>) {
    const address = link ?? (yield* browser.addressOf(tabId))
    const shown = address === undefined ? undefined : targetOf(address, sites)
    return { shown, target: shown?.subject.key === subject ? shown : undefined }
  })

  /** The same with the account to use, whose settings say which sites are professional networks. */
  const lookAtTab = Effect.fnUntraced(function* (tabSubject: TabSubject) {
    const { plugin, account: name } = tabSubject
    const ref = { plugin, account: name }
    const account = yield* connected(ref)
    const sites = profileSites(account.settings)
    return { account, ref, sites, ...(yield* readTab(tabSubject, sites)) }
  })

  const run = Effect.fnUntraced(function* (target: Target, ref: AccountRef, options: RunOptions) {
    const output = yield* browser.awake(steps.run(askOf(target, ref), options))
    const charged = wayOf(ref) === "hub" ? "unknown" : undefined
    return answerOf(target, output) ?? (yield* unreadable(charged))
  })

  return {
    /** `undefined` for an account that is not connected. */
    account: connectedAccounts.find,
    connected,
    lookAtTab,
    /** Returns the person or company in a tab. Fails if the tab shows another one by now. */
    subjectInTab: Effect.fnUntraced(function* (tabSubject: TabSubject) {
      const { account, ref, target } = yield* lookAtTab(tabSubject)
      return target === undefined ? yield* movedOn : { account, ref, target }
    }),
    /**
     * Returns the same without the account, which may be one of a hub that does not answer: the subject itself says
     * which professional network it is on.
     */
    subjectWithoutAccount: Effect.fnUntraced(function* (tabSubject: TabSubject) {
      const { target } = yield* readTab(tabSubject, sitesOfKey(tabSubject.subject))
      return target ?? (yield* movedOn)
    }),
    /** Fails if a request could not be sent at the moment. */
    sendable: connectedAccounts.sendable,
    ended: underWay.ended,
    /** Whether the answer is saved, so that looking costs nothing. */
    isSaved: (target: Target, ref: AccountRef) =>
      Effect.map(steps.preview(askOf(target, ref)), ({ cached }) => cached !== undefined),
    /** Reads the saved answer, for which nobody waits. Fails if it is gone, and buys none. */
    read: (target: Target, ref: AccountRef) => run(target, ref, { maxCredits: 0 }),
    /**
     * Reads an answer that this browser has saved, or `undefined` if it is gone. Sends nothing, even if that is free,
     * and reads no spending, so that many can be read.
     */
    readSaved: (target: Target, ref: AccountRef) =>
      Effect.catchIf(
        run(target, ref, { maxCredits: BELOW_FREE }),
        ({ reason }) => reason._tag === "Refused" && reason.guard === "price",
        () => Effect.undefined
      ),
    /** Returns the answer, and buys it if none is saved. */
    buy: (target: Target, ref: AccountRef, { upTo, hub }: SeenPrice, options: RunOptions = {}) =>
      underWay.track(target, ref)(run(target, ref, { ...options, maxCredits: upTo ?? undefined, hub }))
  }
})
