// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it } from "vitest"

import { Welcome } from "../entrypoints/welcome/Welcome.tsx"

afterEach(cleanup)

it("says what is read and when, and what the network's agreement says", () => {
  const { container } = render(<Welcome />)
  expect(container.textContent).toMatch(
    /Before you click.*Nothing.*When you click.*stays in this browser.*Enrich.*your own provider/s
  )
  expect(container.textContent).toMatch(/user agreement forbids/)
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1)
})

it("carries the choice to the settings", () => {
  render(<Welcome />)
  const link = screen.getByRole("link", { name: "Connect an account" })
  expect(link.getAttribute("href")).toBe("/options.html")
  fireEvent.click(screen.getByRole("radio", { name: /In the popup only/ }))
  expect(link.getAttribute("href")).toBe("/options.html#popup-only")
})
