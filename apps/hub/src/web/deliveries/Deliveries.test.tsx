// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { subscription } from "../testing/subscription.ts"
import { failures } from "../words.ts"
import { Deliveries } from "./Deliveries.tsx"
import { deliveries as words } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it("whoever tries again after the hub was away sees the deliveries", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("The hub is away.")))
  render(<Deliveries />)
  const again = await screen.findByRole("button", { name: failures.again })
  vi.stubGlobal("fetch", async () => Response.json({ subscriptions: [subscription], items: [] }))
  fireEvent.click(again)
  expect(await screen.findByText(words.none)).toBeDefined()
})

it("an empty list has no filters until it has something to filter, and keeps them where a filter leaves it empty", async () => {
  const delivery = {
    id: "msg_1",
    subscription: subscription.id,
    trigger: "codehost_new_issue",
    state: "delivered",
    why: null,
    attempts: 1,
    createdAt: "2026-06-01T00:00:00Z"
  }
  const items: Array<typeof delivery> = []
  vi.stubGlobal("fetch", async (path: string) =>
    Response.json({ subscriptions: [subscription], items: path.includes("state=") ? [] : items })
  )
  const view = render(<Deliveries />)
  expect(await screen.findByText(words.none)).toBeDefined()
  expect(screen.queryByRole("group", { name: words.filters })).toBeNull()
  view.unmount()
  items.push(delivery)
  render(<Deliveries />)
  const state = await screen.findByLabelText(words.state)
  fireEvent.change(state, { target: { value: "dead" } })
  await screen.findByText(words.noneOfFilter)
  fireEvent.change(state, { target: { value: "" } })
  expect(state.isConnected).toBe(true)
  await screen.findByText("delivered", { selector: ".mark" })
  expect(state.isConnected).toBe(true)
  // A name has its own direction beside texts of another script.
  expect(screen.getByText(subscription.name, { selector: "td *" }).localName).toBe("bdi")
})
