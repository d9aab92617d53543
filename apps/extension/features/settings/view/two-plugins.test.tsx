// @vitest-environment happy-dom
import { manifest } from "@inlay/salesdata/manifest"
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

import type { AccountRef } from "../../../messaging/account.ts"
import { tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import type { RequestName } from "../../../messaging/contract.ts"
import { otherSections, spending, storedAccount } from "../../../tests/samples/accounts.ts"
import { errors } from "../../../tests/samples/failures.ts"
import type { AccountView, Check } from "../../accounts/requests.ts"
import { SettingsPage } from "./settings.tsx"

const [apiKey = { id: "", title: "", fields: [] }] = manifest.accountKinds
const plugins = [
  { id: "salesdata", title: "Sales data", accountKinds: [apiKey] },
  { id: "other", title: "Other", accountKinds: [apiKey] }
]
const other: AccountView = {
  ...storedAccount,
  plugin: "other",
  values: { ...storedAccount.values, base_url: "https://other.example/v1" }
}
const good: Check = { ok: true, saved: true, limits: [], problems: [] }
const removed: Array<AccountRef> = []
const savedAccounts: Array<AccountRef> = []

/**
 * Opens both accounts.
 * @param ending what the worker waits for before it answers a check or a removal
 * @param isLast whether it answers nothing else afterwards
 */
const openBoth = async (ending: Promise<void> = Promise.resolve(), isLast = false) => {
  let accounts = [storedAccount, other]
  const send = async (name: RequestName, input: AccountRef) => {
    if (isLast && savedAccounts.length + removed.length > 0 && name === "accounts") {
      return { ok: false, error: errors.unavailable }
    }
    if (name === "saveAccount") {
      await ending
      savedAccounts.push({ plugin: input.plugin, account: input.account })
    }
    if (name === "removeAccount") {
      const hasFailed = await ending.then(
        () => false,
        () => true
      )
      if (hasFailed) return { ok: false, error: errors.storage }
      removed.push({ plugin: input.plugin, account: input.account })
      accounts = accounts.filter((one) => one.plugin !== input.plugin)
    }
    const outputs: { readonly [name in RequestName]?: unknown } = {
      accounts: { plugins, accounts },
      preferences: { showInPage: true },
      saveAccount: good,
      spending
    }
    return otherSections(name) ?? { ok: true, output: outputs[name] ?? null }
  }
  render(<SettingsPage send={send as unknown as Send} />)
  await screen.findByRole("button", { name: "Save and check" })
  return {
    removeInOtherPage: () => {
      accounts = [other]
      tellChange({ inlay: "removeAccount" }, { ok: true, output: null })
    }
  }
}

const address = () => screen.getByLabelText<HTMLInputElement>(/^Base address/)
const editOther = async () => {
  fireEvent.click(screen.getByRole("button", { name: /^Edit/ }))
  await vi.waitFor(() => expect(address().value).toBe("https://other.example/v1"))
}

beforeEach(() => {
  removed.length = 0
  savedAccounts.length = 0
  const granted = () => Promise.resolve(true)
  vi.stubGlobal("chrome", { permissions: { contains: granted, request: granted, remove: granted } })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe("two plugins, each with an account of the same name", () => {
  it("are listed with their own accounts, hosts and buttons", async () => {
    await openBoth()
    const list = screen.getByRole("region", { name: "Accounts" })
    expect([...list.querySelectorAll("h3, li div")].map(({ textContent }) => textContent)).toEqual([
      "Sales data",
      "defaultapi.provider.example",
      "Other",
      "defaultother.example"
    ])
    fireEvent.click(screen.getByRole("button", { name: /^Add another other account/i }))
    await screen.findByRole("heading", { name: "New account" })
    fireEvent.input(screen.getByLabelText(/^Name/), { target: { value: " team " } })
    fireEvent.input(address(), { target: { value: "https://typed.example/v1" } })
    fireEvent.input(screen.getByLabelText(/^API key/), { target: { value: "k-1" } })
    fireEvent.click(screen.getByRole("button", { name: "Save and check" }))
    await vi.waitFor(() => expect(savedAccounts).toEqual([{ plugin: "other", account: "team" }]))
  })

  it("the address can lead to one of them", async () => {
    location.hash = "#other"
    await openBoth()
    expect(address().value).toBe("https://other.example/v1")
    location.hash = ""
  })

  it("the question before a removal does not pass on to the other account", async () => {
    await openBoth()
    fireEvent.click(screen.getByRole("button", { name: "Remove account" }))
    await editOther()
    expect(screen.queryByRole("button", { name: "Yes, remove" })).toBeNull()
    fireEvent.click(screen.getByRole("button", { name: "Remove account" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
    await vi.waitFor(() => expect(document.body.textContent).toMatch(/was removed/))
    expect(removed).toEqual([{ plugin: "other", account: "default" }])
    expect(screen.queryByRole("button", { name: "Yes, remove" })).toBeNull()
  })

  it("a check that ends late does not leave the form that the user has opened since", async () => {
    let end = () => {}
    await openBoth(new Promise((resolve) => (end = resolve)))
    fireEvent.input(screen.getByLabelText(/^Day cap/), { target: { value: "9" } })
    fireEvent.click(screen.getByRole("button", { name: "Save and check" }))
    await editOther()
    fireEvent.input(address(), { target: { value: "https://typed.example/v1" } })
    end()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(address().value).toBe("https://typed.example/v1")
  })

  it("a removal that ends late does not leave the form that the user has opened since", async () => {
    let end = () => {}
    await openBoth(new Promise((resolve) => (end = resolve)))
    fireEvent.click(screen.getByRole("button", { name: "Remove account" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
    await editOther()
    fireEvent.input(address(), { target: { value: "https://typed.example/v1" } })
    end()
    await vi.waitFor(() => expect(document.body.textContent).toMatch(/The account default was removed/))
    expect(address().value).toBe("https://typed.example/v1")
  })

  it("a removal that fails late leaves the form that the user has opened since, and says of which account it was", async () => {
    let fail = () => {}
    const { removeInOtherPage } = await openBoth(new Promise((_, reject) => (fail = () => reject(new Error("full")))))
    fireEvent.click(screen.getByRole("button", { name: "Remove account" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
    await editOther()
    fireEvent.input(address(), { target: { value: "https://typed.example/v1" } })
    fail()
    await vi.waitFor(() => expect(document.body.textContent).toMatch(/Remove the account default: .*storage is full/))
    expect(address().value).toBe("https://typed.example/v1")
    expect(removed).toEqual([])
    removeInOtherPage()
    await screen.findByText("The account default was removed.")
    expect(document.body.textContent).not.toMatch(/storage is full/)
  })

  it.each([
    ["check", () => fireEvent.click(screen.getByRole("button", { name: "Save and check" })), savedAccounts],
    [
      "removal",
      () => {
        fireEvent.click(screen.getByRole("button", { name: "Remove account" }))
        fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
      },
      removed
    ]
  ])(
    "a %s that ends late leaves what has been entered since, also if nothing can be read then",
    async (_, begin, ended) => {
      let end = () => {}
      await openBoth(new Promise((resolve) => (end = resolve)), true)
      begin()
      await editOther()
      fireEvent.input(address(), { target: { value: "https://typed.example/v1" } })
      end()
      await vi.waitFor(() => expect(ended).toHaveLength(1))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(address().value).toBe("https://typed.example/v1")
    }
  )
})
