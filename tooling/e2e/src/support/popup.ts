/** The popup as a user meets it: opened by the toolbar button, read by its text, worked by its buttons. */
import type { ExtensionBrowser, Page } from "@inlay/browser"

const TIMEOUT_MILLIS = 10_000

/** Clicks the toolbar button over a page, and waits until the popup has something to say. */
export const openPopup = async (extension: ExtensionBrowser, page: Page): Promise<Page> => {
  const popup = await extension.clickToolbar(page)
  await popup.waitForSelector(".popup:not([aria-busy=true]) h1", { timeout: TIMEOUT_MILLIS })
  return popup
}

export const textOf = (popup: Page): Promise<string> =>
  popup.$eval("body", (body) => body.innerText.replace(/\s+/g, " ").trim())

/** Waits until the popup's text matches. */
export const waitForText = async (popup: Page, words: RegExp): Promise<string> => {
  await popup.waitForFunction(
    (source, flags) => new RegExp(source, flags).test(document.body.innerText.replace(/\s+/g, " ")),
    { timeout: TIMEOUT_MILLIS },
    words.source,
    words.flags
  )
  return textOf(popup)
}

/** Clicks the button whose text begins so. */
export const press = async (popup: Page, label: string): Promise<void> => {
  const button = await popup.waitForSelector(`::-p-xpath(//button[starts-with(normalize-space(.), "${label}")])`, {
    timeout: TIMEOUT_MILLIS
  })
  await button?.click()
}
