// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { ADDRESS, DIRECT, facts, run } from "../../../../tests/samples/repository.tsx"
import { RunList } from "./runs.tsx"

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it("counts the seconds of a run on from each minute's reading, none of them twice", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-23T13:45:00Z") })
  const newest = [run(77, { state: "running", startedAt: "2026-11-23T13:44:50Z" })]
  const list = () => (
    <RunList
      runs={{ newest, failed: [] }}
      context={{
        send: vi.fn(),
        of: DIRECT,
        name: "",
        facts,
        who: "",
        page: ADDRESS,
        now: Date.now(),
        onSettings: vi.fn()
      }}
    />
  )
  const { container, rerender } = render(list())
  expect(container.textContent).toContain("0:10")
  await act(() => void vi.advanceTimersByTime(59_500))
  expect(container.textContent).toContain("1:09")
  vi.advanceTimersByTime(500)
  rerender(list())
  expect(container.textContent).toContain("1:10")
  await act(() => void vi.advanceTimersByTime(2000))
  expect(container.textContent).toContain("1:12")
})
