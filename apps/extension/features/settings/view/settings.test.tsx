// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from "@testing-library/preact"
import { describe, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import { storedAccount } from "../../../tests/samples/accounts.ts"
import { errors } from "../../../tests/samples/failures.ts"
import { OF, open, permissions, waitForText, withPermissions, worker } from "../../../tests/samples/settings.tsx"
import { SettingsPage } from "./settings.tsx"

withPermissions()

describe("the rest of the page", () => {
  it("shows today's spending and unknown charges", async () => {
    await open(storedAccount)
    expect(document.body.textContent).toMatch(/13 credits today/)
    expect(document.body.textContent).toMatch(/mia-nguyen-4b2a19/)
    expect(document.body.textContent).toMatch(/A people search/)
  })

  it("reads today's spending again when it comes into sight, such as on another day", async () => {
    const { of } = await open(storedAccount)
    document.dispatchEvent(new Event("visibilitychange"))
    await vi.waitFor(() => expect(of("spending")).toHaveLength(2))
  })

  it("records an unknown charge, or asks again after a confirmation that shows the price", async () => {
    const { of } = await open(storedAccount)
    const [, first, second] = screen.getAllByRole("listitem")
    if (first === undefined || second === undefined) throw new Error("too little is listed")
    const row = within(first)
    fireEvent.click(row.getByRole("button", { name: /^Ask again/ }))
    expect(of("askAgain")).toEqual([])
    expect(first.textContent).toMatch(/charged a second time: up to 2 credits/)
    fireEvent.click(row.getByRole("button", { name: "Yes, ask again" }))
    await waitForText(/Mia Nguyen · 2 credits\. The answer is saved/)
    expect(of("askAgain")).toEqual([{ ...OF, id: "row-1", upTo: 2 }])
    // A settled charge disappears at once, so that it cannot be clicked a second time.
    expect(screen.getAllByRole("listitem").slice(1)).toEqual([second])
    fireEvent.click(within(second).getByRole("button", { name: "It was not charged" }))
    await waitForText(/A people search: Recorded as 0 credits/)
    expect(of("settleCharge")).toEqual([{ ...OF, id: "row-2", credits: 0 }])
    expect(of("spending").length).toBeGreaterThan(2)
    await waitForText(/Every lookup has a known charge/)
  })

  it("offers no second lookup for calls that cannot be repeated from here", async () => {
    await open(storedAccount)
    const search = screen.getAllByRole("listitem").at(-1)
    expect(search?.textContent).toMatch(/A people search.*price not known/)
    expect(search?.textContent).not.toMatch(/Ask again/)
  })

  it("removes the account in two steps", async () => {
    const { of } = await open(storedAccount)
    fireEvent.click(screen.getByRole("button", { name: "Remove account" }))
    expect(of("removeAccount")).toEqual([])
    expect(document.activeElement?.textContent).toBe("Cancel")
    fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
    await waitForText(/The account default was removed/)
    expect(screen.getByLabelText<HTMLInputElement>(/^Base address/).value).toBe("")
    expect(permissions.remove).toHaveBeenCalledWith({ origins: ["https://api.provider.example/*"] })
  })

  it("says why an account could not be removed", async () => {
    const { send } = worker(storedAccount)
    const failing = (...[name, input]: Parameters<Send>) =>
      name === "removeAccount" ? Promise.resolve({ ok: false, error: errors.unavailable }) : send(name, input)
    render(<SettingsPage send={failing as Send} />)
    fireEvent.click(await screen.findByRole("button", { name: "Remove account" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
    await waitForText(/503/)
    expect(permissions.remove).not.toHaveBeenCalled()
  })

  it("says which account cannot be opened, and offers to set it up again or to remove it", async () => {
    const { of } = await open({ ...OF, kind: "", values: {}, hasSecret: {}, closed: errors.keyLost })
    expect(screen.getByRole("alert").textContent).toMatch(
      /^The account default cannot be opened: .*lost the key.*\.Enter/
    )
    expect(screen.getByLabelText<HTMLInputElement>(/^Day cap/).value).toBe("50")
    expect(within(screen.getByRole("region", { name: "Accounts" })).getByText("Cannot be opened")).toBeDefined()
    fireEvent.click(screen.getByRole("button", { name: "Remove account" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
    await waitForText(/The account default was removed/)
    expect(of("removeAccount").length).toBe(1)
    expect(document.body.textContent).not.toMatch(/cannot be opened/)
  })

  it("keeps what can still be read of an account that cannot be opened", async () => {
    await open({ ...storedAccount, closed: errors.keyLost })
    expect(screen.getByLabelText<HTMLInputElement>(/^Base address/).value).toBe("https://api.provider.example/v1")
  })

  it("says when the worker cannot read the account", async () => {
    render(<SettingsPage send={() => Promise.resolve({ ok: false, error: errors.unavailable })} />)
    await waitForText(/503/)
  })
})
