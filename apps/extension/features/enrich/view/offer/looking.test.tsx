// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { show } from "../../../../tests/show-stage.tsx"
import { Looking } from "./looking.tsx"

// Other test files in the same process remember hosts too.
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  localStorage.clear()
})

it("names nobody at first; after a lookup on a host, names the next profile there before the worker answers", async () => {
  const address = "https://www.linkedin.com/in/ada-sample-4b2a19"
  render(<Looking address={address} />)
  expect(screen.getByRole("heading").textContent).toBe("")
  cleanup()
  show("ready")
  await screen.findByRole("button", { name: /Enrich/ })
  await vi.waitFor(() => expect(localStorage).not.toHaveLength(0))
  cleanup()
  render(<Looking address={address} />)
  expect(screen.getByRole("heading").textContent).toBe("Ada Sample")
})
