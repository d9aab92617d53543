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
      session: { get: async () => ({}), set: async () => {} }
    },
    action: { setBadgeText: async () => {}, setTitle: async () => {} }
  })
  background.main()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

it("listens before it does anything else", () => {
  expect(onMessage.listeners).toHaveLength(1)
  expect(onInstalled.listeners).toHaveLength(1)
})

it("keeps local storage from scripts in pages", () => {
  expect(levels).toEqual([{ accessLevel: "TRUSTED_CONTEXTS" }])
})

it("opens the welcome page at the first install, and at nothing else", () => {
  for (const reason of ["update", "browser_update", "chrome_update"]) onInstalled.listeners[0]?.({ reason })
  expect(create).not.toHaveBeenCalled()
  onInstalled.listeners[0]?.({ reason: "install" })
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
