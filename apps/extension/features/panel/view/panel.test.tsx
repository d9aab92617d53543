// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact"
import { useEffect } from "preact/hooks"
import { afterEach, describe, expect, it, vi } from "vitest"

import { invite } from "../../../browser/panel.ts"
import { tellChange } from "../../../messaging/changes.ts"
import { Head } from "../../../ui/Head.tsx"
import type { Section } from "../../section.ts"
import { Panel } from "./panel.tsx"

const WINDOW = 3
const ANN = "https://network.example/in/ann"
const BOB = "https://network.example/in/bob"

interface TabOfWindow {
  readonly id: number
  url?: string
  title?: string
  status?: "loading" | "complete"
}

type Activated = (info: { readonly tabId: number; readonly windowId: number }) => void
type Updated = (tabId: number, change: Partial<Omit<TabOfWindow, "id">>) => void

const event = <L,>() => {
  const listeners = new Set<L>()
  return {
    listeners,
    addListener: (listener: L) => void listeners.add(listener),
    removeListener: (listener: L) => void listeners.delete(listener)
  }
}

/** A window in which the extension may read the tabs that the user has clicked on. */
const windowOf = (...tabs: ReadonlyArray<TabOfWindow>) => {
  const onActivated = event<Activated>()
  const onUpdated = event<Updated>()
  const onChanged = event<(changes: object) => void>()
  const stored: Record<string, unknown> = {}
  let active = tabs[0]
  /** Delays the reading of tabs, and the answers of the storage. */
  const hold = { until: Promise.resolve(), storage: Promise.resolve() }
  vi.stubGlobal("chrome", {
    tabs: {
      query: async () => {
        const tab = active && { ...active }
        await hold.until
        return tab === undefined ? [] : [tab]
      },
      onActivated,
      onUpdated
    },
    storage: {
      session: {
        get: async () => {
          const items = { ...stored }
          await hold.storage
          return items
        },
        set: async (items: object) => {
          Object.assign(stored, items)
          for (const listener of onChanged.listeners) {
            listener(Object.fromEntries(Object.entries(items).map(([key, newValue]) => [key, { newValue }])))
          }
        },
        onChanged
      }
    }
  })
  return {
    hold,
    listening: () => onActivated.listeners.size + onUpdated.listeners.size + onChanged.listeners.size,
    activate: (id: number, windowId = WINDOW) => {
      if (windowId === WINDOW) active = tabs.find((one) => one.id === id)
      for (const listener of onActivated.listeners) listener({ tabId: id, windowId })
    },
    /** What the browser says of a tab, before and in the event. */
    update: (id: number, change: Partial<Omit<TabOfWindow, "id">>) => {
      Object.assign(tabs.find((one) => one.id === id) ?? {}, change)
      for (const listener of onUpdated.listeners) listener(id, change)
    },
    /** @param url `undefined` if the extension may not read it */
    navigate: (id: number, url: string | undefined) => {
      const tab = tabs.find((one) => one.id === id)
      if (tab !== undefined) {
        delete tab.url
        if (url !== undefined) tab.url = url
      }
      const change = { status: "loading" as const, ...(url !== undefined && { url }) }
      for (const listener of onUpdated.listeners) listener(id, change)
    }
  }
}

const View: Section["view"] = ({ tab, shell }) => (
  <>
    <Head shell={shell} title={`${tab.link === undefined ? "page" : "link"} ${tab.address} of ${tab.tabId}`} />
    <output>{tab.title ?? "no title"}</output>
  </>
)
const send = () => Promise.reject(new Error("the panel asks for nothing by itself"))
const open = (view: Section["view"] = View) =>
  render(
    <Panel
      of={{ one: { applies: () => "subject", view } }}
      windowId={WINDOW}
      send={send}
      onSettings={() => undefined}
      shortcut="Alt+Shift+I"
    />
  )
const heading = () => screen.getByRole("heading", { level: 1 }).textContent
const shows = (text: string) => vi.waitFor(() => expect(heading()).toBe(text))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it("shows the window's page, and follows it from address to address", async () => {
  const { navigate } = windowOf({ id: 1, url: ANN })
  open()
  await shows(`page ${ANN} of 1`)
  navigate(1, BOB)
  await shows(`page ${BOB} of 1`)
  navigate(2, ANN)
  await shows(`page ${BOB} of 1`)
})

it("shows nobody from the previous tab once another tab is activated", async () => {
  const { activate, hold } = windowOf({ id: 1, url: ANN }, { id: 2, url: BOB })
  open()
  await shows(`page ${ANN} of 1`)
  const gate = Promise.withResolvers<void>()
  hold.until = gate.promise
  activate(2)
  await vi.waitFor(() => expect(heading()).not.toContain("ann"))
  gate.resolve()
  await shows(`page ${BOB} of 2`)
})

it("ignores a slow result of an earlier tab", async () => {
  const { activate, hold } = windowOf({ id: 1, url: ANN }, { id: 2, url: BOB })
  const first = Promise.withResolvers<void>()
  hold.until = first.promise
  open()
  hold.until = Promise.resolve()
  activate(2)
  await shows(`page ${BOB} of 2`)
  first.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  expect(heading()).toBe(`page ${BOB} of 2`)
})

it("asks for a click after the page has moved to another origin, and shows the page after the click", async () => {
  const { navigate } = windowOf({ id: 1, url: ANN })
  const { container } = open()
  await shows(`page ${ANN} of 1`)
  navigate(1, undefined)
  await shows("Click to read this page")
  expect(container.textContent).toMatch(/Click the Inlay button in the toolbar, or press Alt\+Shift\+I/)
  expect(container.textContent).not.toContain("ann")
  navigate(1, BOB)
  await invite({ windowId: WINDOW, tabId: 1 })
  await shows(`page ${BOB} of 1`)
})

it("shows that there is nothing on a page whose address the browser gives to nobody, instead of asking again for the click", async () => {
  const { activate, navigate, update } = windowOf({ id: 1 }, { id: 2 })
  open()
  await shows("Click to read this page")
  await invite({ windowId: WINDOW, tabId: 1 })
  await shows("page  of 1")
  update(1, { title: "New tab" })
  await new Promise((resolve) => setTimeout(resolve, 5))
  await shows("page  of 1")
  activate(2)
  await shows("Click to read this page")
  activate(1)
  await shows("page  of 1")
  navigate(1, undefined)
  await shows("Click to read this page")
})

it("reloads if the user opens the same page again, and does nothing if only the fragment changes", async () => {
  const { navigate } = windowOf({ id: 1, url: ANN })
  open()
  await shows(`page ${ANN} of 1`)
  const before = screen.getByRole("heading")
  navigate(1, `${ANN}#contact`)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(screen.getByRole("heading")).toBe(before)
  await invite({ windowId: WINDOW, tabId: 1 })
  await vi.waitFor(() => expect(screen.getByRole("heading")).not.toBe(before))
})

it("returns to a tab that the user has left only for a moment", async () => {
  const { activate, hold } = windowOf({ id: 1, url: ANN }, { id: 2, url: BOB })
  open()
  await shows(`page ${ANN} of 1`)
  const read = Promise.withResolvers<void>()
  hold.until = read.promise
  activate(2)
  activate(1)
  read.resolve()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await shows(`page ${ANN} of 1`)
})

it("shows a chosen link, even one chosen before the panel opened, until the user goes back or navigates", async () => {
  const { navigate } = windowOf({ id: 1, url: ANN })
  await invite({ windowId: WINDOW, tabId: 1, link: BOB })
  const { container } = open()
  await shows(`link ${BOB} of 1`)
  expect(container.textContent).toContain("network.example/in/bob")
  // Changes of the page itself do not remove the link.
  navigate(1, `${ANN}#contact`)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(container.textContent).toContain("network.example/in/bob")
  navigate(1, ANN)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(heading()).toBe(`link ${BOB} of 1`)
  screen.getByRole("button", { name: "Back to the page" }).click()
  await shows(`page ${ANN} of 1`)
  await invite({ windowId: WINDOW, tabId: 1, link: BOB })
  await shows(`link ${BOB} of 1`)
  navigate(1, "https://network.example/feed")
  await shows("page https://network.example/feed of 1")
})

it("leaves a chosen link with the tab in which it was chosen, also for another tab with the same page", async () => {
  const { activate } = windowOf({ id: 1, url: ANN }, { id: 2, url: ANN })
  open()
  await shows(`page ${ANN} of 1`)
  await invite({ windowId: WINDOW, tabId: 1, link: BOB })
  await shows(`link ${BOB} of 1`)
  activate(2)
  await shows(`page ${ANN} of 2`)
})

it("shows a chosen link whose reading is overtaken, because the page reports its title meanwhile", async () => {
  const { update, hold } = windowOf({ id: 1, url: ANN })
  open()
  await shows(`page ${ANN} of 1`)
  const answered = Promise.withResolvers<void>()
  hold.storage = answered.promise
  await invite({ windowId: WINDOW, tabId: 1, link: BOB })
  await new Promise((resolve) => setTimeout(resolve, 5))
  update(1, { title: "Ann" })
  await new Promise((resolve) => setTimeout(resolve, 5))
  answered.resolve()
  await shows(`link ${BOB} of 1`)
})

it("shows a link that is chosen while the panel takes an earlier one", async () => {
  const { hold } = windowOf({ id: 1, url: ANN })
  const answered = Promise.withResolvers<void>()
  hold.storage = answered.promise
  await invite({ windowId: WINDOW, tabId: 1 })
  open()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await invite({ windowId: WINDOW, tabId: 1, link: BOB })
  answered.resolve()
  await shows(`link ${BOB} of 1`)
})

it("takes an invitation once, although the panel is opened again", async () => {
  windowOf({ id: 1, url: ANN })
  await invite({ windowId: WINDOW, tabId: 1, link: BOB })
  const first = open()
  await shows(`link ${BOB} of 1`)
  first.unmount()
  open()
  await shows(`page ${ANN} of 1`)
})

it("ignores other windows, and everything after it is closed", async () => {
  const { activate, listening } = windowOf({ id: 1, url: ANN }, { id: 2, url: BOB })
  const { unmount } = open()
  await shows(`page ${ANN} of 1`)
  const before = screen.getByRole("heading")
  activate(2, 4)
  await invite({ windowId: 4, tabId: 2 })
  await new Promise((resolve) => setTimeout(resolve, 5))
  // Drawn again, it would have lost what was bought for the page.
  expect(screen.getByRole("heading")).toBe(before)
  unmount()
  await vi.waitFor(() => expect(listening()).toBe(0))
})

it("goes on with how long ago something was, also if nothing else happens for hours", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date", "setInterval", "clearInterval"] })
  const Clock = () => <p>{`${Date.now() / 60_000} minutes ago`}</p>
  const clock: Section = { applies: () => "subject", view: Clock }
  windowOf({ id: 1, url: ANN, status: "complete" })
  render(<Panel of={{ clock }} windowId={WINDOW} send={vi.fn()} onSettings={() => {}} shortcut="" />)
  await screen.findByText("0 minutes ago")
  await vi.advanceTimersByTimeAsync(180_000)
  await screen.findByText("3 minutes ago")
  vi.useRealTimers()
})

describe("the page's title", () => {
  const title = () => screen.getByRole("status").textContent
  const titled = (text: string) => vi.waitFor(() => expect(title()).toBe(text))
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  const here = { id: 1, url: ANN, title: "Ann", status: "complete" } as const

  it("is followed without drawing the page again", async () => {
    const { update } = windowOf({ ...here })
    open()
    await titled("Ann")
    const before = screen.getByRole("heading")
    update(1, { title: "(1) Ann" })
    await titled("(1) Ann")
    update(2, { title: "Another tab" })
    await settled()
    expect(title()).toBe("(1) Ann")
    expect(screen.getByRole("heading")).toBe(before)
  })

  it("is never that of the page before, which the browser reports until the new page has one", async () => {
    const { update } = windowOf({ ...here })
    open()
    await titled("Ann")
    update(1, { url: BOB, status: "loading" })
    await shows(`page ${BOB} of 1`)
    expect(title()).toBe("no title")
    update(1, { status: "complete" })
    await settled()
    expect(title()).toBe("no title")
    update(1, { title: "Bob" })
    await titled("Bob")
  })

  it("is that of a page which tells it before the panel has read the address", async () => {
    const { update } = windowOf({ ...here })
    open()
    await titled("Ann")
    update(1, { url: BOB, status: "loading" })
    update(1, { title: "Ann" })
    await shows(`page ${BOB} of 1`)
    await titled("Ann")
  })

  it("is not what stands in for it while the page loads", async () => {
    const { update } = windowOf({ ...here, title: "network.example/in/ann", status: "loading" })
    open()
    await shows(`page ${ANN} of 1`)
    expect(title()).toBe("no title")
    update(1, { title: "Ann", status: "complete" })
    await titled("Ann")
  })

  it("is that of the other tab, also if both have the same, and none for a link", async () => {
    const bob = { url: BOB, title: "Bob", status: "complete" } as const
    const { activate } = windowOf({ ...here }, { id: 2, ...bob }, { id: 3, ...bob })
    open()
    await titled("Ann")
    activate(3)
    await titled("Bob")
    activate(2)
    await shows(`page ${BOB} of 2`)
    await titled("Bob")
    await invite({ windowId: WINDOW, tabId: 2, link: ANN })
    await shows(`link ${ANN} of 2`)
    expect(title()).toBe("no title")
  })
})

it("an offer in the panel is looked at again after a change in another page, and when it comes into sight", async () => {
  const looks = vi.fn<() => void>()
  let stop: (() => void) | undefined
  const Offer: Section["view"] = ({ tab }) => {
    useEffect(() => {
      stop = tab.onOutdated?.(looks)
    }, [])
    return <p>offer</p>
  }
  windowOf({ id: 1, url: ANN })
  open(Offer)
  await screen.findByText("offer")
  await vi.waitFor(() => expect(stop).toBeDefined())
  tellChange({ inlay: "saveAccount" }, { ok: true, output: null })
  await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(1))
  document.dispatchEvent(new Event("visibilitychange"))
  expect(looks).toHaveBeenCalledTimes(2)
  stop?.()
  document.dispatchEvent(new Event("visibilitychange"))
  expect(looks).toHaveBeenCalledTimes(2)
})
