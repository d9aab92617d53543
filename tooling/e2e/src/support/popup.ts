/** The popup as a user meets it: opened by the toolbar button, read by its text, worked by its buttons. */
import type { ExtensionBrowser, Page } from "@inlay/browser"

/** A popup alone says after eight seconds that nobody hears it; a busy machine takes its time besides. */
const TIMEOUT_MILLIS = 20_000

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

/**
 * Lets a press through to this element alone. What comes in above a button moves it, and the browser takes the press to
 * whatever stands there by then.
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

/** The middle of an element that has stood still for two frames, in view. */
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

/** Whether the press came to the button; a page that went away with the press had one. */
const pressOnce = async (popup: Page, selector: string): Promise<boolean> => {
  const button = await popup.waitForSelector(selector, { visible: true, timeout: TIMEOUT_MILLIS })
  if (button === null) return false
  const { x, y } = await button.evaluate(middleOf)
  const guarding = await button.evaluateHandle(guard)
  await popup.mouse.click(x, y)
  return guarding.evaluate(({ end }) => end()).catch(() => true)
}

/** Presses the button whose text or name begins so, once it stands still; again where it moved away under the pointer. */
export const press = async (popup: Page, label: string): Promise<void> => {
  const nameTest = `starts-with(normalize-space(.), "${label}") or starts-with(@aria-label, "${label}")`
  const selector = `::-p-xpath(//button[${nameTest}])`
  const closing = new Promise<boolean>((resolve) => popup.once("close", () => resolve(true)))
  // A press that closes the popup may not be acknowledged any more.
  const pressing = () => pressOnce(popup, selector).catch((cause) => (popup.isClosed() ? true : Promise.reject(cause)))
  const givesUpAt = performance.now() + TIMEOUT_MILLIS
  while (!(await Promise.race([closing, pressing()]))) {
    if (performance.now() > givesUpAt) throw new Error(`The press on ${label} comes to something else.`)
  }
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

/** Presses Enrich, and waits until the popup has closed because the record stands in the page. */
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

/** Opens what the foot's button holds, and presses one of it. */
export const choose = async (popup: Page, menu: "More" | "Copy", item: string): Promise<void> => {
  // For a moment the button says that it has copied.
  await waitForText(popup, RESULT)
  await press(popup, menu === "More" ? "More ▾" : "Copy ▾")
  await press(popup, item)
}
