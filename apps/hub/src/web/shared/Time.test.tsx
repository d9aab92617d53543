// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { Time } from "./Time.tsx"

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it("goes on while the page is open", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-29T12:00:00Z"), toFake: ["Date", "setInterval", "clearInterval"] })
  render(<Time at="2026-11-29T11:59:50Z" />)
  screen.getByText("just now")
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(300_000)
  await screen.findByText("5 minutes ago")
})
