/**
 * One browser with two extensions: Inlay as it is built, connected to the sandbox, and one that holds nothing but a popup
 * of one word and a worker that answers. What the browser itself takes is taken by both.
 */
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { extensionIdOf, launchWithExtension, type Browser, type ExtensionBrowser, type Page } from "@inlay/browser"

import { startServer } from "../../servers/start.ts"

type Target = ReturnType<Browser["targets"]>[number]

declare global {
  /** In a page of an extension; what is asked of it here. */
  const chrome: {
    readonly runtime: { readonly sendMessage: (message: object) => Promise<unknown> }
    readonly tabs: { readonly query: (query: object) => Promise<ReadonlyArray<{ readonly id: number }>> }
  }
}

export interface Stage {
  readonly driver: ExtensionBrowser
  readonly version: string
  readonly inlayId: string
  readonly blankId: string
  /** Profile pages of people nobody has looked up yet. */
  readonly nextProfile: () => string
  readonly close: () => Promise<void>
}

const build = async (): Promise<string> => {
  const app = dirname(fileURLToPath(import.meta.resolve("@inlay/extension/package.json")))
  await promisify(execFile)(process.execPath, [join(app, "node_modules/wxt/bin/wxt.mjs"), "build"], {
    cwd: app,
    env: { ...process.env, NODE_ENV: "production" }
  })
  return join(app, ".output/chrome-mv3")
}

export const writeBlank = (folder: string): void => {
  mkdirSync(folder)
  const manifest = {
    manifest_version: 3,
    name: "Blank",
    version: "1.0.0",
    action: { default_popup: "popup.html" },
    background: { service_worker: "worker.js" }
  }
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest))
  writeFileSync(join(folder, "popup.html"), "<!doctype html><p>Blank</p>")
  writeFileSync(join(folder, "worker.js"), "chrome.runtime.onMessage.addListener((_, __, answer) => answer(true))")
}

/** Without a question: the origin is granted from the start, and the message is the one that the options page sends. */
const connect = async (driver: ExtensionBrowser, values: Readonly<Record<string, string>>): Promise<void> => {
  const options = await driver.openExtensionPage("options.html")
  const savedAccount = await options.evaluate(async (formValues) => {
    const account = { plugin: "salesdata", account: "default", isNew: true, kind: "api_key" }
    const input = { ...account, values: formValues, force: false }
    return JSON.stringify(await chrome.runtime.sendMessage({ inlay: "saveAccount", input }))
  }, values)
  if (!savedAccount.includes('"saved":true')) throw new Error(`The account could not be connected: ${savedAccount}`)
  await options.close()
}

const profilesOf = async (origin: string): Promise<Array<string>> => {
  const response = await fetch(`${origin}/in.json`)
  const { items } = (await response.json()) as { readonly items: ReadonlyArray<{ readonly href: string }> }
  return items.map(({ href }) => origin + href)
}

export const setStage = async (): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-bench-"))
  // A copy: a build that something else starts meanwhile takes no files from under the browser.
  const inlayDir = join(folder, "inlay")
  cpSync(await build(), inlayDir, { recursive: true })
  const blankDir = join(folder, "blank")
  writeBlank(blankDir)
  const server = await startServer<{ readonly baseUrl: string; readonly apiKey: string }>("salesdata")
  const { origin, host } = new URL(server.ready.baseUrl)
  const profiles = await profilesOf(origin)
  const both = [inlayDir, blankDir].join(",")
  const driver = await launchWithExtension({
    extensionDir: inlayDir,
    grantOrigins: [origin],
    args: [`--disable-extensions-except=${both}`, `--load-extension=${both}`]
  })
  await connect(driver, { base_url: server.ready.baseUrl, api_key: server.ready.apiKey, profile_site: host })
  return {
    driver,
    version: (await driver.browser.version()).replace(/^.*\//, ""),
    inlayId: driver.extensionId,
    blankId: extensionIdOf(blankDir),
    nextProfile: () => {
      const next = profiles.shift()
      if (next === undefined) throw new Error("the sandbox's first list has nobody left")
      return next
    },
    close: async () => {
      await driver.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Lets what the last measurement left to do be done: caches written, a process kept in store. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))

/** Ends an extension's worker as the browser does; nothing where none runs. */
export const stopWorker = async ({ browser }: ExtensionBrowser, id: string): Promise<void> => {
  const root = `chrome-extension://${id}/`
  const isWorker = (target: Target): boolean => target.type() === "service_worker" && target.url().startsWith(root)
  await (await browser.targets().find(isWorker)?.worker())?.close()
  while (browser.targets().some(isWorker)) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** A true click on an extension's toolbar button over a page; with the moment just before it, and the popup. */
export const click = async (
  { driver: { browser } }: Stage,
  id: string,
  page: Page
): Promise<{ readonly clickedAt: number; readonly popup: Page }> => {
  const extension = (await browser.extensions()).get(id)
  if (extension === undefined) throw new Error(`The extension ${id} is not loaded.`)
  await page.bringToFront()
  const before = new Set(browser.targets())
  const popupTarget = browser.waitForTarget(
    (target) => !before.has(target) && target.type() === "page" && target.url().startsWith(`chrome-extension://${id}/`)
  )
  // Milliseconds since 1970 by the machine's clock, with fractions, as a page counts them.
  const clickedAt = performance.timeOrigin + performance.now()
  await extension.triggerAction(page)
  return { clickedAt, popup: await (await popupTarget).asPage() }
}
