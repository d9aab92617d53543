// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest"

import { onSeen } from "./on-seen.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it("acts once when another UTC day has begun, although the page was in sight all night, until it ends", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 22), toFake: ["Date", "setInterval", "clearInterval"] })
  const act = vi.fn<() => void>()
  const stop = onSeen(act)
  vi.advanceTimersByTime(90 * 60_000)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(12 * 3_600_000)
  expect(act).toHaveBeenCalledOnce()
  // The computer slept, and its timers with it.
  vi.setSystemTime(Date.UTC(2026, 10, 25, 8))
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(2)
  stop()
  vi.advanceTimersByTime(48 * 3_600_000)
  document.dispatchEvent(new Event("visibilitychange"))
  expect(act).toHaveBeenCalledTimes(2)
})

it("acts when the page comes into sight, and not when it is hidden or while it is", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 22), toFake: ["Date", "setInterval", "clearInterval"] })
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
  const act = vi.fn<() => void>()
  const stop = onSeen(act)
  document.dispatchEvent(new Event("visibilitychange"))
  vi.advanceTimersByTime(12 * 3_600_000)
  expect(act).not.toHaveBeenCalled()
  visibility.mockReturnValue("visible")
  document.dispatchEvent(new Event("visibilitychange"))
  expect(act).toHaveBeenCalledOnce()
  stop()
})
