// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { Limits } from "./Limits.tsx"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it("names the column in every cell, because a narrow window stacks cells and hides the head", () => {
  vi.stubGlobal("fetch", async () => Response.json({ times: [], series: [] }))
  const limit = { resource: "core", window: "hour", limit: 5000, remaining: 4997, resetsAt: "2026-01-01T00:00:00.000Z" }
  const view = render(<Limits limits={[{ account: "codehost/main", name: "Requests", ...limit }]} />)
  const names = [...view.container.querySelectorAll("thead th")].map(({ textContent }) => textContent)
  const labels = [...view.container.querySelectorAll("table.stacking tbody td")].map((cell) =>
    cell.getAttribute("data-label")
  )
  expect(labels).toEqual(names.slice(1))
})
