// Starts a real Chromium with one unpacked extension and drives it, including the toolbar click.

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import { launch, type Browser } from "puppeteer-core"

import { type ExtensionBrowser, driverOf } from "./driver.ts"
import { findChromium } from "./find.ts"
import { flagsFor } from "./flags.ts"
import { atProcessEnd } from "./process-end.ts"
import { extensionIdOf, matchPatternOf, readManifest, writeGrants } from "./profile.ts"

export interface LaunchOptions {
  /** Folder of the built extension (with manifest.json). */
  readonly extensionDir: string
  /**
   * A profile to keep, for tests of a browser restart. Without it, a temporary profile is used and removed by `close`.
   */
  readonly profileDir?: string
  /** Origins or match patterns of optional hosts that are granted from the start. */
  readonly grantOrigins?: ReadonlyArray<string>
  /**
   * Origins or match patterns of optional hosts for which `permissions.request` answers yes. For others it never
   * answers.
   */
  readonly answerOrigins?: ReadonlyArray<string>
  /** Other optional permissions, such as `notifications`, for which `permissions.request` answers yes. */
  readonly answerNames?: ReadonlyArray<string>
  /** Rules for --host-resolver-rules (`MAP www.example.com 127.0.0.1:4680`). Other outside names never resolve. */
  readonly hostRules?: string
  /** The value of `prefers-color-scheme` on every page and popup. */
  readonly colorScheme?: "light" | "dark"
  /**
   * For tests without screenshots, a third cheaper: one device pixel per CSS pixel, and no animations of the browser
   * itself.
   */
  readonly plain?: boolean
  /** Further command line flags. */
  readonly args?: ReadonlyArray<string>
}

const loadTimeoutMillis = 3_000
const pollMillis = 25

/** Found once per process, because checking a browser means starting it. */
let chromium: Promise<string> | undefined

const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Chromium silently skips a broken extension at its start. Installing it again reports what is wrong with it. */
const untilLoaded = async (browser: Browser, extensionDir: string, id: string): Promise<void> => {
  const givesUpAt = Date.now() + loadTimeoutMillis
  while (!(await browser.extensions()).has(id)) {
    if (Date.now() < givesUpAt) await sleep(pollMillis)
    else {
      await browser.installExtension(extensionDir).catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`The extension in ${extensionDir} could not be loaded: ${reason}`, { cause })
      })
    }
  }
}

const start = async (options: LaunchOptions, profileDir: string, id: string): Promise<Browser> => {
  const { grantOrigins = [], answerOrigins = [], answerNames = [], plain = false, args = [] } = options
  writeGrants(profileDir, id, { granted: grantOrigins, answered: answerOrigins, answeredNames: answerNames })
  const extensionDir = realpathSync(options.extensionDir)
  return launch({
    executablePath: await (chromium ??= findChromium()),
    // Otherwise it opens windows, on a display or under `xvfb-run`.
    headless: process.env["INLAY_HEADED"] !== "1",
    pipe: true,
    enableExtensions: true,
    userDataDir: profileDir,
    defaultViewport: null,
    // puppeteer's own handlers close the browser but keep the signal from ending this process.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: flagsFor({ extensionDir, hostRules: options.hostRules, colorScheme: options.colorScheme, plain, args })
  })
}

/**
 * The browser drops a grant outside the manifest's optional hosts. Reported here, so that the test does not fail later.
 */
const checkGrants = async (driver: ExtensionBrowser, origins: ReadonlyArray<string>): Promise<void> => {
  if (origins.length === 0) return
  const worker = await driver.serviceWorker()
  const givesUpAt = Date.now() + loadTimeoutMillis
  // A worker that is still starting has no `chrome` yet.
  while ((await worker.evaluate("typeof chrome")) === "undefined" && Date.now() < givesUpAt) await sleep(pollMillis)
  for (const pattern of origins.map(matchPatternOf)) {
    const hasPermission = await worker.evaluate(
      `chrome.permissions.contains({ origins: [${JSON.stringify(pattern)}] })`
    )
    if (hasPermission !== true) throw new Error(`${pattern} could not be granted: is it in optional_host_permissions?`)
  }
}

/**
 * Launches Chromium with the extension loaded, its service worker started and the requested origins granted.
 *
 * Fails if no Chromium is found, if the extension does not load (with the browser's reason), or if a grant is refused.
 * The browser ends with `close`, and in any case with this process.
 */
export const launchWithExtension = async (options: LaunchOptions): Promise<ExtensionBrowser> => {
  const manifest = readManifest(options.extensionDir)
  const id = extensionIdOf(options.extensionDir)
  const ownProfile = options.profileDir
  const profileDir = ownProfile ?? mkdtempSync(join(tmpdir(), "inlay-browser-"))
  mkdirSync(profileDir, { recursive: true })
  const remove = (): void => (ownProfile === undefined ? removeFolder(profileDir) : undefined)
  let browser: Browser | undefined
  const forget = atProcessEnd(() => {
    browser?.process()?.kill("SIGKILL")
    remove()
  })
  const close = async (): Promise<void> => {
    await browser?.close()
    forget()
    remove()
  }
  try {
    browser = await start(options, profileDir, id)
    await untilLoaded(browser, options.extensionDir, id)
    const driver = driverOf({ browser, extensionId: id, profileDir, close })
    if (manifest.background !== undefined) await driver.serviceWorker()
    await checkGrants(driver, options.grantOrigins ?? [])
    return driver
  } catch (error) {
    await close()
    throw error
  }
}
