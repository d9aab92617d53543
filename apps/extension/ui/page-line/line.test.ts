// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from "vitest"

import type { LineData } from "../../messaging/page-line.ts"
import { follow } from "./line.ts"

const WIDGETS: LineData = {
  language: "en",
  path: "/acme/widgets",
  name: "acme/widgets",
  run: { workflow: "build", number: 412, state: "failed", updatedAt: "2026-11-22T10:00:00Z" },
  starts: 3,
  reviews: 1
}
const GADGETS: LineData = { ...WIDGETS, path: "/acme/gadgets", name: "acme/gadgets", reviews: 2 }

let appendSpy: MockInstance<ShadowRoot["append"]>
const hosts = () => [...document.documentElement.children].filter((element) => element.tagName === "DIV")
/** The text of the line in the page; empty if there is no line. */
const line = (): string => {
  const root = appendSpy.mock.contexts.at(-1) as ShadowRoot | undefined
  if (hosts().length === 0 || root === undefined) return ""
  return [...root.querySelectorAll("[data-text]")].map((element) => element.getAttribute("data-text")).join(" · ")
}
const go = (path: string) => {
  history.pushState(null, "", path)
  dispatchEvent(new Event("popstate"))
}

/** A worker whose answers are held until they are released. */
const worker = () => {
  const waiting: Array<(data: LineData | null) => void> = []
  const ask = vi.fn(() => new Promise<LineData | null>((resolve) => waiting.push(resolve)))
  const answer = async (data: LineData | null, which = waiting.length - 1) => {
    waiting[which]?.(data)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { ask, answer }
}

beforeEach(() => {
  // Test files share a document, and cards of others may still be in it.
  for (const host of hosts()) host.remove()
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] })
  location.href = "https://code.acme.example/acme/widgets"
  appendSpy = vi.spyOn(ShadowRoot.prototype, "append")
})
afterEach(() => {
  go("/")
  vi.advanceTimersByTime(1000)
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const host of hosts()) host.remove()
})

it("shows the last run, agent starts and review requests, in a closed shadow root without text", async () => {
  const { ask, answer } = worker()
  follow(ask, () => true)()
  expect(hosts()).toEqual([])
  await answer(WIDGETS)
  expect(line()).toMatch(/^acme\/widgets · build #412 failed, .* · 3 agent starts in 24 hours · 1 review request · ×$/)
  const root = appendSpy.mock.contexts.at(-1) as ShadowRoot
  expect([root.mode, root.textContent, hosts()[0]?.textContent]).toEqual(["closed", "", ""])
})

it("leaves out what could not be read", async () => {
  const { ask, answer } = worker()
  follow(ask, () => true)()
  await answer({ ...WIDGETS, run: null, starts: null, language: "ar" })
  expect(line()).toBe("acme/widgets · مراجعة واحدة مطلوبة منك · ×")
})

it("stays on pages of its repository, disappears when the page leaves it, and shows the next one's", async () => {
  const { ask, answer } = worker()
  follow(ask, () => true)()
  await answer(WIDGETS)
  go("/acme/widgets/issues")
  expect(line()).toContain("acme/widgets")
  expect(ask).toHaveBeenCalledTimes(1)
  go("/acme/gadgets")
  expect(line()).toBe("")
  await answer(GADGETS)
  expect(line()).toContain("acme/gadgets")
  go("/acme/gadgets-2")
  expect(line()).toBe("")
  await answer(null)
  expect(line()).toBe("")
})

it("ignores an answer about a page that the reader has left, even if it arrives after the next one's", async () => {
  const { ask, answer } = worker()
  follow(ask, () => true)()
  go("/acme/gadgets")
  await answer(GADGETS, 1)
  await answer(WIDGETS, 0)
  expect(line()).toContain("acme/gadgets")
  go("/acme/widgets")
  await answer(GADGETS, 2)
  expect(line()).toBe("")
})

it("is read again once a minute, however long the answer takes, also on another page of the repository", async () => {
  const { ask, answer } = worker()
  follow(ask, () => true)()
  await answer(WIDGETS)
  vi.advanceTimersByTime(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(250)
  expect(ask).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  go("/acme/widgets/issues")
  expect(ask).toHaveBeenCalledTimes(2)
  await answer({ ...WIDGETS, reviews: 2 })
  expect(line()).toContain("2 review requests")
  expect(hosts()).toHaveLength(1)
  vi.advanceTimersByTime(55_000)
  expect(ask).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(250)
  expect(ask).toHaveBeenCalledTimes(3)
})

it("is not asked for again where there is nothing to show, nor on a page that nobody sees", async () => {
  const { ask, answer } = worker()
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
  follow(ask, () => true)()
  vi.advanceTimersByTime(1000)
  expect(ask).not.toHaveBeenCalled()
  visibility.mockReturnValue("visible")
  vi.advanceTimersByTime(250)
  await answer(null)
  vi.advanceTimersByTime(120_000)
  expect(ask).toHaveBeenCalledTimes(1)
})

it("stays away if it is closed while it is read again, and is shown once on the same page if requested again", async () => {
  const { ask, answer } = worker()
  const show = follow(ask, () => true)
  show()
  await answer(WIDGETS)
  vi.advanceTimersByTime(60_250)
  ;(appendSpy.mock.contexts.at(-1) as ShadowRoot).querySelector("button")?.click()
  await answer(WIDGETS)
  expect(hosts()).toEqual([])
  show()
  await answer(WIDGETS)
  expect(hosts()).toHaveLength(1)
  show()
  await answer(WIDGETS)
  expect(hosts()).toHaveLength(1)
  expect(ask).toHaveBeenCalledTimes(4)
})

it("stays away once it is closed or the page has removed it, until it is requested again", async () => {
  const { ask, answer } = worker()
  const show = follow(ask, () => true)
  show()
  await answer(WIDGETS)
  ;(appendSpy.mock.contexts.at(-1) as ShadowRoot).querySelector("button")?.click()
  expect(line()).toBe("")
  go("/acme/gadgets")
  expect(ask).toHaveBeenCalledTimes(1)
  show()
  await answer(GADGETS)
  expect(line()).toContain("gadgets")
  for (const host of hosts()) host.remove()
  vi.advanceTimersByTime(1000)
  go("/acme/widgets")
  expect(ask).toHaveBeenCalledTimes(2)
})

it("is read when the browser brings the page back that was left while it was read", async () => {
  const show = (persisted: boolean) => dispatchEvent(Object.assign(new Event("pageshow"), { persisted }))
  const { ask, answer } = worker()
  ask.mockReturnValueOnce(Promise.reject(new Error("The page keeping the extension port is moved into bfcache.")))
  follow(ask, () => true)()
  await Promise.resolve()
  vi.advanceTimersByTime(1000)
  expect(ask).toHaveBeenCalledTimes(1)
  // The page's first display, which follows the script's start.
  show(false)
  expect(ask).toHaveBeenCalledTimes(1)
  show(true)
  expect(ask).toHaveBeenCalledTimes(2)
  await answer(WIDGETS)
  expect(line()).toContain("acme/widgets")
})

it("is read again after a minute if its first read fails", async () => {
  const { ask, answer } = worker()
  ask.mockRejectedValueOnce(new Error("The message port closed before a response was received."))
  follow(ask, () => true)()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(ask).toHaveBeenCalledTimes(2)
  await answer(WIDGETS)
  expect(line()).toContain("acme/widgets")
})

it("stays if one of its later reads fails, and is read again", async () => {
  const { ask, answer } = worker()
  follow(ask, () => true)()
  await answer(WIDGETS)
  ask.mockReturnValueOnce(Promise.reject(new Error("The message channel closed before a response was received.")))
  vi.advanceTimersByTime(60_250)
  await Promise.resolve()
  await Promise.resolve()
  expect(line()).toContain("1 review request")
  vi.advanceTimersByTime(60_250)
  await answer({ ...WIDGETS, reviews: 2 })
  expect(line()).toContain("2 review requests")
})

it("ends if the extension is gone", async () => {
  const ask = vi.fn(() => Promise.reject(new Error("Extension context invalidated.")))
  follow(ask, () => false)()
  await Promise.resolve()
  await Promise.resolve()
  go("/acme/gadgets")
  expect(ask).toHaveBeenCalledTimes(1)
  expect(hosts()).toEqual([])
})

it("disappears, and ends, when the extension is gone while it stands", async () => {
  const { ask, answer } = worker()
  let isConnected = true
  follow(ask, () => isConnected)()
  await answer(WIDGETS)
  expect(hosts()).toHaveLength(1)
  isConnected = false
  vi.advanceTimersByTime(600)
  expect(hosts()).toEqual([])
  go("/acme/gadgets")
  expect(ask).toHaveBeenCalledTimes(1)
})
