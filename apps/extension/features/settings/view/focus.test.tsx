// @vitest-environment happy-dom
// The address gives this file a document of its own. Other files load their modules again in one document, where each
// copy of what returns the focus listens until it is collected as garbage, and returns it for itself.
// @vitest-environment-options { "url": "https://settings.example/" }

import { plugin } from "@inlay/salesdata/browser"
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import type { RequestName } from "../../../messaging/contract.ts"
import { otherSections, spending, storedAccount } from "../../../tests/samples/accounts.ts"
import { SettingsPage } from "./settings.tsx"

const plugins = [{ id: "salesdata", title: "Sales data", accountKinds: plugin.accountKinds }]

const open = async () => {
  const accounts = [storedAccount, { ...storedAccount, account: "team" }]
  const send = ((name: RequestName) =>
    Promise.resolve(
      otherSections(name) ?? {
        ok: true,
        output:
          name === "accounts" ? { plugins, accounts } : name === "spending" ? spending : { showInPage: true, text: "" }
      }
    )) as unknown as Send
  render(<SettingsPage send={send} />)
  await screen.findByRole("heading", { name: "default" })
  return {
    /** Another page removes the account that is in the form. */
    removeElsewhere: () => {
      accounts.shift()
      tellChange({ inlay: "removeAccount" }, { ok: true, output: null })
    }
  }
}

const press = (name: string) => {
  const button = screen.getByRole("button", { name })
  button.focus()
  fireEvent.click(button)
}

beforeEach(() => {
  const permissions = { contains: () => Promise.resolve(true) }
  vi.stubGlobal("chrome", { permissions, storage: { local: { set: () => Promise.resolve() } } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it("Edit and Add lead to the form that opens", async () => {
  await open()
  expect(document.activeElement).toBe(document.body)
  press("Edit team")
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "team" })))
  press("Add another sales data account")
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "New account" })))
})

it("a form that opens on its own takes no focus", async () => {
  const { removeElsewhere } = await open()
  const button = screen.getByRole("button", { name: "Edit team" })
  button.focus()
  removeElsewhere()
  await screen.findByRole("heading", { name: /Sales data/ })
  expect(document.activeElement?.tagName).not.toBe("H2")
})

it("a removal that is cancelled leaves the focus on its button", async () => {
  await open()
  press("Remove account")
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Remove account"))
})
