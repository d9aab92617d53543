// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/preact"
import { describe, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import type { RequestName } from "../../../messaging/contract.ts"
import { storedAccount } from "../../../tests/samples/accounts.ts"
import { errors } from "../../../tests/samples/failures.ts"
import {
  bad,
  good,
  holding,
  open,
  permissions,
  save,
  type,
  waitForText,
  withPermissions,
  worker,
  wrong
} from "../../../tests/samples/settings.tsx"
import { SettingsPage } from "../../settings/view/settings.tsx"

withPermissions()

describe("saving", () => {
  const fill = () => {
    type(/^Base address/, " https://api.provider.example/v1 ")
    type(/^API key/, "k-1")
  }

  it("asks the browser inside the click, for this address only, then checks and shows the limits", async () => {
    const { of } = await open(null, good)
    fill()
    save()
    expect(permissions.request).toHaveBeenCalledExactlyOnceWith({ origins: ["https://api.provider.example/*"] })
    await waitForText(/The account works/)
    expect(document.body.textContent).toMatch(/118 of 120 left/)
    expect(of("saveAccount")).toMatchObject([
      { force: false, values: { base_url: "https://api.provider.example/v1", api_key: "k-1" } }
    ])
    expect(screen.getByLabelText<HTMLInputElement>(/^API key/).value).toBe("")
  })

  it("says of full storage that nothing was stored: the check may have been sent", async () => {
    const own = { is: "storage", why: "failed", detail: "quota" } as const
    const error = { reason: "Refused", operation: "", what: "", guard: "ledger", nothing: "sent", own } as const
    const sendOther = worker(null).send
    const send = (name: RequestName, input: never) =>
      name === "saveAccount" ? Promise.resolve({ ok: false, error }) : sendOther(name, input)
    render(<SettingsPage send={send as unknown as Send} />)
    await screen.findByRole("button", { name: "Save and check" })
    fill()
    save()
    await waitForText(/Nothing was stored\. Free some disk space/)
    expect(document.body.textContent).not.toContain("Nothing was sent")
  })

  it("does not ask for a permission that is already granted", async () => {
    permissions.contains.mockResolvedValue(true)
    await open(storedAccount, good)
    const origins = ["https://api.provider.example/*"]
    await vi.waitFor(() => expect(permissions.contains).toHaveBeenCalledWith({ origins }))
    save()
    await waitForText(/The account works/)
    expect(permissions.request).not.toHaveBeenCalled()
  })

  it("asks again for a permission that was given back in between", async () => {
    const granted = new Set(["https://api.provider.example/*"])
    const all = (asked: object, change: (pattern: string) => boolean) =>
      Promise.resolve(((asked as { readonly origins?: ReadonlyArray<string> }).origins ?? []).every(change))
    permissions.contains.mockImplementation((asked) => all(asked, (pattern) => granted.has(pattern)))
    permissions.request.mockImplementation((asked) => all(asked, (pattern) => granted.add(pattern).has(pattern)))
    permissions.remove.mockImplementation((asked) => all(asked, (pattern) => granted.delete(pattern)))
    const { of } = await open(storedAccount, good, good)
    const saveAt = async (address: string, times: number) => {
      type(/^Base address/, address)
      type(/^API key/, "k")
      const origins = [`${new URL(address).origin}/*`]
      await vi.waitFor(() => expect(permissions.contains).toHaveBeenLastCalledWith({ origins }))
      save()
      await vi.waitFor(() => expect(of("saveAccount")).toHaveLength(times))
      await vi.waitFor(() => expect([...granted]).toEqual(origins))
      await waitForText(/The account works/)
    }
    await saveAt("https://other.example", 1)
    await saveAt("https://api.provider.example/v1", 2)
    expect(permissions.request.mock.calls).toEqual([
      [{ origins: ["https://other.example/*"] }],
      [{ origins: ["https://api.provider.example/*"] }]
    ])
  })

  it("does not say that changed input is saved", async () => {
    await open(null, good, bad)
    fill()
    save()
    await waitForText(/The account works/)
    type(/^Day cap/, "33")
    expect(document.body.textContent).not.toMatch(/The account works|118 of 120 left/)
    save()
    await waitForText(/The key was refused/)
    type(/^API key/, "k-2")
    expect(document.body.textContent).toMatch(/Not saved yet.*The key was refused/)
  })

  it("does not say that what is entered during the check is saved", async () => {
    const { send, release } = holding(worker(null, good).send, "saveAccount")
    render(<SettingsPage send={send} />)
    await screen.findByRole("button", { name: "Save and check" })
    fill()
    save()
    await waitForText(/Checking/)
    type(/^Day cap/, "33")
    release()
    await screen.findByRole("button", { name: "Save and check" })
    expect(document.body.textContent).not.toMatch(/The account works/)
    expect(screen.getByLabelText<HTMLInputElement>(/^Day cap/).value).toBe("33")
  })

  it("gives back the permission if the account is not saved, and asks for it again", async () => {
    const { of } = await open(null, bad, bad)
    fill()
    save()
    await waitForText(/Not saved yet/)
    const origins = ["https://api.provider.example/*"]
    expect(permissions.remove.mock.calls).toEqual([[{ origins }]])
    fireEvent.click(screen.getByRole("button", { name: "Save anyway" }))
    await waitForText(/Saved, although the check failed/)
    expect(of("saveAccount")).toHaveLength(2)
    expect(permissions.request).toHaveBeenCalledTimes(2)
    expect(permissions.remove).toHaveBeenCalledTimes(1)
  })

  it("gives back the permission if it could not be asked whether the account works, which is asked once", async () => {
    const { send, of } = worker(null)
    const failing = async (...[name, input]: Parameters<Send>) => {
      const reply = await send(name, input)
      return name === "saveAccount" ? { ok: false, error: errors.unavailable } : reply
    }
    render(<SettingsPage send={failing as Send} />)
    await screen.findByRole("button", { name: "Save and check" })
    fill()
    const form = screen.getByLabelText(/^API key/).closest("form")
    if (form === null) throw new Error("there is no form")
    fireEvent.submit(form)
    await waitForText(/Checking/)
    fireEvent.submit(form)
    await waitForText(/503/)
    expect(of("saveAccount")).toHaveLength(1)
    expect(permissions.remove.mock.calls).toEqual([[{ origins: ["https://api.provider.example/*"] }]])
  })

  it.each([
    ["is declined", () => Promise.resolve(false)],
    ["cannot be asked", () => Promise.reject(new Error("no user gesture"))]
  ])("saves nothing when the browser's question %s, unless told to", async (_, request) => {
    permissions.request.mockImplementation(request)
    const { of } = await open(null, bad)
    fill()
    save()
    await waitForText(/Not saved yet.*may not reach api\.provider\.example yet/)
    expect(of("saveAccount")).toEqual([])
    fireEvent.click(screen.getByRole("button", { name: "Save anyway" }))
    await waitForText(/Saved, although the check failed/)
    expect(of("saveAccount")).toMatchObject([{ force: true }])
  })

  it("shows each problem with its remedy, and saves anyway only when told", async () => {
    const { of } = await open(null, bad, bad)
    fill()
    save()
    await waitForText(/Not saved yet/)
    expect(document.body.textContent).toMatch(/The key was refused\. Check the key in the settings\./)
    fireEvent.click(screen.getByRole("button", { name: "Save anyway" }))
    await waitForText(/Saved, although the check failed/)
    expect(of("saveAccount")).toMatchObject([{ force: false }, { force: true }])
    expect(screen.queryByRole("button", { name: "Save anyway" })).toBeNull()
  })

  it("does not claim that an account works if it was saved without asking the service", async () => {
    await open(null, { ...good, limits: [], isUnasked: true })
    fill()
    save()
    await waitForText(/Saved\./)
    expect(document.body.textContent).not.toMatch(/The account works/)
  })

  it("names a missing field by its label", async () => {
    await open(null, wrong)
    fill()
    save()
    await waitForText(/Not saved yet.*API key is missing/)
  })

  it("does not report an account that cannot work as saved, even when told to save", async () => {
    const { of } = await open(null, wrong, wrong)
    fill()
    save()
    await waitForText(/Not saved yet/)
    expect(screen.getByLabelText(/^API key/).getAttribute("aria-invalid")).toBe("true")
    fireEvent.click(screen.getByRole("button", { name: "Save anyway" }))
    await vi.waitFor(() => expect(of("saveAccount")).toHaveLength(2))
    await waitForText(/Not saved yet/)
    expect(screen.queryByRole("button", { name: "Save anyway" })).toBeNull()
  })

  it("asks for the key again when the address changes, and revokes the permission for the old address", async () => {
    const { of } = await open(storedAccount, good)
    type(/^Base address/, "https://other.example")
    save()
    await waitForText(/The address changed/)
    expect(of("saveAccount")).toEqual([])
    type(/^API key/, "k-2")
    save()
    await waitForText(/The account works/)
    expect(permissions.remove).toHaveBeenCalledWith({ origins: ["https://api.provider.example/*"] })
  })
})
