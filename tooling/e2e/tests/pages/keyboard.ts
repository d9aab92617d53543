/** Works a page by keyboard alone. */
import type { Page } from "@inlay/browser"
import { expect } from "vitest"

/** The points of the focused element that cannot be clicked because something else covers them. */
const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return "nothing has the focus"
    const { left, right, top, bottom } = activeElement.getBoundingClientRect()
    // Only a part of an element taller than the window is visible.
    const isHigh = bottom - top > innerHeight
    const [from, to] = isHigh ? [Math.max(0, top), Math.min(innerHeight, bottom)] : [top, bottom]
    const points = [0.1, 0.5, 0.9].map((part) => ({ x: (left + right) / 2, y: from + (to - from) * part }))
    const wrong = points.filter(({ x, y }) => {
      const there = document.elementFromPoint(x, y)
      return there === null || !(activeElement.contains(there) || there.contains(activeElement))
    })
    const name = activeElement.getAttribute("aria-label") ?? activeElement.textContent
    return wrong.length === 0 ? { name } : `${name} is hidden at ${JSON.stringify(wrong)}`
  })

/**
 * The elements that Tab has not reached yet. The radio buttons of a name count as one stop. Reached elements are
 * recorded on the page's global object.
 */
const missed = (page: Page) =>
  page.evaluate(() => {
    const reached = (Reflect.get(globalThis, "inlayReached") ?? new Set()) as Set<Element>
    const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(":disabled, [tabindex='-1'], [type=hidden]") &&
        (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.checked)
    )
    return stops.filter((element) => !reached.has(element)).map(({ outerHTML }) => outerHTML.slice(0, 200))
  })

const MAX_PRESSES = 80

/**
 * Checks that Tab reaches every control and that nothing covers the focused element (WCAG 2.4.11). Uses a small window,
 * so that there is something to scroll.
 */
export const walk = async (page: Page, keys: "Tab" | "Shift+Tab" = "Tab"): Promise<ReadonlySet<string | null>> => {
  await page.setViewport({ width: 360, height: 300, deviceScaleFactor: 1 })
  const names = new Set<string | null>()
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (keys === "Shift+Tab") await page.keyboard.down("Shift")
    await page.keyboard.press("Tab")
    if (keys === "Shift+Tab") await page.keyboard.up("Shift")
    const focus = await hiddenFocus(page)
    if (focus !== "nothing has the focus") {
      expect(focus).toMatchObject({ name: expect.any(String) })
      if (typeof focus === "object") names.add(focus.name)
    }
    const isRound = await page.evaluate(() => {
      const reached = (Reflect.get(globalThis, "inlayReached") ?? new Set()) as Set<Element>
      Reflect.set(globalThis, "inlayReached", reached)
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body) return reached.size > 0
      const wasReached = reached.has(activeElement)
      reached.add(activeElement)
      return wasReached
    })
    // The focus may have started in the middle.
    if (isRound && (await missed(page)).length === 0) break
  }
  expect(await missed(page)).toEqual([])
  return names
}
