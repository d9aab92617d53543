/**
 * One browser with two extensions: the built Inlay extension, connected to the sandbox, and a blank one with a popup of
 * one word and a worker that answers. Both bear the same cost of the browser itself.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { extensionIdOf, launchWithExtension, type Browser, type ExtensionBrowser, type Page } from "@inlay/browser"

import { run } from "../../built.ts"
import { startInlay, type RunningHub } from "../../servers/inlay-serve.ts"
import { startServer } from "../../servers/start.ts"

/** A site whose traffic the simulated analytics service collects. */
const SITE = "www.harbourgoods.example"

type Target = ReturnType<Browser["targets"]>[number]

declare global {
  /** The part of `chrome` used here, in a page of an extension. */
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
  /** Profile pages of people that were not looked up yet. */
  readonly nextProfile: () => string
  /** The page of a repository that a connected account can read. */
  readonly repository: string
  /** A page of a site whose traffic the paired hub can read. */
  readonly site: string
  /** The paired hub, which has an account of the code host, too. */
  readonly hub: RunningHub
  /** Has the extension read repositories through the hub instead of with its own account. */
  readonly readThroughHub: () => Promise<void>
  readonly close: () => Promise<void>
}

const build = async (): Promise<string> => {
  const app = dirname(fileURLToPath(import.meta.resolve("@inlay/extension/package.json")))
  await run(process.execPath, [join(app, "node_modules/wxt/bin/wxt.mjs"), "build"], {
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

/** Sends a message like the options page, and returns the worker's reply as JSON. */
const send = async (options: Page, inlay: string, input: object): Promise<string> =>
  options.evaluate(async (payload) => JSON.stringify(await chrome.runtime.sendMessage(payload)), { inlay, input })

/**
 * Connects an account without a permission prompt: the origins are granted from the start, and the messages are those
 * of the options page.
 */
const connect = async (
  options: Page,
  plugin: string,
  kind: string,
  values: Readonly<Record<string, string>>
): Promise<void> => {
  const answer = await send(options, "saveAccount", {
    plugin,
    account: "default",
    isNew: true,
    kind,
    values,
    force: false
  })
  if (!answer.includes('"saved":true')) throw new Error(`The account of ${plugin} could not be connected: ${answer}`)
}

/** Does what the form does after saving an account: popups recognize pages of its code host by their address. */
const rememberHosts = async (options: Page): Promise<void> => {
  const { output } = JSON.parse(await send(options, "repositoryHosts", {})) as { readonly output: { hosts: unknown } }
  await options.evaluate((hosts) => localStorage.setItem("repository.hosts", hosts), JSON.stringify(output.hosts))
}

/** Pairs the extension with the hub, which runs what the browser has no account or no client for. */
const pair = async (options: Page, { origin, token }: RunningHub): Promise<void> => {
  const response = await fetch(`${origin}/api/pairing-codes`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ grant: { readOnly: false } })
  })
  const { code } = (await response.json()) as { readonly code: string }
  const answer = await send(options, "pairHub", { address: origin, code, browser: "Chrome on Linux" })
  if (!answer.includes('"ok":true')) throw new Error(`The hub could not be paired: ${answer}`)
}

const profilesOf = async (origin: string): Promise<Array<string>> => {
  const response = await fetch(`${origin}/in.json`)
  const { items } = (await response.json()) as { readonly items: ReadonlyArray<{ readonly href: string }> }
  return items.map(({ href }) => origin + href)
}

/** Where people view the repositories of a code host, by the page of one. */
const siteOf = (repoPage: string): string => repoPage.replace(/\/[^/]+\/[^/]+$/, "")

/** Starts every service that the three pages are read from. */
const startServices = async () => {
  const salesdata = await startServer("salesdata")
  const codehost = await startServer("codehost")
  const analytics = await startServer("analytics")
  const { env, repoPage } = codehost.ready
  const variables = { ...analytics.ready.env, ...env, INLAY_CODEHOST_PAGE_SITE: siteOf(repoPage) }
  const hub = await startInlay(variables, { manages: true })
  return {
    salesdata: salesdata.ready,
    codehost: codehost.ready,
    hub,
    close: async () => {
      await hub.close()
      for (const server of [salesdata, codehost, analytics]) await server.close()
    }
  }
}

export const setStage = async (): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-bench-"))
  // A copy, so that another build cannot remove files that the browser uses.
  const inlayDir = join(folder, "inlay")
  cpSync(await build(), inlayDir, { recursive: true })
  const blankDir = join(folder, "blank")
  writeBlank(blankDir)
  const { salesdata, codehost, hub, close } = await startServices()
  const { origin, host } = new URL(salesdata.baseUrl)
  const base = codehost.env["INLAY_CODEHOST_BASE_URL"] ?? ""
  const profiles = await profilesOf(origin)
  const both = [inlayDir, blankDir].join(",")
  const driver = await launchWithExtension({
    extensionDir: inlayDir,
    grantOrigins: [origin, new URL(base).origin, hub.origin],
    hostRules: `MAP ${SITE} ${host}`,
    args: [`--disable-extensions-except=${both}`, `--load-extension=${both}`]
  })
  const options = await driver.openExtensionPage("options.html")
  await connect(options, "salesdata", "api_key", {
    base_url: salesdata.baseUrl,
    api_key: salesdata.apiKey,
    profile_site: host
  })
  await connect(options, "codehost", "token", {
    base_url: base,
    token: codehost.env["INLAY_CODEHOST_TOKEN"] ?? "",
    page_site: siteOf(codehost.repoPage)
  })
  await rememberHosts(options)
  await pair(options, hub)
  await options.close()
  return {
    driver,
    version: (await driver.browser.version()).replace(/^.*\//, ""),
    inlayId: driver.extensionId,
    blankId: extensionIdOf(blankDir),
    repository: codehost.repoPage,
    site: `http://${SITE}/`,
    hub,
    readThroughHub: async () => {
      const page = await driver.openExtensionPage("options.html")
      await send(page, "chooseWay", { plugin: "codehost", way: "hub" })
      await page.close()
    },
    nextProfile: () => {
      const next = profiles.shift()
      if (next === undefined) throw new Error("the sandbox's first list has nobody left")
      return next
    },
    close: async () => {
      await driver.close()
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Waits for work that the last measurement left behind, such as writing caches. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))

/** Ends an extension's worker as the browser does. Does nothing if none runs. */
export const stopWorker = async ({ browser }: ExtensionBrowser, id: string): Promise<void> => {
  const root = `chrome-extension://${id}/`
  const isWorker = (target: Target): boolean => target.type() === "service_worker" && target.url().startsWith(root)
  await (await browser.targets().find(isWorker)?.worker())?.close()
  while (browser.targets().some(isWorker)) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** A real click on an extension's toolbar button over a page. Returns the time just before the click, and the popup. */
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
  // Milliseconds since 1970 by the machine's clock, with fractions, as pages count them.
  const clickedAt = performance.timeOrigin + performance.now()
  await extension.triggerAction(page)
  return { clickedAt, popup: await (await popupTarget).asPage() }
}
