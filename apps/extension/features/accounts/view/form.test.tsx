// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { describe, expect, it, vi } from "vitest"

import { fieldTexts } from "../../../locales/settings.ts"
import { storedAccount } from "../../../tests/samples/accounts.ts"
import {
  fields,
  good,
  holding,
  open,
  permissions,
  save,
  type,
  waitForText,
  withPermissions,
  worker
} from "../../../tests/samples/settings.tsx"
import { SettingsPage } from "../../settings/view/settings.tsx"

withPermissions()

describe("the form", () => {
  it("has a labelled, described input for every field, less common ones under More settings", async () => {
    await open(null)
    for (const field of fields) {
      const { label, help } = fieldTexts[`salesdata.${field.name}`] ?? { label: "no text", help: "no text" }
      const input = screen.getByLabelText(new RegExp(`^${label}`))
      expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toContain(help)
      expect(input.getAttribute("type")).toBe(field.secret ? "password" : "text")
    }
    const more = [...document.querySelectorAll("details input")].map((input) => input.getAttribute("name"))
    expect(more).not.toContain("base_url")
    expect(more).toContain("credits_field")
  })

  it("says how the browser knows a host that is not written in plain letters", async () => {
    await open(null)
    type(/^Base address/, "https://api.prov\u0456der.example")
    await waitForText(/knows this host as api\.xn--provder-uog\.example/)
  })

  it("has the browser ask before input that is not saved is lost, as by the choice of another language", async () => {
    const isAsked = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }))
    await open(storedAccount, good)
    expect(isAsked()).toBe(false)
    type(/^Profile site/, "people.example")
    expect(isAsked()).toBe(true)
    type(/^Profile site/, storedAccount.values.profile_site ?? "")
    expect(isAsked()).toBe(false)
    type(/^API key/, "k")
    expect(isAsked()).toBe(true)
    type(/^API key/, "")
    expect(isAsked()).toBe(false)
    // What was saved is not read again yet.
    permissions.remove.mockReturnValue(new Promise(() => undefined))
    type(/^Base address/, "https://new.example/v1")
    type(/^API key/, "k-2")
    save()
    await waitForText(/The account works/)
    expect(isAsked()).toBe(false)
    type(/^Profile site/, "other.example")
    expect(isAsked()).toBe(true)
  })

  it("never shows a stored secret, and says that it is stored", async () => {
    await open(storedAccount)
    const key = screen.getByLabelText<HTMLInputElement>(/^API key/)
    expect(key.value).toBe("")
    expect(key.placeholder).toBe("Stored. Leave empty to keep it.")
    expect(screen.getByLabelText<HTMLInputElement>(/^Base address/).value).toBe("https://api.provider.example/v1")
  })

  it("shows what is wrong beside the field, and sends no request", async () => {
    const { of } = await open(null)
    type(/^Base address/, "http://api.provider.example")
    type(/^Day cap/, "lots")
    save()
    await waitForText(/Use https/)
    expect(document.body.textContent).toMatch(/Enter a number, 0 or more/)
    expect(document.body.textContent).toMatch(/Needed to connect/)
    const address = screen.getByLabelText(/^Base address/)
    expect(address.getAttribute("aria-invalid")).toBe("true")
    expect(address.getAttribute("aria-describedby")).toContain("field-base_url-error")
    expect(document.activeElement).toBe(address)
    expect(of("saveAccount")).toEqual([])
    expect(permissions.request).not.toHaveBeenCalled()
  })

  it.each([
    ["default", /An account default already exists/],
    ["a b", /Correct the marked fields/],
    ["", /Correct the marked fields/]
  ])("saves no other account under the name %j, and leads to its field", async (name, says) => {
    const { of } = await open(storedAccount, good)
    fireEvent.click(screen.getByRole("button", { name: /^Add/ }))
    await waitForText(/New account/)
    type(/^Base address/, "https://api.provider.example")
    type(/^API key/, "k-1")
    type(/^Name/, name)
    save()
    await waitForText(says)
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/))
    expect(of("saveAccount")).toEqual([])
  })

  it("marks the name of a further account as required like its fields, in a quiet colour", async () => {
    await open(storedAccount)
    fireEvent.click(screen.getByRole("button", { name: /^Add/ }))
    await waitForText(/New account/)
    const marks = [...document.querySelectorAll("label .quiet")].map(({ parentElement }) => parentElement?.textContent)
    expect(marks).toEqual(["Name · required", "Base address · required", "API key · required"])
  })

  it("shows what the network's agreement says, next to the choice", async () => {
    await open(null)
    expect(document.body.textContent).toMatch(/user agreement forbids inserting elements into its pages.*in breach/)
    const inPage = screen.getByRole<HTMLInputElement>("radio", { name: /^In the page and.*A card/ })
    await vi.waitFor(() => expect(inPage.checked).toBe(true))
  })

  it("stores the hosts of pages before it says that the account is saved, because the page may be closed then", async () => {
    const { send, release } = holding(worker(null, good).send, "repositoryHosts")
    render(<SettingsPage send={send} />)
    await screen.findByRole("button", { name: "Save and check" })
    type(/^API key/, "key")
    type(/^Base address/, "https://api.provider.example/v1")
    save()
    await waitForText(/Checking/)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(document.body.textContent).not.toMatch(/Saved/)
    release()
    await waitForText(/Saved/)
  })

  it("stores where answers are shown the moment it is chosen, without Save", async () => {
    const { of } = await open(null)
    fireEvent.click(screen.getByRole("radio", { name: /^In the popup only.*No page is changed/ }))
    expect(of("savePreferences")).toEqual([{ showInPage: false }])
    await waitForText(/Stored/)
    expect(of("saveAccount")).toEqual([])
  })

  it("suggests a day cap when connecting, which can be cleared; a stored account's cap is unchanged", async () => {
    const { of } = await open(null, good)
    const cap = screen.getByLabelText<HTMLInputElement>(/^Day cap/)
    expect(cap.value).toBe("50")
    expect(document.body.textContent).toMatch(/Suggested\. Change it, or clear it for no cap/)
    type(/^Day cap/, "")
    expect(document.body.textContent).not.toMatch(/Suggested/)
    type(/^Base address/, "https://api.provider.example/v1")
    type(/^API key/, "k-1")
    save()
    await waitForText(/The account works/)
    expect(of("saveAccount")).toMatchObject([{ values: { cap_day: "" } }])
    cleanup()
    await open({ ...storedAccount, values: { base_url: "https://api.provider.example/v1" } })
    expect(screen.getByLabelText<HTMLInputElement>(/^Day cap/).value).toBe("")
  })
})
