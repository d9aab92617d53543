// Checks which permissions the built extension asks for, and what a page could learn of it.
import { describe, expect, it } from "vitest"

import { LANGUAGES } from "../locales/languages.ts"
import { pathOf } from "../locales/worker-words.ts"
import { workerTexts } from "../locales/worker.ts"
import { filesOf, read, targets } from "./output.ts"

interface Manifest {
  readonly [key: string]: unknown
  readonly content_security_policy?: { readonly extension_pages?: string }
}

describe.each(targets)("%s", (target) => {
  const manifest = JSON.parse(read(target, "manifest.json")) as Manifest
  const scripts = filesOf(target).filter((path) => path.endsWith(".js"))
  const pages = filesOf(target).filter((path) => path.endsWith(".html"))

  it("asks for permissions that show no warning, notifications when the user chooses a trigger, and hosts when an account is connected", () => {
    const panel = target === "chrome-mv3" ? ["sidePanel"] : []
    expect(manifest["permissions"]).toEqual([
      "activeTab",
      "alarms",
      "contextMenus",
      "scripting",
      ...panel,
      "storage",
      "unlimitedStorage"
    ])
    expect(manifest["host_permissions"]).toBeUndefined()
    expect(manifest["optional_permissions"]).toEqual(["notifications"])
    expect(manifest["optional_host_permissions"]).toEqual(["https://*/*", "http://localhost/*", "http://127.0.0.1/*"])
  })

  it("runs on no page by itself, and offers nothing that a page could probe or talk to", () => {
    for (const key of ["content_scripts", "web_accessible_resources", "externally_connectable", "devtools_page"]) {
      expect(manifest[key], key).toBeUndefined()
    }
  })

  it("replaces no page of the browser, as WXT does for an entry point named history or newtab", () => {
    expect(manifest["chrome_url_overrides"]).toBeUndefined()
  })

  it("allows its pages only their own files and requests to the account's provider", () => {
    const directives = (manifest.content_security_policy?.extension_pages ?? "").split(";").map((part) => part.trim())
    expect(directives).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      // Firefox's background is one script, so it needs no policy.
      target === "chrome-mv3" ? "trusted-types worker-rest" : "trusted-types 'none'"
    ])
  })

  it("stays out of private windows, and has a version that a store takes", () => {
    expect(manifest["incognito"]).toBe("not_allowed")
    expect(manifest["version"]).toMatch(/^\d+\.[1-9]\d*\.\d+$|^[1-9]\d*\.\d+\.\d+$/)
  })

  // A browser's translation replaces text nodes, which the page then changes unseen: an old price or name would stay.
  it("lets no browser translate its pages", () => {
    expect(pages.length).toBeGreaterThan(5)
    for (const path of pages) {
      expect(read(target, path), path).toMatch(/<html lang="en" translate="no">/)
      expect(read(target, path), path).toMatch(/<meta name="google" content="notranslate" ?\/?>/)
    }
  })

  // A browser's minimum font size enlarges letters alone: lines of a fixed height would then lie over each other.
  it("sets no line height in pixels", () => {
    const styled = filesOf(target).filter((path) => /\.(?:css|js)$/.test(path))
    for (const path of styled) expect(read(target, path), path).not.toMatch(/\d+px\/\d+px|line-height:\s*\d+px/)
  })

  it.each(LANGUAGES)("has the file of the worker's own texts: %s", (language) => {
    expect(JSON.parse(read(target, pathOf(language)))).toEqual({ ...workerTexts[language] })
  })

  it("names only existing files", () => {
    const fileNames = JSON.stringify(manifest).matchAll(/"\/?([\w/-]+\.(?:js|html|png))"/g)
    for (const [, path] of fileNames) expect(filesOf(target)).toContain(path)
  })

  it("contains no code made from text, and loads none from elsewhere", () => {
    expect(scripts).toContain("background.js")
    for (const path of scripts) {
      const code = read(target, path)
      expect(code, path).not.toMatch(/\beval\s*\(|\bnew Function\b/)
      // Only Chromium's worker loads parts, whose names it contains (`size.test.ts`).
      if (path !== "background.js" || target !== "chrome-mv3") expect(code, path).not.toMatch(/\bimportScripts\b/)
      expect(code, path).not.toMatch(/\bimport\s*\(\s*["'`](?:https?:)?\/\//)
      expect(code, path).not.toMatch(/\bfrom\s*["'](?:https?:)?\/\//)
    }
    for (const path of pages) {
      const page = read(target, path)
      expect(page, path).not.toMatch(/(?:src|href)\s*=\s*["']?(?:https?:)?\/\//)
      expect(page, path).not.toMatch(/<script(?![^>]*\bsrc=)/)
      expect(page, path).not.toMatch(/\son\w+\s*=/)
    }
  })

  it("puts a card into a page that announces nothing: no message, no event, no name, no link to the extension", () => {
    const code = scripts
      .filter((path) => /^(?:page-card|card-words)/.test(path))
      .map((path) => read(target, path))
      .join("\n")
    expect(code).not.toMatch(/postMessage|dispatchEvent|CustomEvent|BroadcastChannel|chrome-extension|moz-extension/)
    // It only looks whether its extension is still there.
    const used = new Set(code.match(/\b(?:chrome|browser)\s*[.?[][\w.?]*/g))
    expect(used).toEqual(new Set(["chrome.runtime?.id"]))
    expect(code).not.toMatch(/\b(?:fetch|XMLHttpRequest|sendBeacon|WebSocket)\b/)
    expect(code).not.toMatch(/mode:\s*["'`]open["'`]/)
    expect(code).toMatch(/mode:\s*["'`]closed["'`]/)
  })

  it("puts a line into a page that announces nothing either, and asks the worker alone", () => {
    const code = read(target, "page-line.js")
    expect(code).not.toMatch(/postMessage|dispatchEvent|CustomEvent|BroadcastChannel|chrome-extension|moz-extension/)
    expect(code).not.toMatch(/\b(?:fetch|XMLHttpRequest|sendBeacon|WebSocket)\b/)
    // Besides sending, it only looks whether its extension is still there.
    const used = new Set(code.match(/\b(?:chrome|browser)\.[\w.?]+/g))
    expect(used).toEqual(new Set(["chrome.runtime.sendMessage", "chrome.runtime?.id"]))
    expect(code).not.toMatch(/mode:\s*["'`]open["'`]/)
    expect(code).toMatch(/mode:\s*["'`]closed["'`]/)
  })

  it("has a name and description in every language", () => {
    const texts = JSON.stringify([manifest["name"], manifest["description"], manifest["action"], manifest["commands"]])
    const names = [...texts.matchAll(/__MSG_(\w+)__/g)].map(([, name]) => name ?? "")
    expect(names).toEqual(["name", "description", "action", "openPanel"])
    for (const language of LANGUAGES) {
      const messages = JSON.parse(read(target, `_locales/${language}/messages.json`)) as object
      expect(Object.keys(messages).toSorted(), language).toEqual([...new Set(names)].toSorted())
    }
  })

  it("does not listen to other extensions or outside pages", () => {
    for (const path of scripts) expect(read(target, path), path).not.toMatch(/onMessageExternal|onConnectExternal/)
    expect(read(target, "background.js")).not.toMatch(/\bonConnect\b/)
  })
})

it("tells Firefox what leaves the browser: the key, whose page it is, so which page was visited, and a page's title", () => {
  const { browser_specific_settings: settings } = JSON.parse(read("firefox-mv3", "manifest.json")) as Manifest
  expect(settings).toMatchObject({
    gecko: {
      data_collection_permissions: {
        required: ["authenticationInfo", "browsingActivity", "personallyIdentifyingInfo", "websiteContent"]
      }
    }
  })
})
