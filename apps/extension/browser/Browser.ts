/** The browser as the worker needs it: one small port, so that everything behind it can be tested without one. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { isPanelOpen } from "../features/panel/open.ts"
import { currentLanguage, type Language } from "../locales/languages.ts"
import { patternOf } from "../messaging/origin.ts"
import type { PageCard } from "../messaging/subject.ts"
import { offerLinksTo, offerRepositoriesOf } from "./menus.ts"
import { showNotification, type Notification } from "./notifications.ts"
import { keepLines, putLine } from "./page-line.ts"

/** What came of drawing a card: drawn, or not because the page stands at another address, or not allowed at all. */
export type Drawn =
  | { readonly state: "drawn" }
  | { readonly state: "elsewhere"; readonly address: string }
  | { readonly state: "blocked" }

export interface Mark {
  readonly text: string
  /** Something waits for the user, something is wrong, or something cannot be reached just now. */
  readonly tone: "waiting" | "error" | "away"
  /** Says it in words; `undefined` for what the button says anyway. */
  readonly title: string | undefined
}

const COLOURS = { waiting: "#0b6570", error: "#b3261e", away: "#6b7280" }

export class Browser extends Context.Service<
  Browser,
  {
    /** Whether the browser has a network at all. */
    readonly online: Effect.Effect<boolean>
    /** Whether the user has allowed requests to this origin. */
    readonly mayReach: (origin: string) => Effect.Effect<boolean>
    /** The address of a tab that the user has clicked on; `undefined` for one that may not be read. */
    readonly addressOf: (tabId: number) => Effect.Effect<string | undefined>
    /** Loads what draws into the tab's page while an answer is still on its way. The page sees nothing of it. */
    readonly prepare: (tabId: number) => Effect.Effect<void>
    /**
     * Draws the card in the tab's page, if the page still stands at `address` in the very moment of drawing.
     * Nothing in the page can come in between.
     */
    readonly draw: (tabId: number, address: string, card: PageCard) => Effect.Effect<Drawn>
    /** Puts the line into the page of a tab that the user has clicked on; whether that was allowed. */
    readonly putLine: (tabId: number) => Effect.Effect<boolean>
    /** Puts it into every page of these origins from now on, and of no others. */
    readonly keepLines: (origins: ReadonlyArray<string>) => Effect.Effect<void>
    /** Takes the card out of the tab's page, where one stands. */
    readonly erase: (tabId: number) => Effect.Effect<void>
    /** Whose links the menu offers to show: hosts of professional networks, besides the preset. */
    readonly offerLinksTo: (sites: ReadonlyArray<string>) => Effect.Effect<void>
    /** Which repositories' links it offers to show: hosts of code hosts' pages, besides the preset. */
    readonly offerRepositoriesOf: (hosts: ReadonlyArray<string>) => Effect.Effect<void>
    /** Whether the panel stands beside the tab's page. */
    readonly isPanelBeside: (tabId: number) => Effect.Effect<boolean>
    /** Names the browser's session: the lifetime that run caps count. */
    readonly session: Effect.Effect<string>
    /** The mark on the toolbar button; without a text there is none. */
    readonly mark: (mark: Mark) => Effect.Effect<void>
    /** What the worker itself has words in: the user's choice, or the browser's own. */
    readonly language: Effect.Effect<Language>
    /** An alarm, which wakes the worker so often from now on; `undefined` for never. */
    readonly wakeEvery: (seconds: number | undefined, alarm: Alarm) => Effect.Effect<void>
    /** Whether the user has allowed notifications. */
    readonly mayNotify: Effect.Effect<boolean>
    readonly notify: (notification: Notification) => Effect.Effect<void>
    /** Keeps the worker from being stopped as idle while this runs. */
    readonly awake: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@inlay/extension/Browser") {
  static readonly layer: Layer.Layer<Browser> = Layer.sync(Browser, () => {
    // Asked for at once: the answer comes while the database is being opened.
    const run = session().catch(() => crypto.randomUUID())
    return { ...chromium, session: Effect.promise(() => run) }
  })
}

/** Idle workers are stopped after 30 s without an event or a call to the browser. */
const AWAKE_EVERY_MILLIS = 20_000

/** What the worker is woken for: a look at the repositories that are watched from here, or at the hub's events. */
export type Alarm = "poll" | "events"

interface Drawing {
  readonly drawn: boolean
  readonly at: string
}

/**
 * Runs in the page's isolated world, by its source text alone: it may use nothing from outside itself. `null` where
 * nothing draws there yet. An element that the page has named so is a property of the window too, but no own one.
 */
const drawInPage = (card: PageCard, address: string): Drawing | null => {
  const at = location.href
  const draw = Object.hasOwn(globalThis, "inlayCard") ? globalThis.inlayCard : undefined
  return draw === undefined ? null : { drawn: at === address && draw(card), at }
}

/** The same, and by the same rules. */
const eraseInPage = (): void => {
  if (Object.hasOwn(globalThis, "inlayCard")) globalThis.inlayCard?.(null)
}

/** A call to the browser that may be refused, and what it then counts as. */
const attempt = <A>(call: () => Promise<A>, otherwise: A): Effect.Effect<A> =>
  Effect.tryPromise(call).pipe(Effect.catch(() => Effect.succeed(otherwise)))

const load = async (tabId: number): Promise<void> => {
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
  // A page that was loaded anew meanwhile has lost what was loaded into it before.
  const result = (await tryDrawing()) ?? (await load(tabId).then(tryDrawing))
  if (result?.drawn === true) return { state: "drawn" }
  return result === undefined || result === null || result.at === address
    ? { state: "blocked" }
    : { state: "elsewhere", address: result.at }
}

/** Without session storage the run lasts as long as this worker. */
const session = async (): Promise<string> => {
  const { run } = await chrome.storage.session.get<{ run?: string }>("run")
  if (run !== undefined) return run
  const fresh = crypto.randomUUID()
  await chrome.storage.session.set({ run: fresh })
  return fresh
}

const chromium: Omit<Browser["Service"], "session"> = {
  online: Effect.sync(() => navigator.onLine),
  mayReach: (origin) => attempt(() => chrome.permissions.contains({ origins: [patternOf(origin)] }), false),
  addressOf: (tabId) => attempt(async () => (await chrome.tabs.get(tabId)).url, undefined),
  prepare: (tabId) => attempt(() => load(tabId), undefined),
  draw: (tabId, address, card) => attempt<Drawn>(() => inject(tabId, address, card), { state: "blocked" }),
  erase: (tabId) =>
    attempt(
      async () => void (await chrome.scripting.executeScript({ target: { tabId }, func: eraseInPage })),
      undefined
    ),
  putLine: (tabId) => attempt(() => putLine(tabId), false),
  keepLines: (origins) => attempt(() => keepLines(origins), undefined),
  offerLinksTo: (sites) => attempt(() => offerLinksTo(sites), undefined),
  offerRepositoriesOf: (hosts) => attempt(() => offerRepositoriesOf(hosts), undefined),
  isPanelBeside: (tabId) => attempt(async () => isPanelOpen((await chrome.tabs.get(tabId)).windowId), false),
  mark: ({ text, tone, title }) =>
    attempt(async () => {
      await chrome.action.setBadgeText({ text })
      await chrome.action.setBadgeBackgroundColor({ color: COLOURS[tone] })
      await chrome.action.setTitle({ title: title ?? chrome.runtime.getManifest().action?.default_title ?? "" })
    }, undefined),
  language: Effect.promise(currentLanguage),
  mayNotify: attempt(() => chrome.permissions.contains({ permissions: ["notifications"] }), false),
  notify: (notification) => attempt(() => showNotification(notification), undefined),
  wakeEvery: (seconds, alarm) =>
    attempt(async () => {
      const standing = await chrome.alarms.get(alarm)
      if (seconds === undefined) await chrome.alarms.clear(alarm)
      // One that stands goes on: made anew, it would begin to wait anew.
      else if (standing?.periodInMinutes !== seconds / 60) {
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
