// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { IDBFactory } from "fake-indexeddb"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import { preferencesWorker } from "../../../tests/samples/accounts.ts"
import { errors } from "../../../tests/samples/failures.ts"
import { SettingsPage } from "../../settings/view/settings.tsx"

let local: Record<string, unknown> = {}
/** Addresses that the browser allows, whatever it is told. */
let kept: ReadonlyArray<string> = []
const reload = vi.fn<() => void>()

beforeEach(() => {
  local = { language: "en" }
  kept = []
  localStorage.clear()
  reload.mockReset()
  vi.stubGlobal("indexedDB", new IDBFactory())
  vi.stubGlobal("chrome", {
    runtime: { reload },
    storage: {
      local: { get: () => Promise.resolve(local), clear: () => Promise.resolve(void (local = {})) },
      session: { clear: () => Promise.resolve() }
    },
    permissions: {
      getAll: () => Promise.resolve({ origins: kept }),
      contains: () => Promise.resolve(false),
      remove: () => Promise.resolve(true)
    }
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

it("lists the sections, each with its name as the address's fragment", async () => {
  const { container } = render(<SettingsPage send={preferencesWorker().send} />)
  await screen.findByRole("button", { name: "Erase everything" })
  const links = [...screen.getByRole("navigation").querySelectorAll("a")].map((link) => link.getAttribute("href"))
  expect(links).toEqual(["#hub", "#place", "#notifications", "#language", "#data"].toSpliced(0, 0, "#accounts"))
  for (const link of links.slice(1)) expect(container.querySelector(link ?? ""), link ?? "").not.toBeNull()
})

it("erases everything after a confirmation, proves it, and starts again", async () => {
  render(<SettingsPage send={preferencesWorker().send} />)
  await screen.findByRole("button", { name: "Erase everything" })
  press("Erase everything")
  press("Cancel")
  expect(local).toEqual({ language: "en" })
  press("Erase everything")
  press("Yes, erase everything")
  expect(await screen.findByRole("heading", { name: "No Inlay data is left in this browser" })).toBeTruthy()
  expect(screen.getByRole("status").textContent).toMatch(/Records0 of 0 left.*Settings0 of 1 left/)
  expect(local).toEqual({})
  // Nothing can be saved until the extension has restarted.
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Restart the extension"])
  press("Restart the extension")
  expect(reload).toHaveBeenCalledOnce()
})

it("says what is left if not everything could be erased", async () => {
  kept = ["https://api.provider.example/*"]
  render(<SettingsPage send={preferencesWorker().send} />)
  await screen.findByRole("button", { name: "Erase everything" })
  press("Erase everything")
  press("Yes, erase everything")
  await screen.findByRole("heading", { name: "Some Inlay data is still in this browser" })
  expect(screen.getByRole("status").textContent).toMatch(/Settings0 of 1 left.*1 of 1 left/)
})

it("erases what can no longer be counted", async () => {
  render(<SettingsPage send={preferencesWorker().send} />)
  await screen.findByRole("button", { name: "Erase everything" })
  vi.spyOn(indexedDB, "open").mockImplementationOnce(() => {
    throw new Error("damaged")
  })
  press("Erase everything")
  press("Yes, erase everything")
  await screen.findByRole("heading", { name: "No Inlay data is left in this browser" })
  expect(local).toEqual({})
})

it("says that the file lacks what could not be read", async () => {
  await new Promise<void>((resolve) => {
    const request = indexedDB.open("inlay", 7)
    request.onupgradeneeded = () => void request.result.createObjectStore("notes")
    request.onsuccess = () => resolve(request.result.close())
  })
  vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementation(() => {
    throw new DOMException("Internal error", "UnknownError")
  })
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:everything")
  render(<SettingsPage send={preferencesWorker().send} />)
  fireEvent.click(await screen.findByRole("button", { name: "Save as a JSON file" }))
  await screen.findByText("Partly saved: damaged data that could not be read is missing (notes).")
})

it("offers a way forward if the storage is damaged: try again, save the file, or erase everything", async () => {
  const send = (() => Promise.resolve({ ok: false, error: errors.storage })) as unknown as Send
  render(<SettingsPage send={send} />)
  expect((await screen.findByRole("alert")).textContent).toMatch(/cannot be read.*storage is full/)
  const buttons = screen.getAllByRole("button").map(({ textContent }) => textContent)
  expect(buttons).toEqual(["Try again", "Save as a JSON file", "Erase everything"])
})

it("offers no erasure for a failure unrelated to storage", async () => {
  const send = (() => Promise.resolve({ ok: false, error: errors.unavailable })) as unknown as Send
  render(<SettingsPage send={send} />)
  await screen.findByRole("alert")
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Try again"])
})
