// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { Limits } from "./Limits.tsx"
import { activity as words } from "./words.ts"

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

it("shows those of many limits of which the least is left, and the others by a search or a click", () => {
  vi.stubGlobal("fetch", async () => Response.json({ times: [], series: [] }))
  const limits = Array.from({ length: 300 }, (_, n) => ({
    account: `codehost/team-${n}`,
    name: "Requests",
    resource: "core",
    window: "hour",
    limit: n % 2 === 0 ? 5000 : null,
    remaining: n === 123 ? 0 : 5000 - n,
    resetsAt: "2026-01-01T00:00:00.000Z"
  }))
  render(<Limits limits={limits} />)
  const accounts = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent)
  expect([accounts().length, accounts()[0]]).toEqual([10, "codehost/team-298"])
  fireEvent.input(screen.getByRole("searchbox"), { target: { value: "team-77" } })
  expect(accounts()).toEqual(["codehost/team-77"])
  fireEvent.input(screen.getByRole("searchbox"), { target: { value: "" } })
  fireEvent.click(screen.getByRole("button", { name: words.leastLeft.all(300) }))
  expect([accounts().length, accounts()[0]]).toEqual([300, "codehost/team-0"])
})
