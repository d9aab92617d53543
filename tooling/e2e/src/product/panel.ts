/** The panel beside the page, opened from the popup like a user does. */
import type { ExtensionBrowser, Page } from "@inlay/browser"

import { openPopup, press } from "./popup.ts"

/** Opens the panel by the popup's button. The popup closes. */
const openPanel = async ({ browser }: Pick<ExtensionBrowser, "browser">, popup: Page): Promise<Page> => {
  const closed = new Promise((resolve) => popup.once("close", resolve))
  const [target] = await Promise.all([
    browser.waitForTarget((one) => one.url().endsWith("/panel.html"), { timeout: 10_000 }),
    press(popup, "Open beside the page")
  ])
  await closed
  return target.asPage()
}

/** Clicks the toolbar button while the panel is open: the popup gives the page to the panel and closes by itself. */
export const clickForPanel = async (extension: ExtensionBrowser, page: Page): Promise<void> => {
  const popup = await extension.clickToolbar(page).catch(() => undefined)
  if (popup !== undefined && !popup.isClosed()) {
    await new Promise((resolve) => {
      popup.once("close", resolve)
      if (popup.isClosed()) resolve(undefined)
    })
  }
}

export const openPanelOver = async (extension: ExtensionBrowser, page: Page): Promise<Page> =>
  openPanel(extension, await openPopup(extension, page))
