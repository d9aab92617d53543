// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { currentLanguage } from "../../../locales/languages.ts"
import { LanguageChoice } from "./language.tsx"

let stored: Record<string, unknown> = {}
let fails = false

const local = {
  get: () => Promise.resolve(stored),
  set: (items: Record<string, unknown>) => {
    if (fails) return Promise.reject(new Error("the disk is full"))
    stored = { ...stored, ...items }
    return Promise.resolve()
  },
  remove: (key: string) => {
    stored = Object.fromEntries(Object.entries(stored).filter(([name]) => name !== key))
    return Promise.resolve()
  }
}

beforeEach(() => {
  stored = {}
  fails = false
  vi.stubGlobal("chrome", { i18n: { getUILanguage: () => "de-AT" }, storage: { local } })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const choose = (value: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value } })
const selectedLanguage = () => screen.getByRole<HTMLSelectElement>("combobox").value

it("is the browser's until another one is chosen, which is stored at once and reloads the page", async () => {
  const onChosen = vi.fn()
  render(<LanguageChoice onChosen={onChosen} />)
  expect(await currentLanguage()).toBe("de")
  choose("ar")
  await waitFor(() => expect(onChosen).toHaveBeenCalledOnce())
  expect(await currentLanguage()).toBe("ar")
  cleanup()
  render(<LanguageChoice onChosen={onChosen} />)
  await waitFor(() => expect(selectedLanguage()).toBe("ar"))
  choose("")
  await waitFor(() => expect(onChosen).toHaveBeenCalledTimes(2))
  expect(stored).toEqual({})
})

it("names each language in itself", () => {
  render(<LanguageChoice />)
  const names = screen.getAllByRole("option").map(({ textContent }) => textContent)
  expect(names.slice(1)).toEqual(["English", "Deutsch", "العربية"])
})

it("reports a choice that could not be stored, and reverts it", async () => {
  fails = true
  stored = { language: "de" }
  const onChosen = vi.fn()
  render(<LanguageChoice onChosen={onChosen} />)
  await waitFor(() => expect(selectedLanguage()).toBe("de"))
  choose("ar")
  expect((await screen.findByRole("alert")).textContent).toContain("storage is full")
  expect(selectedLanguage()).toBe("de")
  expect(onChosen).not.toHaveBeenCalled()
})

it("ignores a stored language that is not supported", async () => {
  stored = { language: "tlh" }
  expect(await currentLanguage()).toBe("de")
})
