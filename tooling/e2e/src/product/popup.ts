/** Works the popup like a user: opens it by the toolbar button, reads its text, presses its buttons. */
import type { ExtensionBrowser, Page } from "@inlay/browser"

/**
 * The popup itself takes eight seconds to report that the worker does not answer, and a busy machine needs time in
 * addition.
 */
const TIMEOUT_MILLIS = 20_000

/** Clicks the toolbar button over a page, and waits until the popup shows something. */
export const openPopup = async (extension: ExtensionBrowser, page: Page): Promise<Page> => {
  const popup = await extension.clickToolbar(page)
  await popup.waitForSelector(".popup:not([aria-busy=true]) h1", { timeout: TIMEOUT_MILLIS }).catch(async (cause) => {
    throw new Error(`The popup stays busy or empty: ${await popup.content()}`, { cause })
  })
  return popup
}

export const textOf = (popup: Page): Promise<string> =>
  popup.$eval("body", (body) => body.innerText.replace(/\s+/g, " ").trim())

/** A pattern that matches this text. */
const literal = (text: string): RegExp => new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))

/**
 * Waits until the popup's text matches, or contains a text. The error contains the text that it shows instead. Checks
 * after every change of the document, because puppeteer's own polling redraws the page sixty times a second.
 */
export const waitForText = async (popup: Page, wanted: RegExp | string): Promise<string> => {
  const words = typeof wanted === "string" ? literal(wanted) : wanted
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
          // Text that a style sheet reveals does not change the document.
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

/**
 * Lets a click through only to this element. Content that appears above a button moves it, and the click would go to
 * whatever is in its place.
 */
const guard = (button: Element) => {
  const kinds = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]
  let isPressed = false
  const judge = (event: Event) => {
    if (event.target instanceof Node && button.contains(event.target)) isPressed ||= event.type === "click"
    else {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  for (const kind of kinds) window.addEventListener(kind, judge, { capture: true })
  return {
    end: () => {
      for (const kind of kinds) window.removeEventListener(kind, judge, { capture: true })
      return isPressed
    }
  }
}

/** The middle of an element once it is in view and has not moved for two frames. */
const middleOf = (element: Element) =>
  new Promise<{ readonly x: number; readonly y: number }>((resolve) => {
    let last = ""
    const look = () => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      const place = [top, bottom, left, right].join()
      if (place === last) return resolve({ x: (left + right) / 2, y: (top + bottom) / 2 })
      last = place
      if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: "center", behavior: "instant" })
      requestAnimationFrame(look)
    }
    look()
  })

/** Returns whether the click reached the button. If the click closed the page, it did. */
const pressOnce = async (popup: Page, selector: string): Promise<boolean> => {
  const button = await popup.waitForSelector(selector, { visible: true, timeout: TIMEOUT_MILLIS })
  if (button === null) return false
  const { x, y } = await button.evaluate(middleOf)
  const guarding = await button.evaluateHandle(guard)
  await popup.mouse.click(x, y)
  return guarding.evaluate(({ end }) => end()).catch(() => true)
}

const pressElement = async (popup: Page, label: string, selector: string): Promise<void> => {
  const closing = new Promise<boolean>((resolve) => popup.once("close", () => resolve(true)))
  // A click that closes the popup may not be acknowledged.
  const pressing = () => pressOnce(popup, selector).catch((cause) => (popup.isClosed() ? true : Promise.reject(cause)))
  const givesUpAt = performance.now() + TIMEOUT_MILLIS
  while (!(await Promise.race([closing, pressing()]))) {
    if (performance.now() > givesUpAt) throw new Error(`The press on ${label} hits another element.`)
  }
}

/**
 * Presses the button, or the link, whose text or label starts with this, once it stops moving. Tries again if it moved
 * away under the pointer.
 */
export const press = (popup: Page, label: string, element: "button" | "a" = "button"): Promise<void> => {
  const nameTest = `starts-with(normalize-space(.), "${label}") or starts-with(@aria-label, "${label}")`
  return pressElement(popup, label, `::-p-xpath(//${element}[${nameTest}])`)
}

/** Ticks, or unticks, the checkbox whose label contains this, as `press` presses a button. */
export const tick = (popup: Page, label: string): Promise<void> =>
  pressElement(popup, label, `::-p-xpath(//label[contains(., "${label}")]/input[@type="checkbox"])`)

/** The texts of all buttons, except those with only an icon. */
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

/** Shows that a result is displayed: its footer has the button that copies all of it. */
export const RESULT = /More ▾ Copy ▾/

/** Presses Enrich, and waits until the popup has closed because the card is in the page. */
export const enrichInPage = async (popup: Page): Promise<void> => {
  const closed = new Promise((resolve) => popup.once("close", resolve))
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

/** Opens a menu in the footer and presses one of its items. */
export const choose = async (popup: Page, menu: "More" | "Copy", item: string): Promise<void> => {
  // For a moment the button shows that it has copied.
  await waitForText(popup, RESULT)
  await press(popup, menu === "More" ? "More ▾" : "Copy ▾")
  await press(popup, item)
}
