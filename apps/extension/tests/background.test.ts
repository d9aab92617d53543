// The worker's entry: its listeners, and whom it answers.
import { afterAll, beforeAll, expect, it, vi } from "vitest"

import background from "../entrypoints/background.ts"

const ID = "abcdefghijklmnopabcdefghijklmnop"
const ORIGIN = `chrome-extension://${ID}`

type Listener = (message: unknown, sender: object, respond: (reply?: unknown) => void) => boolean

const event = <L>() => {
  const listeners: Array<L> = []
  return { listeners, addListener: (listener: L) => void listeners.push(listener) }
}

const onMessage = event<Listener>()
const onInstalled = event<(details: { reason: string }) => void>()
const onCommand = event<(name: string, tab?: object) => void>()
const onMenu = event<(info: object, tab?: object) => void>()
/** Items of the menu. */
const items: Array<{ readonly id: string; readonly contexts: ReadonlyArray<string> }> = []
const open = vi.fn(async () => {})
/** What the panel is told. */
const invited = vi.fn<(items: { readonly panel: object }) => Promise<void>>(async () => {})
const create = vi.fn(async () => ({}))
/** What the worker sets at its start, before the first test. */
const levels: Array<unknown> = []

beforeAll(() => {
  vi.stubGlobal("chrome", {
    runtime: {
      id: ID,
      getURL: (path: string) => ORIGIN + path,
      getManifest: () => ({ action: { default_title: "Enrich this page" } }),
      onMessage,
      onInstalled
    },
    tabs: { create },
    storage: {
      local: { setAccessLevel: async (level: unknown) => void levels.push(level) },
      session: {
        get: async () => ({}),
        set: async (all: { readonly panel?: object }) =>
          all.panel === undefined ? undefined : invited({ panel: all.panel })
      }
    },
    commands: { onCommand },
    contextMenus: {
      onClicked: onMenu,
      removeAll: (done: () => void) => {
        items.length = 0
        done()
      },
      create: (item: (typeof items)[number]) => void items.push(item),
      update: async () => {}
    },
    sidePanel: { open },
    action: { setBadgeText: async () => {}, setBadgeBackgroundColor: async () => {}, setTitle: async () => {} }
  })
  background.main()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

it("listens before it does anything else", () => {
  expect(onMessage.listeners).toHaveLength(1)
  for (const { listeners } of [onInstalled, onCommand, onMenu]) expect(listeners.length).toBeGreaterThan(0)
})

it("keeps local storage from scripts in pages", () => {
  expect(levels).toEqual([{ accessLevel: "TRUSTED_CONTEXTS" }])
})

it("opens the welcome page at the first install, and at nothing else", () => {
  const install = (reason: string) => onInstalled.listeners.forEach((listener) => listener({ reason }))
  for (const reason of ["update", "browser_update", "chrome_update"]) install(reason)
  expect(create).not.toHaveBeenCalled()
  install("install")
  expect(create).toHaveBeenCalledExactlyOnceWith({ url: `${ORIGIN}/welcome.html` })
})

const send = (message: unknown, sender: object) => {
  let kept: boolean | undefined
  const reply = new Promise<unknown>((resolve) => {
    kept = onMessage.listeners[0]?.(message, sender, resolve)
    if (kept !== true) setTimeout(() => resolve("silence"), 50)
  })
  return reply.then((answer) => ({ kept, answer }))
}

it("answers a page of the extension", async () => {
  const sender = { id: ID, origin: ORIGIN, url: `${ORIGIN}/popup.html` }
  expect(await send({ inlay: "accounts", input: {} }, sender)).toEqual({
    kept: true,
    answer: { ok: true, output: { accounts: [], plugins: [expect.objectContaining({ id: "salesdata" })] } }
  })
  expect(await send({ inlay: "nothing", input: {} }, sender)).toMatchObject({ answer: { ok: false } })
})

it("is silent to everybody else", async () => {
  const page = "https://network.example/in/ann"
  for (const sender of [{ id: ID, origin: new URL(page).origin, url: page, frameId: 0 }, { id: "other" }, {}]) {
    expect(await send({ inlay: "accounts", input: {} }, sender)).toEqual({ kept: false, answer: "silence" })
  }
})

const TAB = { id: 7, windowId: 3 }

it("offers a link and the page in the menu, once each, whatever was installed or updated before", () => {
  expect(items.map(({ id, contexts }) => [id, ...contexts])).toEqual([
    ["link", "link"],
    ["page", "page"]
  ])
})

it("opens the panel within the event of its key or its menu item, and says what the user meant", () => {
  onCommand.listeners[0]?.("open-panel", TAB)
  expect(open).toHaveBeenLastCalledWith({ windowId: 3 })
  expect(invited).toHaveBeenLastCalledWith({ panel: expect.objectContaining({ windowId: 3, tabId: 7 }) })
  const linkUrl = "https://network.example/in/ann"
  onMenu.listeners[0]?.({ menuItemId: "link", linkUrl }, TAB)
  expect(open).toHaveBeenCalledTimes(2)
  expect(invited).toHaveBeenLastCalledWith({ panel: expect.objectContaining({ tabId: 7, link: linkUrl }) })
  onCommand.listeners[0]?.("another", TAB)
  onCommand.listeners[0]?.("open-panel")
  expect(open).toHaveBeenCalledTimes(2)
})
