// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { subscription } from "../testing/subscription.ts"
import { failures, searching } from "../words.ts"
import { Subscriptions } from "./Subscriptions.tsx"
import { triggers as words } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answering = (count: number) => {
  const subscriptions = Array.from({ length: count }, (_, index) => ({
    ...subscription,
    id: `sub_${index}`,
    name: `Watch ${index}`,
    target: { owner: "acme", repo: index % 2 === 0 ? "widgets" : "gadgets" }
  }))
  const health = subscriptions.map(({ id }) => ({
    subscription: id,
    ok: id !== "sub_7",
    settingUp: null,
    lastStartAt: null,
    problems: id === "sub_7" ? ["Its account cannot be used, as `inlay doctor` also reports."] : []
  }))
  vi.stubGlobal("fetch", async () => Response.json({ subscriptions, health, triggers: [] }))
}

const names = () => screen.getAllByRole("link", { name: /^Watch/ }).map(({ textContent }) => textContent)

/** Until the rows are drawn, without the wait for their health. */
const drawn = () =>
  vi.waitFor(() => {
    vi.advanceTimersByTime(1_000)
    expect(names()).toHaveLength(9)
  })

it("those that need attention come first", async () => {
  answering(9)
  render(<Subscriptions />)
  expect((await screen.findByText("inlay doctor")).tagName).toBe("CODE")
  expect(names()).toEqual(["Watch 7", ...[0, 1, 2, 3, 4, 5, 6, 8].map((index) => `Watch ${index}`)])
  expect(screen.queryByRole("searchbox")).toBeNull()
  // A name has its own direction beside texts of another script.
  for (const text of ["Watch 7", "acme/gadgets"]) expect(screen.getAllByText(text)[0]?.localName).toBe("bdi")
})

it("no row is shown before it has its place", async () => {
  answering(9)
  const first = new Set<string | null | undefined>()
  const drawing = new MutationObserver(() =>
    first.add(screen.queryAllByRole("link", { name: /^Watch/ })[0]?.textContent)
  )
  drawing.observe(document.body, { childList: true, subtree: true, characterData: true })
  render(<Subscriptions />)
  await screen.findByText("inlay doctor")
  drawing.disconnect()
  expect([...first]).toEqual([undefined, "Watch 7"])
})

it("those that need attention come first also if the hub is slow to answer at all", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  answering(9)
  const answer = fetch
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  vi.stubGlobal("fetch", (path: string) => arrival.then(() => answer(path)))
  render(<Subscriptions />)
  await vi.advanceTimersByTimeAsync(2_000)
  arrive()
  await vi.waitFor(() => expect(names()[0]).toBe("Watch 7"))
})

it("the list does not wait for services that do not answer, of which the health of subscriptions asks", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  answering(9)
  const answer = fetch
  vi.stubGlobal("fetch", (path: string) => (path.endsWith("/health") ? new Promise(() => {}) : answer(path)))
  render(<Subscriptions />)
  await drawn()
})

it("no row moves or grows when the health arrives later than the list", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  answering(9)
  const answer = fetch
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.endsWith("/health")) await arrival
    return answer(path)
  })
  render(<Subscriptions />)
  await drawn()
  const before = names()
  arrive()
  await screen.findByText(words.attention, { selector: ".danger" })
  expect(names()).toEqual(before)
  expect(screen.queryByText("inlay doctor")).toBeNull()
})

it("whoever tries again after the hub was away sees the health, too", async () => {
  answering(9)
  const answer = fetch
  vi.stubGlobal("fetch", () => Promise.reject(new Error("The hub is away.")))
  render(<Subscriptions />)
  const again = await screen.findAllByRole("button", { name: failures.again })
  vi.stubGlobal("fetch", answer)
  for (const button of again) fireEvent.click(button)
  expect(await screen.findByText("inlay doctor")).toBeDefined()
  expect(screen.queryByRole("alert")).toBeNull()
})

it("a long list is searched by what its rows say", async () => {
  answering(12)
  render(<Subscriptions />)
  const field = await screen.findByRole("searchbox", { name: searching("subscription").search })
  fireEvent.input(field, { target: { value: "GADGETS watch 1" } })
  expect(names()).toEqual(["Watch 1", "Watch 11"])
  expect(screen.getByText("2 subscriptions")).toBeDefined()
  fireEvent.input(field, { target: { value: "sprockets" } })
  expect(screen.getByText(searching("subscription").noMatch)).toBeDefined()
  fireEvent.click(screen.getByRole("button", { name: searching("subscription").showAll }))
  expect(names()).toHaveLength(12)
})
