// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { Welcome } from "../entrypoints/welcome/Welcome.tsx"
import { preferencesWorker } from "./samples/accounts.ts"

afterEach(cleanup)

it("says what is read and when, and what the network's agreement says", () => {
  const { container } = render(<Welcome send={preferencesWorker().send} />)
  expect(container.textContent).toMatch(
    /Before you click.*Nothing.*When you click.*stays in this browser.*Enrich.*your own provider/s
  )
  expect(container.textContent).toMatch(/user agreement forbids/)
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1)
})

it("stores the choice the moment it is made, without an account", async () => {
  const { send, asked } = preferencesWorker()
  render(<Welcome send={send} />)
  const [page, popup] = [/In the page and/, /In the popup only/].map((name) =>
    screen.getByRole<HTMLInputElement>("radio", { name })
  )
  await vi.waitFor(() => expect(page?.checked).toBe(true))
  if (popup !== undefined) fireEvent.click(popup)
  expect(asked.at(-1)).toEqual(["savePreferences", { showInPage: false }])
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("Stored"))
  expect(popup?.checked).toBe(true)
})

it("goes back to what is stored where storing fails, and says why", async () => {
  const { send } = preferencesWorker(false)
  render(<Welcome send={send} />)
  const popup = screen.getByRole<HTMLInputElement>("radio", { name: /In the popup only/ })
  const page = screen.getByRole<HTMLInputElement>("radio", { name: /In the page and/ })
  await vi.waitFor(() => expect(page.checked).toBe(true))
  fireEvent.click(popup)
  expect((await screen.findByRole("alert")).textContent).toMatch(/storage cannot be used/)
  expect([page.checked, popup.checked]).toEqual([true, false])
})
