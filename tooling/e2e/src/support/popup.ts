/** The popup as a user meets it: opened by the toolbar button, read by its text, worked by its buttons. */
import type { ExtensionBrowser, Page } from "@inlay/browser"

const TIMEOUT_MILLIS = 10_000

/** Clicks the toolbar button over a page, and waits until the popup has something to say. */
export const openPopup = async (extension: ExtensionBrowser, page: Page): Promise<Page> => {
  const popup = await extension.clickToolbar(page)
  await popup.waitForSelector(".popup:not([aria-busy=true]) h1", { timeout: TIMEOUT_MILLIS }).catch(async (cause) => {
    throw new Error(`The popup stays busy or empty: ${await popup.content()}`, { cause })
  })
  return popup
}

export const textOf = (popup: Page): Promise<string> =>
  popup.$eval("body", (body) => body.innerText.replace(/\s+/g, " ").trim())

/**
 * Waits until the popup's text matches; what it says instead is in the error. It looks whenever something changes: puppeteer's
 * own way is to have the page drawn anew sixty times a second.
 */
export const waitForText = async (popup: Page, words: RegExp): Promise<string> => {
  await popup
    .waitForFunction(
      (source, flags) =>
        new Promise<boolean>((resolve) => {
          const pattern = new RegExp(source, flags)
          const look = () => {
            if (!pattern.test((document.body?.innerText ?? "").replace(/\s+/g, " "))) return
            observer.disconnect()
            clearInterval(timer)
            resolve(true)
          }
          const observer = new MutationObserver(look)
          observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
          // What a style sheet shows is no change of the document.
          const timer = setInterval(look, 100)
          look()
        }),
      { timeout: TIMEOUT_MILLIS, polling: 100 },
      words.source,
      words.flags
    )
    .catch(async (cause: unknown) => {
      throw new Error(`The popup does not say ${words}. It says: ${await textOf(popup)}`, { cause })
    })
  return textOf(popup)
}

/** Clicks the button whose text or name begins so, once it stands still: what comes in above it moves it. */
export const press = async (popup: Page, label: string): Promise<void> => {
  const nameTest = `starts-with(normalize-space(.), "${label}") or starts-with(@aria-label, "${label}")`
  await popup.locator(`::-p-xpath(//button[${nameTest}])`).setTimeout(TIMEOUT_MILLIS).click()
}

/** What all buttons say, except those with a picture only. */
export const buttonsOf = (popup: Page): Promise<ReadonlyArray<string>> =>
  popup.$$eval("button", (all) => all.map((button) => button.innerText.trim()).filter((text) => text !== ""))

/** The rows of the popup's card, as label and value. */
export const rowsOf = (popup: Page): Promise<ReadonlyArray<readonly [label: string, value: string]>> =>
  popup.$$eval("dl .row", (all) =>
    all.map((row) => {
      const read = (selector: string) => row.querySelector(selector)?.textContent?.trim() ?? ""
      return [read("dt"), read(".value")] as const
    })
  )

/** A result stands there: its foot has the button that copies all of it. */
export const RESULT = /More ▾ Copy ▾/

/** Other sections of the page are answered meanwhile, and may still move what stands below them. */
const untilStill = async (popup: Page, selector: string): Promise<void> => {
  const element = await popup.waitForSelector(selector, { timeout: TIMEOUT_MILLIS })
  await element?.evaluate(
    (one) =>
      new Promise<void>((resolve) => {
        let last: string | undefined
        const timer = setInterval(() => {
          const place = JSON.stringify(one.getBoundingClientRect())
          if (place === last) resolve(clearInterval(timer))
          last = place
        }, 150)
      })
  )
}

/** Presses Enrich, and waits until the popup has closed because the record stands in the page. */
export const enrichInPage = async (popup: Page): Promise<void> => {
  const closed = new Promise((resolve) => popup.once("close", resolve))
  await untilStill(popup, '::-p-xpath(//button[starts-with(normalize-space(.), "Enrich")])')
  await press(popup, "Enrich")
  await Promise.race([
    closed,
    new Promise((_, reject) =>
      setTimeout(
        () => void textOf(popup).then((text) => reject(new Error(`The popup stays: ${text}`)), reject),
        TIMEOUT_MILLIS
      )
    )
  ])
}

/** Opens what the foot's button holds, and presses one of it. */
export const choose = async (popup: Page, menu: "More" | "Copy", item: string): Promise<void> => {
  // For a moment the button says that it has copied.
  await waitForText(popup, RESULT)
  await press(popup, menu === "More" ? "More ▾" : "Copy ▾")
  await press(popup, item)
}
