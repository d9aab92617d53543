import { afterEach, expect, it, vi } from "vitest"

const inLanguage = async (language: string) => {
  vi.resetModules()
  vi.stubGlobal("chrome", { storage: { local: { get: async () => ({ language }) } } })
  return import("./trigger-title.ts")
}

afterEach(() => {
  vi.unstubAllGlobals()
  // The next import reads the language again.
  vi.resetModules()
})

it("is in the page's language, whatever title the hub sends", async () => {
  const { triggerTitle } = await inLanguage("de")
  expect(triggerTitle("codehost_new_issue", "New issue")).toBe("Neues Issue")
  const arabic = await inLanguage("ar")
  expect(arabic.triggerTitle("codehost_workflow_run_completed")).toMatch(/^\p{Script=Arabic}/u)
})

it("is the hub's if this extension has no translation", async () => {
  const { triggerTitle } = await inLanguage("de")
  expect(triggerTitle("codehost_new_wish", "A new wish")).toBe("A new wish")
  expect(triggerTitle("codehost_new_wish")).toBe("New wish")
  expect(triggerTitle("constructor", "Constructor")).toBe("Constructor")
})

it("is distinguished from a custom name, in English and in the page's language", async () => {
  const { isTitleOf } = await inLanguage("de")
  expect(isTitleOf("New Issue", "codehost_new_issue")).toBe(true)
  expect(isTitleOf("neues issue", "codehost_new_issue")).toBe(true)
  expect(isTitleOf("triage-agent", "codehost_new_issue")).toBe(false)
})
