// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { whenSignedOut } from "../api/client.ts"
import type { Subscription } from "../api/types.ts"
import { LiveFeed } from "./LiveFeed.tsx"
import { subscription as words } from "./words.ts"

const subscription = { trigger: "codehost_new_star", account: "codehost/main" } as Subscription

/** The browser's event source, whose connection the test opens and loses. */
class Source extends EventTarget {
  readonly CLOSED = 2
  readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    sources.push(this)
  }
  close() {
    this.readyState = this.CLOSED
  }
  say(event: Event) {
    return act(() => void this.dispatchEvent(event))
  }
  connect() {
    this.readyState = 1
    return this.say(new Event("open"))
  }
  /** After a lost connection the browser connects again; after a response that is no stream it does not. */
  lose(isRefused: boolean) {
    this.readyState = isRefused ? this.CLOSED : 0
    return this.say(new Event("error"))
  }
  send(id: string) {
    const event = { cursor: id, timestamp: "2026-06-01T00:00:00Z", account: "codehost/main", data: { id } }
    return this.say(new MessageEvent("codehost_new_star", { data: JSON.stringify(event), lastEventId: id }))
  }
}

let sources: Array<Source> = []
const latest = () => {
  const source = sources.at(-1)
  if (source === undefined) throw new Error("the feed was not opened")
  return source
}

beforeEach(() => {
  sources = []
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  vi.stubGlobal("EventSource", Source)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  whenSignedOut(() => undefined)
})

/** Draws the feed at a hub whose latest event is 5, and that answers the question about the session with this status. */
const open = async (status: number) => {
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/api/events" ? Response.json({ events: [], cursor: "5" }) : Response.json({}, { status })
  )
  render(<LiveFeed subscription={subscription} onEvent={() => undefined} />)
  await vi.waitFor(latest)
}
const minutePasses = () => act(async () => void (await vi.advanceTimersByTimeAsync(60_000)))

it("connects again when the browser has given up, and goes on after the last event", async () => {
  await open(502)
  await latest().connect()
  await latest().send("7")
  await latest().lose(true)
  expect(screen.getByRole("status").textContent).toBe(words.reconnecting)
  await minutePasses()
  expect(sources.map(({ url }) => url)).toEqual(["/api/events?cursor=5", "/api/events?cursor=7"])
  await latest().lose(true)
  await minutePasses()
  await latest().connect()
  expect(screen.getByRole("status").textContent).toBe(words.listening)
  await latest().send("8")
  expect(screen.getAllByText(/^id: [78]$/)).toHaveLength(2)
})

it("leaves a lost connection to the browser, which connects again itself from where the feed began", async () => {
  await open(200)
  await latest().connect()
  await latest().lose(false)
  await minutePasses()
  expect(sources.map(({ url }) => url)).toEqual(["/api/events?cursor=5"])
})

it("begins once the hub says where, if it could not at first", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}, { status: 502 }))
  await act(async () => void render(<LiveFeed subscription={subscription} onEvent={() => undefined} />))
  expect(screen.getByRole("status").textContent).toBe(words.reconnecting)
  vi.stubGlobal("fetch", async () => Response.json({ events: [], cursor: "6" }))
  await minutePasses()
  expect(sources.map(({ url }) => url)).toEqual(["/api/events?cursor=6"])
})

it("says that the session has ended, and asks no more after that", async () => {
  const ended = vi.fn(() => cleanup())
  whenSignedOut(ended)
  await open(401)
  await latest().connect()
  await latest().lose(true)
  await act(() => vi.waitFor(() => expect(ended).toHaveBeenCalledOnce()))
  await minutePasses()
  expect(sources).toHaveLength(1)
})
