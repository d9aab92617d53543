// @vitest-environment happy-dom
import { manifest as salesdata } from "@inlay/salesdata/manifest"
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { preferencesWorker, storedAccount } from "../../../tests/samples/accounts.ts"
import { emptySessionStorage } from "../../../tests/session-storage.ts"
import { Sample } from "./sample.tsx"
import { Welcome } from "./welcome.tsx"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

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
  await vi.waitFor(() => expect(screen.getByText("Stored").getAttribute("role")).toBe("status"))
  expect(popup?.checked).toBe(true)
})

it("reverts to the stored choice if storing fails, and says why", async () => {
  const { send } = preferencesWorker(false)
  render(<Welcome send={send} />)
  const popup = screen.getByRole<HTMLInputElement>("radio", { name: /In the popup only/ })
  const page = screen.getByRole<HTMLInputElement>("radio", { name: /In the page and/ })
  await vi.waitFor(() => expect(page.checked).toBe(true))
  fireEvent.click(popup)
  expect((await screen.findByRole("alert")).textContent).toMatch(/storage is full/)
  expect([page.checked, popup.checked]).toEqual([true, false])
})

it("has three steps, and the first one detects when the button is in the toolbar", async () => {
  const getUserSettings = vi.fn<() => Promise<object>>().mockRejectedValueOnce(new Error("not supported"))
  vi.stubGlobal("chrome", { action: { getUserSettings } })
  render(<Welcome send={preferencesWorker().send} />)
  const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)
  expect(titles.slice(1)).toEqual(["1. Pin the button", "2. Connect what you have", "3. Where the answer is shown"])
  await vi.waitFor(() => expect(getUserSettings).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(screen.queryByText("The button is in the toolbar.")).toBeNull()
  // The user pins it in the browser's own menu, and comes back.
  getUserSettings.mockResolvedValue({ isOnToolbar: true })
  fireEvent.focus(globalThis.window)
  expect(await screen.findByText("The button is in the toolbar.")).toBeTruthy()
  expect(screen.getByRole("link", { name: "See a sample profile" }).getAttribute("href")).toBe("/sample.html")
})

it("connects with a hub's code, or with nothing yet", async () => {
  render(<Welcome send={preferencesWorker().send} />)
  // The choices appear all at once, so that none moves under the pointer.
  expect(screen.queryByRole("radio", { name: /Your team's hub/ })).toBeNull()
  fireEvent.click(await screen.findByRole("radio", { name: /Your team's hub/ }))
  expect(await screen.findByLabelText("Pairing code")).toBeTruthy()
  fireEvent.click(screen.getByRole("radio", { name: /Nothing yet/ }))
  await vi.waitFor(() => expect(screen.queryByLabelText("Pairing code")).toBeNull())
})

it.each([
  ["suggests a day cap in the account's form", [], "50"],
  [
    "shows in that form an account that is connected already",
    [{ ...storedAccount, values: { ...storedAccount.values, cap_day: "7" } }],
    "7"
  ]
])("%s", async (_, accounts, cap) => {
  const { send } = preferencesWorker()
  const withPlugin: typeof send = (name, input) =>
    name === "accounts"
      ? (Promise.resolve({ ok: true, output: { plugins: [salesdata], accounts } }) as never)
      : send(name, input)
  render(<Welcome send={withPlugin} />)
  fireEvent.click(await screen.findByRole("radio", { name: /Sales data/ }))
  expect(screen.getByLabelText<HTMLInputElement>("Day cap").value).toBe(cap)
})

it("ends at a sample profile, which sends no request", async () => {
  emptySessionStorage()
  render(<Sample now={Date.now()} onSettings={() => undefined} />)
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ada Sample")
  expect(screen.getByText("do not call")).toBeTruthy()
  expect(document.body.textContent).toMatch(/0 credits/)
  fireEvent.click(screen.getByRole("button", { name: /More/ }))
  fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
  expect((await screen.findByRole("alert")).textContent).toMatch(/No account is connected/)
})
