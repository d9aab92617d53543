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
