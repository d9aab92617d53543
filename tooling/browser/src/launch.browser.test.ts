// In a real Chromium. Finds or installs one first, which may take minutes on a fresh machine.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { afterAll, beforeAll, describe, expect, it } from "vitest"

import type { ExtensionBrowser } from "./driver.ts"
import { findChromium } from "./find.ts"
import { type LaunchOptions, launchWithExtension } from "./launch.ts"
import { screenshot } from "./screenshot.ts"
import { type PlainServer, startPlainServer } from "./testing/plain-server.ts"
import { writeProbeExtension } from "./testing/probe-extension.ts"

let root = ""
let extensionDir = ""
let server: PlainServer
let granted = ""

beforeAll(async () => {
  await findChromium()
  root = mkdtempSync(join(tmpdir(), "inlay-launch-"))
  extensionDir = writeProbeExtension(join(root, "probe"))
  server = await startPlainServer()
  granted = `http://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

const using = async <A>(
  options: Partial<LaunchOptions>,
  body: (driver: ExtensionBrowser) => Promise<A>
): Promise<A> => {
  const driver = await launchWithExtension({ extensionDir, ...options })
  try {
    return await body(driver)
  } finally {
    await driver.close()
  }
}

const contains = (pattern: string): string => `chrome.permissions.contains({ origins: ["${pattern}"] })`
const fetched = (url: string): string => `fetch("${url}").then((answer) => answer.status, (error) => error.name)`
const text = (selector: string): string => `document.querySelector("${selector}").textContent`
const ask = `chrome.runtime.sendMessage("who")`

describe("one browser", () => {
  let driver: ExtensionBrowser
  beforeAll(async () => {
    driver = await launchWithExtension({
      extensionDir,
      grantOrigins: [granted],
      answerOrigins: ["http://localhost"],
      hostRules: `MAP shop.example.com 127.0.0.1:${server.port}`,
      colorScheme: "dark"
    })
  })
  afterAll(() => driver.close())

  it("a toolbar click opens the popup, and only the click lets it read the tab's address", async () => {
    const address = `http://localhost:${server.port}/in/someone`
    const page = await driver.openPage(address)
    const query = `chrome.tabs.query({}).then((tabs) => tabs.map((tab) => tab.url ?? "hidden"))`
    const worker = await driver.serviceWorker()
    expect(await worker.evaluate(query)).not.toContain(address)
    const popup = await driver.clickToolbar(page)
    await popup.waitForFunction(`${text("#url")} !== "?"`)
    expect(await popup.evaluate(text("#url"))).toBe(address)
    expect(await worker.evaluate(query)).toContain(address)
    expect(await popup.evaluate("[innerWidth, innerHeight]")).toEqual([320, 180])
    const again = await driver.clickToolbar(page)
    expect(popup.isClosed()).toBe(true)
    expect(await again.evaluate("document.title")).toBe("probe")
  })

  it("pictures of page and popup are sharp and leave the popup open", async () => {
    const page = await driver.openPage(granted)
    const popup = await driver.clickToolbar(page)
    const size = (path: string): ReadonlyArray<number> => {
      const png = readFileSync(path)
      return [png.readUInt32BE(16), png.readUInt32BE(20)]
    }
    await screenshot(page, join(root, "pictures", "page.png"))
    await screenshot(popup, join(root, "pictures", "popup.png"))
    expect(size(join(root, "pictures", "popup.png"))).toEqual([640, 360])
    expect(size(join(root, "pictures", "page.png"))[0]).toBe(2560)
    expect(popup.isClosed()).toBe(false)
    expect(await popup.evaluate(`matchMedia("(prefers-color-scheme: dark)").matches`)).toBe(true)
  })

  it("a granted origin answers without CORS, another does not", async () => {
    const worker = await driver.serviceWorker()
    expect(await worker.evaluate(contains(`${granted}/*`))).toBe(true)
    expect(await worker.evaluate(fetched(granted))).toBe(200)
    expect(await worker.evaluate(contains("http://shop.example.com/*"))).toBe(false)
    expect(await worker.evaluate(fetched("http://shop.example.com/"))).toBe("TypeError")
  })

  it("an answered origin is granted by the request in a click handler, not before", async () => {
    const page = await driver.openExtensionPage("popup.html")
    expect(await page.evaluate(contains("http://localhost/*"))).toBe(false)
    await page.click("#ask")
    await page.waitForFunction(`${text("#answer")} !== ""`)
    expect(await page.evaluate(text("#answer"))).toBe("yes")
    expect(await page.evaluate(fetched(`http://localhost:${server.port}`))).toBe(200)
  })

  it("a stopped worker is born anew by the next event", async () => {
    const page = await driver.openExtensionPage("popup.html")
    const first = await page.evaluate(ask)
    expect(await page.evaluate(ask)).toBe(first)
    await driver.stopServiceWorker()
    const second = await page.evaluate(ask)
    expect(second).not.toBe(first)
    expect(await (await driver.serviceWorker()).evaluate("born")).toBe(second)
  })

  it("mapped names lead to the loopback, all others nowhere", async () => {
    const page = await driver.openPage("http://shop.example.com/")
    expect(await page.title()).toBe("plain")
    await expect(page.goto("http://example.com/")).rejects.toThrow("ERR_NAME_NOT_RESOLVED")
  })
})

it("a kept profile keeps storage and grants over a restart", async () => {
  const profileDir = join(root, "profile")
  await using({ profileDir, answerOrigins: ["http://localhost"] }, async (driver) => {
    const page = await driver.openExtensionPage("popup.html")
    await page.click("#ask")
    await page.waitForFunction(`${text("#answer")} === "yes"`)
    await page.evaluate(`chrome.storage.local.set({ kept: 42 })`)
  })
  await using({ profileDir }, async (driver) => {
    const worker = await driver.serviceWorker()
    expect(await worker.evaluate(`chrome.storage.local.get()`)).toEqual({ kept: 42 })
    expect(await worker.evaluate(contains("http://localhost/*"))).toBe(true)
  })
})

describe("failures say why", () => {
  it("an extension that does not load", async () => {
    const broken = writeProbeExtension(join(root, "broken"), { background: { service_worker: "missing.js" } })
    await expect(launchWithExtension({ extensionDir: broken })).rejects.toThrow(/does not load: .*background script/)
  })

  it("a grant outside the optional hosts", async () => {
    const options = { extensionDir, grantOrigins: ["https://other.example"] }
    await expect(launchWithExtension(options)).rejects.toThrow("optional_host_permissions")
  })

  it("an action without a popup", async () => {
    const bare = writeProbeExtension(join(root, "bare"), { action: {} })
    await using({ extensionDir: bare }, async (driver) => {
      const page = await driver.openPage(granted)
      await expect(driver.clickToolbar(page)).rejects.toThrow("opened no popup")
    })
  })
})
