import { runInNewContext } from "node:vm"

import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"

import type { PageCard } from "../messaging/subject.ts"
import { Browser, TabOfRequest, type Drawn } from "./Browser.ts"
import { sessionId } from "./session.ts"

const card: PageCard = {
  subject: { kind: "person", name: "ann", key: "person ann" },
  card: { title: "Ann", subtitle: "", notices: [], sections: [], fetchedAt: "2026-03-01T00:00:00Z", fromCache: false },
  charged: 2
}

const HERE = "https://network.example/in/ann"

/** A fake browser that runs injected functions in one page from their source text, as a real browser does. */
const fake = () => {
  const page = { href: HERE, inlayCard: vi.fn(() => "drawn") as unknown }
  const hooks = { onLoad: () => {}, named: {} }
  type Injected = { frameId: number; result?: unknown }
  const run = async (injection: {
    files?: Array<string>
    func?: (...args: Array<unknown>) => unknown
    args?: Array<unknown>
  }): Promise<Array<Injected>> => {
    if (injection.func === undefined) {
      hooks.onLoad()
      return [{ frameId: 0 }]
    }
    const args = structuredClone(injection.args ?? [])
    const own = page.inlayCard === undefined ? {} : { inlayCard: page.inlayCard }
    // An element's name becomes an inherited property of the page's window, not an own property.
    const names = `Object.setPrototypeOf(globalThis, named);`
    const result: unknown = await runInNewContext(`${names}(${String(injection.func)})(...args)`, {
      location: page,
      ...own,
      named: hooks.named,
      args
    })
    return [{ frameId: 0, result }]
  }
  const chrome = {
    runtime: { getPlatformInfo: vi.fn(), getManifest: () => ({ action: { default_title: "Enrich this page" } }) },
    tabs: {
      get: vi.fn(async (id: number) => ({ id, url: page.href })),
      query: async () => [{ id: 1 }, { id: 2 }, { id: 3 }]
    },
    scripting: { executeScript: vi.fn(run) },
    permissions: { contains: vi.fn<(asked: { origins: Array<string> }) => Promise<boolean>>(async () => false) },
    storage: { session: { get: vi.fn(async () => ({})), set: vi.fn(async () => {}) } },
    action: {
      setBadgeText: vi.fn(async () => {}),
      setBadgeBackgroundColor: async () => {},
      setTitle: vi.fn(async () => {})
    }
  }
  return Object.assign(hooks, { page, chrome })
}

let world = fake()
const use = <A>(f: (browser: Browser["Service"]) => Effect.Effect<A>): Promise<A> =>
  Effect.runPromise(Effect.provide(Effect.flatMap(Browser, f), Browser.layer(sessionId())))

beforeEach(() => {
  world = fake()
  vi.stubGlobal("chrome", world.chrome)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe("drawing a card", () => {
  const draw = (address = HERE): Promise<Drawn> => use(({ draw: drawOnTab }) => drawOnTab(1, address, card))

  it("injects the script, then hands it the card in the tab's top frame", async () => {
    expect(await draw()).toEqual({ state: "drawn" })
    expect(world.page.inlayCard).toHaveBeenCalledExactlyOnceWith(card)
    for (const [injection] of world.chrome.scripting.executeScript.mock.calls) {
      expect(injection).toMatchObject({ target: { tabId: 1 } })
      expect(injection).not.toHaveProperty("target.allFrames")
      expect(injection).not.toHaveProperty("world")
    }
  })

  it("reports a card that is not seen", async () => {
    world.page.inlayCard = () => "unseen"
    expect(await draw()).toEqual({ state: "unseen" })
  })

  it("waits only for a moment for a page that does not respond", async () => {
    vi.useFakeTimers()
    world.chrome.scripting.executeScript.mockReturnValue(new Promise(() => {}))
    const drawing = draw()
    const erasing = use(({ erase }) => erase(1))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await drawing).toEqual({ state: "unseen" })
    expect(await erasing).toBeUndefined()
    vi.useRealTimers()
  })

  it("is removed from every page that may be reached", async () => {
    const { executeScript } = world.chrome.scripting
    executeScript.mockRejectedValueOnce(new Error("Cannot access a chrome:// URL"))
    await use(({ eraseAll }) => eraseAll)
    expect(executeScript.mock.calls).toMatchObject([1, 2, 3].map((tabId) => [{ target: { tabId } }]))
    expect(world.page.inlayCard).toHaveBeenCalledTimes(2)
    expect(world.page.inlayCard).toHaveBeenCalledWith(null)
  })

  it("draws at once in a page that was prepared", async () => {
    await use(({ prepare }) => prepare(1))
    await draw()
    expect(world.chrome.scripting.executeScript.mock.calls.map(([{ files }]) => files)).toEqual([
      ["/card-words-en.js", "/page-card.js"],
      undefined
    ])
  })

  it("loads the drawing script if the page does not have it, or no longer has it", async () => {
    const { inlayCard } = world.page
    world.page.inlayCard = undefined
    world.onLoad = () => (world.page.inlayCard = inlayCard)
    expect(await draw()).toEqual({ state: "drawn" })
    expect(inlayCard).toHaveBeenCalledExactlyOnceWith(card)
  })

  it("does not mistake the page's own element of that name for the script", async () => {
    const { inlayCard } = world.page
    world.page.inlayCard = undefined
    world.named = { inlayCard: {} }
    world.onLoad = () => (world.page.inlayCard = inlayCard)
    expect(await draw()).toEqual({ state: "drawn" })
  })

  it("skips preparing a page that it may not reach, without an error", async () => {
    world.chrome.scripting.executeScript.mockRejectedValue(new Error("Cannot access a chrome:// URL"))
    expect(await use(({ prepare }) => prepare(1))).toBeUndefined()
  })

  it("draws nothing if the tab has moved to another address, and returns that address", async () => {
    world.page.href = "https://network.example/in/bob"
    expect(await draw()).toEqual({ state: "elsewhere", address: "https://network.example/in/bob" })
    expect(world.page.inlayCard).not.toHaveBeenCalled()
  })

  it.each([
    {
      why: "the browser forbids injection",
      refuse: () => world.chrome.scripting.executeScript.mockRejectedValue(new Error("Cannot access a chrome:// URL"))
    },
    { why: "the script is not there", refuse: () => (world.page.inlayCard = undefined) },
    { why: "the card will not stand", refuse: () => (world.page.inlayCard = () => false) },
    {
      why: "the page gives no result",
      refuse: () => world.chrome.scripting.executeScript.mockResolvedValue([{ frameId: 0, result: null }])
    },
    { why: "there is no frame", refuse: () => world.chrome.scripting.executeScript.mockResolvedValue([]) }
  ])("is blocked if $why", async ({ refuse }) => {
    refuse()
    expect(await draw()).toEqual({ state: "blocked" })
  })
})

describe("the permission to reach an origin", () => {
  const ask = () => use(({ mayReach }) => mayReach("http://127.0.0.1:4680"))

  it.each([true, false])("is what the browser reports for its pattern: %s", async (granted) => {
    world.chrome.permissions.contains.mockResolvedValue(granted)
    expect(await ask()).toBe(granted)
    expect(world.chrome.permissions.contains).toHaveBeenCalledExactlyOnceWith({ origins: ["http://127.0.0.1:4680/*"] })
  })

  it("is false if the browser fails to answer", async () => {
    world.chrome.permissions.contains.mockRejectedValue(new Error("Invalid pattern"))
    expect(await ask()).toBe(false)
  })
})

it("returns no address for a tab that may not be read or is gone", async () => {
  expect(await use(({ addressOf }) => addressOf(1))).toBe(HERE)
  world.chrome.tabs.get.mockRejectedValue(new Error("No tab with id: 1."))
  expect(await use(({ addressOf }) => addressOf(1))).toBeUndefined()
})

it("uses the address that was read when the request arrived, for the tab of the request alone", async () => {
  const address = "https://profiles.example/in/mia"
  const within = Effect.provideService(TabOfRequest, { id: 1, address: Promise.resolve(address) })
  expect(await use(({ addressOf }) => within(addressOf(1)))).toBe(address)
  expect(world.chrome.tabs.get).not.toHaveBeenCalled()
  expect(await use(({ addressOf }) => within(addressOf(2)))).toBe(HERE)
  expect(await use(({ addressOf }) => addressOf(1))).toBe(HERE)
})

it("keeps one id for the browser's session", async () => {
  const values: Record<string, unknown> = {}
  world.chrome.storage.session.get.mockImplementation(async () => values)
  world.chrome.storage.session.set.mockImplementation((async (items: object) => {
    Object.assign(values, items)
  }) as () => Promise<void>)
  const first = await use(({ session }) => session)
  expect(await use(({ session }) => session)).toBe(first)
  world.chrome.storage.session.get.mockRejectedValue(new Error("no session storage"))
  expect(await use(({ session }) => session)).not.toBe(first)
})

it("puts a mark on the button, and removes it together with its title", async () => {
  await use(({ mark }) => mark({ text: "2", tone: "waiting", title: "Two are open" }))
  expect(world.chrome.action.setTitle).toHaveBeenLastCalledWith({ title: "Two are open" })
  expect(world.chrome.action.setBadgeText).toHaveBeenLastCalledWith({ text: "2" })
  await use(({ mark }) => mark({ text: "", tone: "away", title: undefined }))
  expect(world.chrome.action.setBadgeText).toHaveBeenLastCalledWith({ text: "" })
  expect(world.chrome.action.setTitle).toHaveBeenLastCalledWith({ title: "Enrich this page" })
})

it("puts the line into pages of the chosen origins alone, and registers its script again only if they change", async () => {
  interface Registered {
    readonly id: string
    readonly matches: ReadonlyArray<string>
  }
  const registered = new Map<string, Registered>()
  const register = vi.fn(async (all: ReadonlyArray<Registered>) => {
    for (const one of all) {
      if (registered.has(one.id) || one.matches.length === 0) throw new Error("duplicate, or matches nothing")
      registered.set(one.id, one)
    }
  })
  const scripting = {
    getRegisteredContentScripts: async ({ ids }: { readonly ids: ReadonlyArray<string> }) =>
      ids.flatMap((id) => registered.get(id) ?? []),
    registerContentScripts: register,
    unregisterContentScripts: async ({ ids }: { readonly ids: ReadonlyArray<string> }) =>
      ids.forEach((id) => registered.delete(id))
  }
  vi.stubGlobal("chrome", { ...world.chrome, scripting })
  const keep = (...origins: ReadonlyArray<string>) => use(({ keepLines }) => keepLines(origins))
  const matches = () => [...registered.values()].map((one) => one.matches)
  await keep("https://code.acme.example")
  await keep("https://code.acme.example")
  expect(register).toHaveBeenCalledOnce()
  await keep("https://code.acme.example", "https://code.other.example")
  expect(matches()).toEqual([["https://code.acme.example/*", "https://code.other.example/*"]])
  await keep("https://code.other.example")
  expect(matches()).toEqual([["https://code.other.example/*"]])
  await keep()
  expect([matches(), register.mock.calls.length]).toEqual([[], 3])
})

it("leaves an alarm of the same interval alone, whose wait would begin again, unless it was set by a clock ahead", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22), toFake: ["Date"] })
  onTestFinished(() => void vi.useRealTimers())
  const standing = new Map<string, object>()
  const create = vi.fn(
    async (name: string, { periodInMinutes = 0 }: chrome.alarms.AlarmCreateInfo) =>
      void standing.set(name, { periodInMinutes, scheduledTime: Date.now() + periodInMinutes * 60_000 })
  )
  const clear = async (name: string) => standing.delete(name)
  vi.stubGlobal("chrome", {
    ...world.chrome,
    alarms: { get: async (name: string) => standing.get(name), create, clear }
  })
  for (const seconds of [60, 60, 120]) await use(({ wakeEvery }) => wakeEvery(seconds, "poll"))
  expect(create.mock.calls).toEqual([
    ["poll", { periodInMinutes: 1 }],
    ["poll", { periodInMinutes: 2 }]
  ])
  vi.setSystemTime(Date.UTC(2026, 10, 21))
  for (const seconds of [120, 120]) await use(({ wakeEvery }) => wakeEvery(seconds, "poll"))
  expect(create.mock.calls.slice(2)).toEqual([["poll", { periodInMinutes: 2 }]])
  await use(({ wakeEvery }) => wakeEvery(undefined, "poll"))
  expect([...standing]).toEqual([])
})

it("keeps the worker awake for as long as something runs, and no longer", async () => {
  vi.useFakeTimers()
  const running = use(({ awake }) => awake(Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50_000)))))
  await vi.advanceTimersByTimeAsync(120_000)
  await running
  vi.useRealTimers()
  expect(world.chrome.runtime.getPlatformInfo).toHaveBeenCalledTimes(2)
})
