// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import { OtherSpending } from "./spending.tsx"

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it("settings that stay open overnight say what was spent today, not yesterday", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 22), toFake: ["Date", "setInterval", "clearInterval"] })
  const spent = { "2026-11-22": 40 } as Readonly<Record<string, number>>
  const send = async () => {
    const today = spent[new Date().toISOString().slice(0, 10)] ?? 1
    return { ok: true, output: { today, unknownCharges: [] } }
  }
  const { container } = render(<OtherSpending send={send as Send} of={{ plugin: "salesdata", account: "other" }} />)
  await vi.waitFor(() => expect(container.textContent).toMatch(/40 credits today/))
  vi.advanceTimersByTime(12 * 3_600_000)
  await vi.waitFor(() => expect(container.textContent).toMatch(/1 credit today/))
})
