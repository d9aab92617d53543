// Pages that stay open while something changes: two tabs of the options, two windows, an update of the extension. Also
// checks the pages at 200 % zoom, with reduced motion, and in forced colours.
import type { ExtensionBrowser, Page, Target } from "@inlay/browser"
import { expect, test } from "vitest"

import { fillIn, openOptions, save } from "../../src/product/options-page.ts"
import { waitForCards } from "../../src/product/page-card.ts"
import { choose, openPopup, press, textOf, waitForText } from "../../src/product/popup.ts"
import { picture } from "../picture.ts"
import { useScene } from "../scene.ts"

const scene = useScene()

const valueOf = (page: Page, name: string): Promise<string> =>
  page.$eval(`[name="${name}"]`, (input) => (input instanceof HTMLInputElement ? input.value : ""))

const isWiderThanItsWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

test("a tab of the options follows the other one, and overwrites no newer value with an older one", async () => {
  const { extension } = scene()
  const [first, second] = [await openOptions(extension), await openOptions(extension)]
  await first.bringToFront()
  await fillIn(first, { price_person: "3" })
  await second.bringToFront()
  await fillIn(second, { cap_day: "40" })
  expect(await save(second)).toMatch(/^Saved/)
  await expect.poll(() => valueOf(first, "cap_day")).toBe("40")
  // Unsaved input there stays.
  expect(await valueOf(first, "price_person")).toBe("3")
  await first.bringToFront()
  expect(await save(first)).toMatch(/^Saved/)
  await expect.poll(() => valueOf(second, "price_person")).toBe("3")
  await second.reload()
  await second.waitForSelector('[name="cap_day"]')
  expect([await valueOf(second, "cap_day"), await valueOf(second, "price_person")]).toEqual(["40", "3"])
})

test("in each of two windows, the popup and the purchase are about the page of its own window", async () => {
  const { control, extension, somebody } = scene()
  const [ann, bob] = [somebody(), somebody()]
  const here = await extension.openPage(ann.url)
  const session = await extension.browser.target().createCDPSession()
  const [target] = await Promise.all([
    extension.browser.waitForTarget((one) => one.url() === bob.url),
    session.send("Target.createTarget", { url: bob.url, newWindow: true })
  ])
  const there = await target.asPage()
  const popup = await openPopup(extension, there)
  expect(await textOf(popup)).toContain(bob.name)
  await press(popup, "Enrich")
  await expect.poll(() => control.calls()).toHaveLength(1)
  const other = await openPopup(extension, here)
  expect(await textOf(other)).toContain(ann.name)
  expect(await textOf(other)).not.toContain(bob.name)
})

const workersOf = ({ browser, extensionId }: ExtensionBrowser): ReadonlyArray<Target> =>
  browser.targets().filter((one) => one.type() === "service_worker" && one.url().includes(extensionId))

/** Reloads the extension by a popup's button, and opens the popup again. */
const restart = async (popup: Page, page: Page): Promise<Page> => {
  const { extension } = scene()
  const workersBefore = workersOf(extension)
  await press(popup, "Restart the extension")
  await expect.poll(() => workersOf(extension).some((one) => !workersBefore.includes(one))).toBe(true)
  return openPopup(extension, page)
}

test("a people search goes on when its popup closes: paid once, and shown by the next popup", async () => {
  const { control, enrich, extension, somebody } = scene()
  const options = await openOptions(extension)
  await fillIn(options, { price_search: "10" })
  expect(await save(options)).toMatch(/^Saved/)
  await options.close()
  const { page } = await enrich(somebody().url)
  const SEARCH = "Search · Costs up to 10 credits"
  const openSearch = async () => {
    const popup = await openPopup(extension, page)
    await choose(popup, "More", "Similar people")
    await waitForText(popup, SEARCH)
    return popup
  }
  const { total } = await control.charges()
  const popup = await openSearch()
  await control.queueFault("held", "search_people")
  await press(popup, SEARCH)
  await expect.poll(async () => (await control.calls()).some(({ fault }) => fault === "held")).toBe(true)
  await popup.close()
  await page.bringToFront()
  const next = await openSearch()
  expect(await textOf(next)).not.toMatch(/not charged again/)
  await control.release()
  const words = /(\d+) credits? · searched before, not charged again/
  const [, cost] = words.exec(await waitForText(next, words)) ?? []
  await next.close()
  await extension.stopServiceWorker()
  await page.bringToFront()
  const last = await openSearch()
  await waitForText(last, words)
  expect((await control.charges()).total - total).toBe(Number(cost))
  expect((await control.calls()).filter(({ operation }) => operation === "search_people")).toHaveLength(1)
})

test("after an update while the popup and the options are open, a click continues where it was", async () => {
  const { control, enrich, extension, somebody } = scene()
  const person = somebody()
  const other = await enrich(somebody().url)
  const { page } = await enrich(person.url)
  const options = await openOptions(extension)
  const popup = await openPopup(extension, page)
  const closed = Promise.all([options, popup].map((one) => new Promise((resolve) => one.once("close", resolve))))
  const workersBefore = workersOf(extension)
  await (await extension.serviceWorker()).evaluate("chrome.runtime.reload()").catch(() => undefined)
  await closed
  // Chromium itself may crash if it is asked for a popup while the extension is reloaded.
  await expect.poll(() => workersOf(extension).some((one) => !workersBefore.includes(one))).toBe(true)
  // Nothing could remove this card any more, and the next one would stand over it.
  await waitForCards(other.page, (cards) => cards.length === 0)
  const again = await openPopup(extension, page)
  const text = await waitForText(again, new RegExp(`${person.name}|Restart the extension`))
  // Chromium sometimes delivers no messages to the new worker until the extension is reloaded once more.
  await waitForText(text.includes(person.name) ? again : await restart(again, page), new RegExp(person.name))
  expect(await control.calls()).toHaveLength(2)
})

test("at 200 % zoom, no page of the extension is wider than its window", async () => {
  const { extension } = scene()
  const options = await openOptions(extension)
  const ratioOf = (page: Page) => page.evaluate(() => devicePixelRatio)
  const unzoomed = await ratioOf(options)
  const zoom = (factor: number) =>
    options.evaluate(`chrome.tabs.getCurrent().then(({ id }) => chrome.tabs.setZoom(id, ${factor}))`)
  await zoom(2)
  try {
    for (const path of ["options", "welcome", "saved", "report", "sample"]) {
      const page = await extension.openExtensionPage(`${path}.html`)
      await page.waitForSelector("h1")
      expect(await ratioOf(page), path).toBe(2 * unzoomed)
      expect(await isWiderThanItsWindow(page), path).toBe(false)
    }
  } finally {
    await zoom(1)
  }
})

test("with reduced motion, nothing moves while an answer is loading", async () => {
  const { control, extension, somebody } = scene()
  const moving = async (motion: "reduce" | "no-preference") => {
    await control.queueFault("slow")
    const popup = await openPopup(extension, await extension.openPage(somebody().url))
    await popup.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: motion }])
    await press(popup, "Enrich")
    await popup.waitForSelector("[aria-busy=true]")
    return popup.evaluate(() => document.getAnimations().length)
  }
  expect(await moving("no-preference")).toBeGreaterThan(0)
  expect(await moving("reduce")).toBe(0)
})

test("a page that draws nothing does not delay a failed test's screenshot", async () => {
  const { extension, somebody } = scene()
  const page = await extension.openPage(somebody().url)
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  const startMillis = performance.now()
  await picture(scene(), "none", 200)
  expect(performance.now() - startMillis).toBeLessThan(2_000)
})

test("a button that moves under the pointer is still pressed, and nothing else is", async () => {
  const { extension, somebody } = scene()
  for (const kind of ["pointerdown", "pointerup"]) {
    const page = await extension.openPage(somebody().url)
    await page.evaluate((secondMove) => {
      const above = document.createElement("div")
      const buttons = ["Wanted", "Other"].map((text) => {
        const button = document.createElement("button")
        button.textContent = text
        button.style.cssText = "display:block;height:30px"
        button.addEventListener("click", () => document.body.append(`${text} pressed.`))
        return button
      })
      document.body.replaceChildren(above, ...buttons)
      let height = 0
      const grow = () => {
        above.style.height = `${(height += 30)}px`
      }
      for (const one of ["pointermove", secondMove]) window.addEventListener(one, grow, { capture: true, once: true })
    }, kind)
    await press(page, "Wanted")
    expect(await textOf(page)).toBe("Wanted Other Wanted pressed.")
  }
})
