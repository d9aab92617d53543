// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/preact"
import { describe, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import { storedAccount } from "../../../tests/samples/accounts.ts"
import { errors } from "../../../tests/samples/failures.ts"
import {
  good,
  open,
  permissions,
  save,
  type,
  waitForText,
  withPermissions,
  worker
} from "../../../tests/samples/settings.tsx"
import { SettingsPage } from "./settings.tsx"

withPermissions()

describe("a page that stays open", () => {
  const daily = () => screen.getByLabelText<HTMLInputElement>(/^Day cap/).value
  const changed = { ...storedAccount, values: { ...storedAccount.values, cap_day: "7" } }

  it("follows changes of another page: input is kept, and no older value overwrites a newer one", async () => {
    const { elsewhere, of } = await open(storedAccount, good)
    type(/^Profile site/, "people.example")
    elsewhere(changed)
    await vi.waitFor(() => expect(daily()).toBe("7"))
    save()
    await waitForText(/The account works/)
    expect(of("saveAccount")).toMatchObject([{ values: { cap_day: "7", profile_site: "people.example" } }])
  })

  it("follows changes again after it has saved", async () => {
    const { elsewhere } = await open(storedAccount, good)
    type(/^Day cap/, "20")
    save()
    await waitForText(/The account works/)
    await vi.waitFor(() => expect(daily()).toBe("20"))
    elsewhere(changed)
    await vi.waitFor(() => expect(daily()).toBe("7"))
  })

  it("keeps input that is entered after a save but before the saved account is read again", async () => {
    const { of } = await open(storedAccount, good, good)
    let give = () => {}
    permissions.remove.mockReturnValue(new Promise((resolve) => (give = () => resolve(true))))
    type(/^Base address/, "https://new.example/v1")
    type(/^API key/, "first")
    save()
    await waitForText(/The account works/)
    type(/^Day cap/, "33")
    type(/^API key/, "second")
    give()
    await vi.waitFor(() => expect(permissions.remove).toHaveBeenCalled())
    await new Promise((resolve) => setTimeout(resolve, 50))
    save()
    await vi.waitFor(() => expect(of("saveAccount")).toHaveLength(2))
    expect(of("saveAccount")[1]).toMatchObject({ values: { cap_day: "33", api_key: "second" } })
  })

  it("keeps what was entered if it cannot be read again, which saving then says", async () => {
    const { send, elsewhere } = worker(storedAccount)
    let isStopped = false
    const stopping = (...[name, input]: Parameters<Send>) =>
      isStopped ? Promise.resolve({ ok: false, error: errors.unavailable }) : send(name, input)
    render(<SettingsPage send={stopping as Send} />)
    await screen.findByRole("button", { name: "Save and check" })
    type(/^Profile site/, "people.example")
    isStopped = true
    elsewhere(changed)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.getByLabelText<HTMLInputElement>(/^Profile site/).value).toBe("people.example")
    save()
    await waitForText(/503/)
    expect(screen.getByLabelText<HTMLInputElement>(/^Profile site/).value).toBe("people.example")
  })

  it("keeps what was entered for an account that was removed elsewhere, and makes no new account of it", async () => {
    const { elsewhere, of } = await open(storedAccount, good)
    type(/^Profile site/, "people.example")
    elsewhere(null)
    await waitForText(/The account default was removed/)
    const reads = of("accounts").length
    document.dispatchEvent(new Event("visibilitychange"))
    await vi.waitFor(() => expect(of("accounts").length).toBeGreaterThan(reads))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.getByLabelText<HTMLInputElement>(/^Profile site/).value).toBe("people.example")
    save()
    await vi.waitFor(() => expect(of("saveAccount")).toMatchObject([{ account: "default", isNew: false }]))
    fireEvent.click(screen.getByRole("button", { name: /^Connect|^Add/ }))
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Profile site/).value).toBe(""))
  })

  it("starts a new form if its account was removed elsewhere, and says so", async () => {
    const { elsewhere } = await open(storedAccount)
    elsewhere(null)
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Base address/).value).toBe(""))
    await waitForText(/The account default was removed/)
  })

  it("no longer says so once the account is saved again", async () => {
    const { elsewhere } = await open(storedAccount, good)
    elsewhere(null)
    await waitForText(/The account default was removed/)
    type(/^Base address/, "https://api.provider.example")
    type(/^API key/, "new")
    save()
    await vi.waitFor(() => expect(document.body.textContent).not.toMatch(/The account default was removed/))
  })

  it("can still save a new account if the one that it was to stand beside was removed elsewhere", async () => {
    const { elsewhere, of } = await open(storedAccount, good)
    fireEvent.click(screen.getByRole("button", { name: /^Add/ }))
    await waitForText(/New account/)
    elsewhere(null)
    await vi.waitFor(() => expect(screen.queryByText("New account")).toBeNull())
    type(/^Base address/, "https://api.provider.example")
    type(/^API key/, "new")
    save()
    await waitForText(/The account works/)
    expect(of("saveAccount")).toMatchObject([{ account: "default", isNew: true }])
  })

  it("no longer says so once another page has connected it again", async () => {
    const { elsewhere } = await open(storedAccount)
    elsewhere(null)
    await waitForText(/The account default was removed/)
    elsewhere(storedAccount)
    await vi.waitFor(() => expect(document.body.textContent).not.toMatch(/The account default was removed/))
  })
})
