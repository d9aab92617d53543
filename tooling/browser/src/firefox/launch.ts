// Starts a real Firefox with one extension, installed for the session, and drives it: pages, toolbar button, sidebar.

import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import { atProcessEnd } from "../process-end.ts"
import { readManifest } from "../profile.ts"
import { findFirefox } from "./find.ts"
import { connectMarionette, type InBrowser, type Marionette } from "./marionette.ts"
import { type FirefoxView, viewOf } from "./view.ts"

export type { FirefoxView } from "./view.ts"

export interface FirefoxBrowser {
  /** Opens a new active tab and waits until it is loaded. */
  openPage(url: string): Promise<FirefoxView>
  /** Opens a page of the extension, such as `options.html`, in a tab. */
  openExtensionPage(path: string): Promise<FirefoxView>
  /** Does what a click on the toolbar button does for the active tab: grants activeTab and opens the popup. */
  clickToolbar(): Promise<FirefoxView>
  /** The sidebar, whether it is open or not. */
  readonly sidebar: FirefoxView
  /** Installs the same extension again, which ends what runs of it, as an update does. */
  update(): Promise<void>
  close(): Promise<void>
}

const startTimeoutMillis = 30_000
const pollMillis = 50

/** No prompts, loopback only, and every optional permission granted without asking. */
const preferences = {
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "extensions.webextOptionalPermissionPrompts": false,
  "marionette.port": 0,
  // A proxy that does not exist, for everything but this machine, so that a test that uses the network fails at once.
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.proxy.no_proxies_on": "127.0.0.1, localhost"
}

const untilDefined = async <A>(what: string, look: () => Promise<A | undefined> | A | undefined): Promise<A> => {
  const givesUpAt = Date.now() + startTimeoutMillis
  for (;;) {
    const value = await look()
    if (value !== undefined) return value
    if (Date.now() > givesUpAt)
      throw new Error(`Firefox: ${what} did not appear within ${startTimeoutMillis / 1000} s.`)
    await sleep(pollMillis)
  }
}

const portOf = (profile: string): number | undefined => {
  try {
    return Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8")) || undefined
  } catch {
    return undefined
  }
}

const inBrowser =
  (marionette: Marionette): InBrowser =>
  async (code, ...values) => {
    const script = `const done = arguments[arguments.length - 1];
      (async (...given) => { ${code} })(...[...arguments].slice(0, -1)).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const answer = (await marionette.send("WebDriver:ExecuteAsyncScript", { script, args: values })) as {
      readonly value: { readonly value?: unknown; readonly error?: string }
    }
    if (answer.value.error !== undefined) throw new Error(answer.value.error)
    return answer.value.value
  }

interface InstalledExtension {
  readonly id: string
  readonly folder: string
}

const driverOf = (
  marionette: Marionette,
  { id, folder }: InstalledExtension,
  end: () => Promise<void>
): FirefoxBrowser => {
  const run = inBrowser(marionette)
  let tabs = 0
  const openPage = async (url: string): Promise<FirefoxView> => {
    tabs += 1
    const name = `view-${tabs}`
    await run(
      `const tab = gBrowser.addTrustedTab(given[0]); tab.setAttribute("data-view", given[1]); gBrowser.selectedTab = tab`,
      url,
      name
    )
    const view = viewOf(run, `gBrowser.tabs.find((tab) => tab.getAttribute("data-view") === "${name}")?.linkedBrowser`)
    await untilDefined(url, async () => ((await view.address()) === url && (await view.isLoaded()) ? true : undefined))
    return view
  }
  const popup = viewOf(run, `document.querySelector(".webextension-popup-browser")`)
  return {
    openPage,
    openExtensionPage: async (path) => {
      const host = await run(`return WebExtensionPolicy.getByID(given[0]).mozExtensionHostname`, id)
      return openPage(`moz-extension://${String(host)}/${path}`)
    },
    clickToolbar: async () => {
      await run(
        `const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
         const { extension } = WebExtensionPolicy.getByID(given[0]);
         await ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window)`,
        id
      )
      return popup
    },
    sidebar: viewOf(
      run,
      `document.getElementById("sidebar")?.contentDocument?.getElementById("webext-panels-browser") ?? undefined`
    ),
    update: async () => {
      await run(
        `const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
         const { FileUtils } = ChromeUtils.importESModule("resource://gre/modules/FileUtils.sys.mjs");
         await AddonManager.installTemporaryAddon(new FileUtils.File(given[0]))`,
        folder
      )
    },
    close: end
  }
}

const firefoxIdOf = (extensionDir: string): string => {
  const settings = readManifest(extensionDir)["browser_specific_settings"] as
    | { readonly gecko?: { readonly id?: string } }
    | undefined
  const id = settings?.gecko?.id
  if (id === undefined) throw new Error(`The extension in ${extensionDir} has no Firefox id. Was it built for Firefox?`)
  return id
}

/** Fails if no Firefox is found, if it does not start, or if it refuses the extension. It ends with this process. */
export const launchFirefox = async (extensionDir: string): Promise<FirefoxBrowser> => {
  const program = await findFirefox()
  const id = firefoxIdOf(extensionDir)
  const profile = mkdtempSync(join(tmpdir(), "inlay-firefox-"))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, "user.js"), lines.join("\n"))
  const args = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile]
  const firefox = spawn(program, args, { stdio: "ignore" })
  const remove = (): void => rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  const forget = atProcessEnd(() => {
    firefox.kill("SIGKILL")
    remove()
  })
  let marionette: Marionette | undefined
  const end = async (): Promise<void> => {
    const isOver = firefox.exitCode !== null || firefox.signalCode !== null
    const over = isOver ? undefined : new Promise((resolve) => firefox.once("exit", resolve))
    marionette?.close()
    firefox.kill()
    await over
    forget()
    remove()
  }
  try {
    const port = await untilDefined("its remote port", () => portOf(profile))
    marionette = await connectMarionette(port)
    await marionette.send("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } })
    await marionette.send("Addon:Install", { path: extensionDir, temporary: true })
    await marionette.send("Marionette:SetContext", { value: "chrome" })
    return driverOf(marionette, { id, folder: extensionDir }, end)
  } catch (error) {
    await end()
    throw error
  }
}
