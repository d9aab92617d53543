/** The console's pages in a browser: reading, typing and pressing there, and inspecting them in each look. */
import type { Page } from "@inlay/browser"
import { expect } from "vitest"

import { inspectIn } from "../looks.ts"

export const inspect = inspectIn("console")

export const text = (page: Page) => page.evaluate(() => document.body.innerText)
export const see = (page: Page, pattern: RegExp) => expect.poll(() => text(page), { timeout: 10_000 }).toMatch(pattern)

export const visit = async (page: Page, place: string, pattern: RegExp): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash
  }, place)
  await see(page, pattern)
}

/** Replaces the text of the field with this label. */
export const fill = async (page: Page, label: string, value: string): Promise<void> => {
  const input = await page.waitForSelector(`aria/${label}`)
  await input?.focus()
  await page.keyboard.down("Control")
  await page.keyboard.press("a")
  await page.keyboard.up("Control")
  await page.keyboard.type(value)
}

export const choose = async (page: Page, selector: string, value: string): Promise<void> => {
  await page.waitForSelector(selector)
  await page.select(selector, value)
}

export const press = async (page: Page, name: string): Promise<void> => {
  const button = await page.waitForSelector(`aria/${name}`)
  await button?.focus()
  await page.keyboard.press("Enter")
}

/** Holds Enter down on a button for as long as a key takes to repeat, and longer. */
export const hold = async (page: Page, name: string): Promise<void> => {
  const button = await page.waitForSelector(`aria/${name}`)
  await button?.focus()
  for (let presses = 0; presses < 20; presses++) {
    // The browser reports every press after the first as a repetition.
    await page.keyboard.down("Enter")
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  await page.keyboard.up("Enter")
}

/** Clicks the first element that matches the selector, once it exists. */
export const click = async (page: Page, selector: string): Promise<void> => {
  const element = await page.waitForSelector(selector)
  await element?.evaluate((one) => (one as HTMLElement).click())
}

/** Presses Tab until an element with a matching name has the focus. Fails if none ever does. */
export const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  const seen: Array<string> = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab")
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute("aria-label") ?? element?.textContent ?? ""
    })
    if (name.test(focused)) return
    seen.push(focused)
  }
  throw new Error(`Tab reaches ${seen.join(", ")}; not ${String(name)}`)
}
