// Tests the worker's entry: its listeners, and which senders it answers.
import { afterAll, beforeAll, expect, it, vi } from "vitest"

import { linkPatterns, repositoryPatterns } from "../browser/links.ts"
import { offerLinksTo, offerRepositoriesOf } from "../browser/menus.ts"
import { showNotification } from "../browser/notifications.ts"
import background from "../entrypoints/background.ts"
import { workerTextFiles } from "../locales/worker.ts"
import { PRESENCE } from "../messaging/presence.ts"

const ID = "abcdefghijklmnopabcdefghijklmnop"
const ORIGIN = `chrome-extension://${ID}`

type Listener = (message: unknown, sender: object, respond: (reply?: unknown) => void) => boolean

const event = <L>() => {
  const listeners: Array<L> = []
  return { listeners, addListener: (listener: L) => void listeners.push(listener) }
}

const onMessage = event<Listener>()
const onInstalled = event<(details: { reason: string }) => void>()
const onStartup = event<() => void>()
const onCommand = event<(name: string, tab?: object) => void>()
const onMenu = event<(info: object, tab?: object) => void>()
interface Item {
  readonly id: string
  readonly title: string
  readonly contexts: ReadonlyArray<string>
  readonly targetUrlPatterns?: ReadonlyArray<string>
}
/** Items of the context menu. */
const items = new Map<string, Item>()
const onStored = event<(changes: object) => void>()
const onAlarm = event<() => void>()
const created = vi.fn<(id: string, options: object) => Promise<string>>(async () => "1")
const cleared = vi.fn<(id: string) => Promise<boolean>>(async () => true)
const onNotification = event<(id: string) => void>()
let language = "en"
/** Whether the files of texts can be read. */
let hasTexts = true
const open = vi.fn(async () => {})
/** Records the invitations to the panel. */
const invited = vi.fn<(items: { readonly panel: object }) => Promise<void>>(async () => {})
const create = vi.fn(async () => ({}))
const createWindow = vi.fn(async () => ({}))
const readTab = vi.fn(async (id: number) => ({ id, url: "https://elsewhere.example/" }))
/** Records the access level that the worker sets at its start, before the first test. */
const levels: Array<unknown> = []

beforeAll(() => {
  vi.stubGlobal("chrome", {
    runtime: {
      id: ID,
      getURL: (path: string) => ORIGIN + path,
      getManifest: () => ({ action: { default_title: "Enrich this page" } }),
      onMessage,
      onInstalled,
      onStartup
    },
    tabs: { create, get: readTab },
    windows: { create: createWindow, get: async () => ({ type: "normal" }) },
    storage: {
      local: {
        setAccessLevel: async (level: unknown) => void levels.push(level),
        get: async () => ({ language }),
        onChanged: onStored
      },
      session: {
        get: async () => ({}),
        set: async (all: { readonly panel?: object }) =>
          all.panel === undefined ? undefined : invited({ panel: all.panel })
      }
    },
    alarms: { onAlarm },
    permissions: { contains: async () => false },
    notifications: { onClicked: onNotification, clear: cleared, create: created },
    commands: { onCommand },
    contextMenus: {
      onClicked: onMenu,
      removeAll: (callback: () => void) => {
        items.clear()
        callback()
      },
      create: (item: Item) => void items.set(item.id, item),
      update: async (id: string, over: Partial<Item>) => {
        const item = items.get(id)
        if (item !== undefined) items.set(id, { ...item, ...over })
      }
    },
    sidePanel: { open },
    action: { setBadgeText: async () => {}, setBadgeBackgroundColor: async () => {}, setTitle: async () => {} }
  })
  vi.stubGlobal("fetch", async (url: string) => {
    const file = workerTextFiles.find(({ relativeDest }) => url === `${ORIGIN}/${relativeDest}`)
    return file === undefined || !hasTexts ? Response.error() : new Response(file.contents)
  })
  background.main()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

it("registers its listeners before anything else", () => {
  expect(onMessage.listeners).toHaveLength(1)
  for (const { listeners } of [onInstalled, onCommand, onMenu, onStored, onAlarm])
    expect(listeners.length).toBeGreaterThan(0)
})

it("is started with the browser, which may have forgotten the alarms and the button's mark", () => {
  expect(onStartup.listeners).toHaveLength(1)
})

it("denies scripts in pages access to local storage", () => {
  expect(levels).toEqual([{ accessLevel: "TRUSTED_CONTEXTS" }])
})

it("opens the welcome page only at the first install", () => {
  const install = (reason: string) => onInstalled.listeners.forEach((listener) => listener({ reason }))
  for (const reason of ["update", "browser_update", "chrome_update"]) install(reason)
  expect(create).not.toHaveBeenCalled()
  install("install")
  expect(create).toHaveBeenCalledExactlyOnceWith({ url: `${ORIGIN}/welcome.html` })
})

const send = (message: unknown, sender: object) => {
  let isAsync: boolean | undefined
  const reply = new Promise<unknown>((resolve) => {
    isAsync = onMessage.listeners[0]?.(message, sender, resolve)
    if (isAsync !== true) setTimeout(() => resolve("silence"), 50)
  })
  return reply.then((answer) => ({ isAsync, answer }))
}

it("answers a page of the extension", async () => {
  const sender = { id: ID, origin: ORIGIN, url: `${ORIGIN}/popup.html` }
  expect(await send({ inlay: "accounts", input: {} }, sender)).toEqual({
    isAsync: true,
    answer: {
      ok: true,
      output: {
        accounts: [],
        plugins: [expect.objectContaining({ id: "salesdata" }), expect.objectContaining({ id: "codehost" })]
      }
    }
  })
  expect(await send({ inlay: "nothing", input: {} }, sender)).toMatchObject({ answer: { ok: false } })
})

it("reads a preview's tab when the request arrives, and no tab for any other", async () => {
  const sender = { id: ID, origin: ORIGIN, url: `${ORIGIN}/popup.html` }
  for (const message of [null, "preview", { inlay: "preview" }, { inlay: "enrich", input: { tabId: 3 } }])
    void send(message, sender)
  void send({ inlay: "preview", input: { tabId: 3, account: null, link: "https://elsewhere.example/" } }, sender)
  void send({ inlay: "preview", input: { tabId: 4 } }, { ...sender, id: "another" })
  expect(readTab).not.toHaveBeenCalled()
  const reply = send({ inlay: "preview", input: { tabId: 5, account: null } }, sender)
  expect(readTab).toHaveBeenCalledExactlyOnceWith(5)
  expect(await reply).toMatchObject({ answer: { ok: true } })
  expect(readTab).toHaveBeenCalledTimes(1)
})

it("answers a presence check from a page of the extension at once, and from nobody else", async () => {
  const sender = { id: ID, origin: ORIGIN, url: `${ORIGIN}/popup.html` }
  expect(await send(PRESENCE, sender)).toEqual({ isAsync: false, answer: true })
  expect(await send(PRESENCE, { ...sender, id: "another" })).toMatchObject({ answer: "silence" })
})

it("answers a script in a page only its one request, about its own tab", async () => {
  const script = {
    id: ID,
    origin: "https://code.acme.example",
    url: "https://code.acme.example/acme/widgets",
    frameId: 0,
    tab: { id: 7 }
  }
  expect(await send("inlay line", script)).toEqual({ isAsync: true, answer: null })
  for (const sender of [
    { ...script, frameId: 3 },
    { ...script, id: "other" },
    { ...script, tab: undefined }
  ]) {
    expect(await send("inlay line", sender)).toEqual({ isAsync: false, answer: "silence" })
  }
  expect(await send({ inlay: "accounts", input: {} }, script)).toEqual({ isAsync: false, answer: "silence" })
})

it("does not answer anyone else", async () => {
  const page = "https://network.example/in/ann"
  for (const sender of [{ id: ID, origin: new URL(page).origin, url: page, frameId: 0 }, { id: "other" }, {}]) {
    expect(await send({ inlay: "accounts", input: {} }, sender)).toEqual({ isAsync: false, answer: "silence" })
  }
})

const TAB = { id: 7, windowId: 3 }

it("adds the menu items for a link and the page, after any install or update", async () => {
  await vi.waitFor(() =>
    expect([...items.values()].map(({ id, title, contexts }) => [id, title, ...contexts])).toEqual([
      ["link", "Show this link in Inlay", "link"],
      ["repository", "Open this repository in Inlay", "link"],
      ["page", "Open Inlay beside the page", "page"]
    ])
  )
})

it("adds them without its texts too, which the browser's next start brings", async () => {
  items.clear()
  hasTexts = false
  for (const listener of onInstalled.listeners) listener({ reason: "update" })
  await vi.waitFor(() => expect([...items.values()].map(({ title }) => title)).toEqual(["Inlay", "Inlay", "Inlay"]))
  hasTexts = true
  for (const listener of onStartup.listeners) listener()
  await vi.waitFor(() => expect(items.get("page")?.title).toBe("Open Inlay beside the page"))
})

it("names the menu's items in the language in which the browser starts, because it keeps their titles", async () => {
  language = "ar"
  for (const listener of onStartup.listeners) listener()
  await vi.waitFor(() => expect(items.get("page")?.title).toMatch(/\p{Script=Arabic}/u))
})

it("renames the menu's items only when another language is chosen", async () => {
  language = "de"
  onStored.listeners[0]?.({ another: {} })
  onStored.listeners[0]?.({ language: { newValue: "de" } })
  await vi.waitFor(() => expect(items.get("page")?.title).toBe("Inlay neben der Seite öffnen"))
  expect(items.get("link")).toMatchObject({ title: "Diesen Link in Inlay zeigen", contexts: ["link"] })
  expect(items.get("repository")?.title).toBe("Dieses Repository in Inlay öffnen")
})

it("offers the menu's items on links to the user's own network and code host", async () => {
  await offerLinksTo(["network.example"])
  await offerRepositoriesOf(["code.acme.example"])
  expect(items.get("link")?.targetUrlPatterns).toEqual(linkPatterns(["network.example"]))
  expect(items.get("repository")?.targetUrlPatterns).toEqual(repositoryPatterns(["code.acme.example"]))
})

it("opens the panel within the event of its shortcut or menu item, and passes on the chosen page or link", () => {
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

it("opens a notification's page when clicked, and nothing if it has none, and removes it", () => {
  create.mockClear()
  onNotification.listeners[0]?.("https://code.acme.example/acme/widgets/issues/1 codehost_new_issue 1")
  expect(create).toHaveBeenCalledExactlyOnceWith({ url: "https://code.acme.example/acme/widgets/issues/1" })
  onNotification.listeners[0]?.(" codehost_new_issue 2")
  expect(create).toHaveBeenCalledTimes(1)
  expect(cleared.mock.calls).toEqual([
    ["https://code.acme.example/acme/widgets/issues/1 codehost_new_issue 1"],
    [" codehost_new_issue 2"]
  ])
})

it("opens it in a new window if there is none, as on macOS after the last one was closed", async () => {
  create.mockRejectedValueOnce(new Error("No current window"))
  onNotification.listeners[0]?.("https://code.acme.example/acme/widgets/issues/2 codehost_new_issue 3")
  await vi.waitFor(() => expect(createWindow).toHaveBeenCalledOnce())
  expect(createWindow).toHaveBeenCalledWith({ url: "https://code.acme.example/acme/widgets/issues/2" })
})

it("receives clicks from the first notification that a worker shows", async () => {
  const { length } = onNotification.listeners
  await showNotification({ id: "1", title: "New issue", text: "#1", url: "" })
  expect(onNotification.listeners).toHaveLength(length + 1)
  expect(created).toHaveBeenCalledOnce()
})

it("starts again with the next message if it could not be started", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout")
  const sender = { id: ID, origin: ORIGIN, url: `${ORIGIN}/popup.html` }
  const ask = () => send({ inlay: "accounts", input: {} }, sender)
  onMessage.listeners.length = 0
  timers.mockImplementation(() => {
    throw new Error("There are no timers.")
  })
  background.main()
  expect(await ask()).toEqual({ isAsync: true, answer: undefined })
  timers.mockRestore()
  expect(await ask()).toMatchObject({ answer: { ok: true } })
})
