// @vitest-environment happy-dom
// The name in the static page, before any words are loaded and before the worker has answered.
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { KEY as PROFILE_HOSTS } from "../../features/enrich/subject/early-subject.ts"
import { KEY as REPOSITORY_HOSTS } from "../../features/repository/hosts.ts"
import { saveOwnHosts } from "../../features/site/own-hosts.ts"

beforeEach(() => {
  document.body.innerHTML = '<h1 class="bone"></h1>'
  localStorage.setItem(PROFILE_HOSTS, "profiles.example")
  localStorage.setItem(REPOSITORY_HOSTS, '["code.acme.example"]')
  saveOwnHosts(["harbourgoods.example"])
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.body.replaceChildren()
})

const heading = async (url: string): Promise<string | null> => {
  vi.stubGlobal("navigator", {
    language: "en",
    languages: ["en"],
    locks: { query: () => Promise.resolve({ held: [] }) }
  })
  vi.stubGlobal("location", { pathname: "/popup.html" })
  vi.stubGlobal("chrome", {
    tabs: { query: () => Promise.resolve([{ id: 1, windowId: 1, url }]) },
    // The worker never answers.
    runtime: { sendMessage: () => new Promise(() => {}) }
  })
  vi.resetModules()
  const { frontTab } = await import("./front.ts")
  await frontTab
  await vi.dynamicImportSettled()
  return document.querySelector("h1")?.textContent ?? null
}

it.each([
  ["https://profiles.example/in/mia-nguyen-4b2a19", "Mia Nguyen"],
  ["https://code.acme.example/acme/widgets/issues/7", "acme/widgets"],
  ["https://github.com/acme/widgets", "acme/widgets"],
  ["https://www.harbourgoods.example/kitchen", "www.harbourgoods.example"],
  // Nobody can tell yet what these show.
  ["https://github.com/settings/profile", ""],
  ["https://elsewhere.example/in/mia-nguyen", ""],
  ["chrome://extensions/", ""],
  ["", ""]
])("%s is headed by: %s", async (url, expected) => expect(await heading(url)).toBe(expected))

it("damaged storage of the browser names nothing, and stops nothing", async () => {
  vi.stubGlobal("localStorage", undefined)
  expect(await heading("https://www.harbourgoods.example/kitchen")).toBe("")
  expect(await heading("https://github.com/acme/widgets")).toBe("acme/widgets")
})
