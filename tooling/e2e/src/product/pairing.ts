/** Pairs a browser with a hub like a user: reads a code in the console and enters it in the extension's options. */
import type { ExtensionBrowser, Page } from "@inlay/browser"

import type { Hub } from "./hub.ts"
import { openOptions } from "./options-page.ts"
import { waitForText } from "./popup.ts"

/** Opens the console, signed in. */
export const openConsole = async ({ browser }: ExtensionBrowser, hub: Hub): Promise<Page> => {
  const page = await browser.newPage()
  await page.goto(hub.link)
  await waitForText(page, /Integrations/)
  return page
}

/** Sends a request from the console's own page. */
export const asConsole = async (console: Page, method: string, path: string, body?: unknown): Promise<unknown> => {
  const { status, json } = await console.evaluate(
    async (how, where, what) => {
      const response = await fetch(where, {
        method: how,
        headers: what === undefined ? {} : { "content-type": "application/json" },
        ...(what !== undefined && { body: what })
      })
      return { status: response.status, json: response.status === 204 ? null : ((await response.json()) as unknown) }
    },
    method,
    path,
    body === undefined ? undefined : JSON.stringify(body)
  )
  if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`)
  return json
}

/** Presses a button once it is available: a form's may wait for its lists. */
const press = async (page: Page, label: string): Promise<void> => {
  const button = await page.waitForSelector(
    `::-p-xpath(//section//button[normalize-space(.)="${label}"][not(@aria-disabled)])`
  )
  await button?.evaluate((element) => (element instanceof HTMLElement ? element.click() : undefined))
}

/** Gets a pairing code with the console's form. */
export const codeOf = async (console: Page): Promise<string> => {
  await console.evaluate(() => {
    location.hash = "#/agents"
  })
  await waitForText(console, /Pair a browser/)
  await press(console, "Show a code")
  await press(console, "Show a code")
  const text = await waitForText(console, /[0-9A-Z]{4}-[0-9A-Z]{4}/)
  return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? ""
}

/** Enters address and code. Returns the text of the options page afterwards. */
export const pair = async (extension: ExtensionBrowser, address: string, code: string): Promise<string> => {
  const options = await openOptions(extension)
  await options.bringToFront()
  await options.locator("#hub-address").fill(address)
  await options.locator("#hub-code").fill(code)
  await options
    .locator('::-p-xpath(//section[@aria-labelledby="hub-title"]//button[normalize-space(.)="Pair"])')
    .click()
  await options.waitForFunction(
    () => {
      const panel = document.querySelector('section[aria-labelledby="hub-title"]')
      const isBusy = panel?.querySelector('button[type="submit"]')?.getAttribute("aria-disabled") === "true"
      return !isBusy && (panel?.querySelector("[role=alert]") !== null || panel.querySelector("form") === null)
    },
    { timeout: 10_000 }
  )
  const text = await options.$eval('section[aria-labelledby="hub-title"]', (panel) =>
    panel instanceof HTMLElement ? panel.innerText : ""
  )
  await options.close()
  return text
}

/** Pairs with a code without limits, which the console requests by itself. */
export const pairFreely = async (extension: ExtensionBrowser, hub: Hub, console: Page): Promise<string> => {
  const { code } = (await asConsole(console, "POST", "/api/pairing-codes", { grant: { readOnly: false } })) as {
    readonly code: string
  }
  return pair(extension, hub.url, code)
}

/** Sets how the extension reaches a plugin's service, in the form in which the options page stores it. */
export const chooseWay = async (extension: ExtensionBrowser, plugin: string, way: "direct" | "hub"): Promise<void> => {
  const options = await openOptions(extension)
  const message = { inlay: "chooseWay", input: { plugin, way } }
  await options.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(message)})`)
  await options.close()
}

/** Waits until every subscription of the hub is served by a hook. Earlier events do not belong to it. */
export const untilHooked = async (console: Page): Promise<void> => {
  const endMillis = performance.now() + 20_000
  for (;;) {
    const { health } = (await asConsole(console, "GET", "/api/subscriptions/health")) as {
      readonly health: ReadonlyArray<{ readonly way: string | null }>
    }
    if (health.length > 0 && health.every(({ way }) => way === "webhook")) return
    if (performance.now() > endMillis) throw new Error(`no webhook was created: ${JSON.stringify(health)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
