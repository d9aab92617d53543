/**
 * The worker's interface to the browser: one small port, so that everything behind it can be tested without a browser.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { currentLanguage, type Language } from "../locales/languages.ts"
import { readWords, type WorkerWords } from "../locales/worker-words.ts"
import { patternOf } from "../messaging/origin.ts"
import type { PageCard } from "../messaging/subject.ts"
import type { DrawResult } from "../ui/page-card/define.ts"
import { readAddress, type AskedTab } from "./asked-tab.ts"
import { showNotification, type Notification } from "./notifications.ts"
import { keepLines, putLine } from "./page-line.ts"
import { keepVisible } from "./page-style.ts"
import { isPanelOpen } from "./panel.ts"

/**
 * The result of drawing a card: drawn, not seen for now, not drawn because the page is now at another address, or not
 * allowed.
 */
export type Drawn =
  | { readonly state: "drawn" }
  | { readonly state: "unseen" }
  | { readonly state: "elsewhere"; readonly address: string }
  | { readonly state: "blocked" }

export interface Mark {
  readonly text: string
  /** Something waits for the user, something is wrong, or something cannot be reached at the moment. */
  readonly tone: "waiting" | "error" | "away"
  /** The mark in words. If `undefined`, the button keeps its default title. */
  readonly title: string | undefined
}

const COLOURS = { waiting: "#0b6570", error: "#b3261e", away: "#6b7280" }

/** The tab of the request that is being handled, if its address has been read already. */
export const TabOfRequest = Context.Reference<AskedTab | undefined>("@inlay/extension/TabOfRequest", {
  defaultValue: () => undefined
})

export class Browser extends Context.Service<
  Browser,
  {
    /** Whether the browser is online. */
    readonly online: Effect.Effect<boolean>
    /** Whether the user has allowed requests to this origin. */
    readonly mayReach: (origin: string) => Effect.Effect<boolean>
    /** Returns the address of a tab that the user has clicked on, or `undefined` if it may not be read. */
    readonly addressOf: (tabId: number) => Effect.Effect<string | undefined>
    /**
     * Loads the card's scripts into the tab's page while the answer is still on its way. The page cannot notice them.
     */
    readonly prepare: (tabId: number) => Effect.Effect<void>
    /**
     * Draws the card in the tab's page if the page is still at `address`. The check and the drawing are one synchronous
     * step, so the page cannot navigate in between.
     */
    readonly draw: (tabId: number, address: string, card: PageCard) => Effect.Effect<Drawn>
    /** Puts the line into the page of a tab that the user has clicked on. Returns whether that was allowed. */
    readonly putLine: (tabId: number) => Effect.Effect<boolean>
    /** From now on puts the line into every page of these origins, and of no other origins. */
    readonly keepLines: (origins: ReadonlyArray<string>) => Effect.Effect<void>
    /** Removes the card from the tab's page, if there is one. */
    readonly erase: (tabId: number) => Effect.Effect<void>
    /** Removes the cards from all pages. */
    readonly eraseAll: Effect.Effect<void>
    /** Sets whose profile links the menu offers to show: the preset, and these hosts of professional networks. */
    readonly offerLinksTo: (sites: ReadonlyArray<string>) => Effect.Effect<void>
    /** Sets whose repository links the menu offers to show: the preset, and these hosts of code hosts' pages. */
    readonly offerRepositoriesOf: (hosts: ReadonlyArray<string>) => Effect.Effect<void>
    /** Whether the panel is open beside the tab's page. */
    readonly isPanelBeside: (tabId: number) => Effect.Effect<boolean>
    /** Identifies the browser session, which is the period that run caps count. */
    readonly session: Effect.Effect<string>
    /** Sets the mark on the toolbar button. An empty text removes it. */
    readonly mark: (mark: Mark) => Effect.Effect<void>
    /** The user's choice, or the browser's. */
    readonly language: Effect.Effect<Language>
    /** The worker's own texts, in the user's language; `undefined` if their file cannot be read. */
    readonly words: Effect.Effect<WorkerWords | undefined>
    /** Sets an alarm that wakes the worker at this interval; `undefined` clears it. */
    readonly wakeEvery: (seconds: number | undefined, alarm: Alarm) => Effect.Effect<void>
    /** Whether the user has allowed notifications. */
    readonly mayNotify: Effect.Effect<boolean>
    readonly notify: (notification: Notification) => Effect.Effect<void>
    /** Keeps the browser from stopping the worker as idle while the effect runs. */
    readonly awake: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@inlay/extension/Browser") {
  /** @param session identifies the browser session */
  static readonly layer = (session: Promise<string>): Layer.Layer<Browser> =>
    Layer.succeed(Browser, { ...chromium, session: Effect.promise(() => session) })
}

/** Chromium stops a worker after 30 s without an event or a call to the browser. */
const AWAKE_EVERY_MILLIS = 20_000

/** Why the worker is woken: to poll the repositories that this browser watches, or to read the hub's events. */
export type Alarm = "poll" | "events"

interface Drawing {
  readonly drawn: DrawResult
  readonly at: string
}

/**
 * Runs in the page's isolated world from its source text alone, so it may use nothing from outside itself. Returns
 * `null` if the drawing script is not loaded there. `Object.hasOwn` is needed because an element that the page has
 * given this name is a property of the window too, but not an own property.
 */
const drawInPage = async (card: PageCard, address: string): Promise<Drawing | null> => {
  const at = location.href
  const draw = Object.hasOwn(globalThis, "inlayCard") ? globalThis.inlayCard : undefined
  return draw === undefined ? null : { drawn: at === address && (await draw(card)), at }
}

/** Runs in the page like `drawInPage`, under the same rules. */
const eraseInPage = (): void => {
  if (Object.hasOwn(globalThis, "inlayCard")) void globalThis.inlayCard?.(null)
}

/** Calls the browser and returns `otherwise` if the call is refused. */
const attempt = <A>(call: () => Promise<A>, otherwise: A): Effect.Effect<A> =>
  Effect.tryPromise(call).pipe(Effect.catch(() => Effect.succeed(otherwise)))

/** A script waits until its page responds: for as long as a dialog is open, the page computes or a debugger holds it. */
const RESPONSE_MILLIS = 2_000

/** Returns `otherwise` if the page does not respond soon. What was asked for then still happens once it does. */
const soon = <A>(work: Promise<A>, otherwise: A): Promise<A> =>
  Promise.race([work, new Promise<A>((resolve) => setTimeout(() => resolve(otherwise), RESPONSE_MILLIS))])

const load = async (tabId: number): Promise<void> => {
  if (import.meta.env.FIREFOX) await keepVisible(tabId)
  await chrome.scripting.executeScript({
    target: { tabId },
    files: [`/card-words-${await currentLanguage()}.js`, "/page-card.js"]
  })
}

const inject = async (tabId: number, address: string, card: PageCard): Promise<Drawn> => {
  const tryDrawing = async (): Promise<Drawing | null | undefined> => {
    const [injection] = await chrome.scripting.executeScript({
      target: { tabId },
      func: drawInPage,
      args: [card, address]
    })
    return injection?.result
  }
  // A page that was reloaded in the meantime has lost the scripts that were loaded into it.
  const result = (await tryDrawing()) ?? (await load(tabId).then(tryDrawing))
  if (result?.drawn) return { state: result.drawn }
  return result === undefined || result === null || result.at === address
    ? { state: "blocked" }
    : { state: "elsewhere", address: result.at }
}

const eraseCard = async (tabId: number): Promise<void> => {
  await soon<unknown>(chrome.scripting.executeScript({ target: { tabId }, func: eraseInPage }), null)
}

const chromium: Omit<Browser["Service"], "session"> = {
  online: Effect.sync(() => navigator.onLine),
  mayReach: (origin) => attempt(() => chrome.permissions.contains({ origins: [patternOf(origin)] }), false),
  addressOf: (tabId) =>
    Effect.flatMap(TabOfRequest, (tab) => Effect.promise(() => (tab?.id === tabId ? tab.address : readAddress(tabId)))),
  prepare: (tabId) => attempt(() => load(tabId), undefined),
  draw: (tabId, address, card) =>
    attempt<Drawn>(() => soon(inject(tabId, address, card), { state: "unseen" }), { state: "blocked" }),
  erase: (tabId) => attempt(() => eraseCard(tabId), undefined),
  eraseAll: attempt(async () => {
    const tabs = await chrome.tabs.query({})
    await Promise.allSettled(tabs.flatMap(({ id }) => (id === undefined ? [] : [eraseCard(id)])))
  }, undefined),
  putLine: (tabId) => attempt(() => putLine(tabId), false),
  keepLines: (origins) => attempt(() => keepLines(origins), undefined),
  offerLinksTo: (sites) => attempt(async () => (await import("./menus.ts")).offerLinksTo(sites), undefined),
  offerRepositoriesOf: (hosts) =>
    attempt(async () => (await import("./menus.ts")).offerRepositoriesOf(hosts), undefined),
  isPanelBeside: (tabId) => attempt(async () => isPanelOpen((await chrome.tabs.get(tabId)).windowId), false),
  mark: ({ text, tone, title }) =>
    attempt(async () => {
      await chrome.action.setBadgeText({ text })
      await chrome.action.setBadgeBackgroundColor({ color: COLOURS[tone] })
      await chrome.action.setTitle({ title: title ?? chrome.runtime.getManifest().action?.default_title ?? "" })
    }, undefined),
  language: Effect.promise(currentLanguage),
  words: attempt<WorkerWords | undefined>(readWords, undefined),
  mayNotify: attempt(() => chrome.permissions.contains({ permissions: ["notifications"] }), false),
  notify: (notification) => attempt(() => showNotification(notification), undefined),
  wakeEvery: (seconds, alarm) =>
    attempt(async () => {
      const standing = await chrome.alarms.get(alarm)
      if (seconds === undefined) await chrome.alarms.clear(alarm)
      // An alarm with this interval is left alone: creating it again would restart its wait. It comes by the time of
      // day: one that was set while that was ahead would wait until then.
      else if (standing?.periodInMinutes !== seconds / 60 || standing.scheduledTime > Date.now() + seconds * 1000) {
        await chrome.alarms.create(alarm, { periodInMinutes: seconds / 60 })
      }
    }, undefined),
  awake: (effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => setInterval(() => void chrome.runtime.getPlatformInfo(), AWAKE_EVERY_MILLIS)),
      () => effect,
      (timer) => Effect.sync(() => clearInterval(timer))
    )
}
