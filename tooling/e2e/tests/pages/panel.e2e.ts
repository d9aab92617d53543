// The panel beside the page, in a real browser: it follows the tab, buys nothing by itself, and no record is displayed
// twice.
import { afterAll, expect, test } from "vitest"

import { cardTexts, waitForCards } from "../../src/product/page-card.ts"
import { clickForPanel, openPanelOver } from "../../src/product/panel.ts"
import { press, RESULT, textOf, waitForText } from "../../src/product/popup.ts"
import { startServer } from "../../src/world/server.ts"
import { inspectPopupIn } from "../looks.ts"
import { useScene } from "../scene.ts"
import { walk } from "./keyboard.ts"

const site = await startServer(() => ({
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>"
}))
afterAll(site.close)

const scene = useScene({ hostRules: `MAP *.example ${site.host}` })

const inspect = inspectPopupIn("panel")

const headingOf = (panel: Awaited<ReturnType<typeof openPanelOver>>) =>
  panel.$eval("h1", (title) => title.textContent ?? "")

test("the panel replaces the popup and the card, follows the tab, and asks for a click on another site", async () => {
  const { control, extension, enrich, somebody } = scene()
  const [ann, bob] = [somebody(), somebody()]
  const { page } = await enrich(ann.url)
  await waitForCards(page, (cards) => cards.length === 1)

  // From the popup to the panel: the panel displays the record, the card is gone, nothing more is paid.
  const panel = await openPanelOver(extension, page)
  await waitForText(panel, RESULT)
  expect(await headingOf(panel)).toBe(ann.name)
  await waitForCards(page, (cards) => cards.length === 0)
  expect(await control.calls()).toHaveLength(1)

  await inspect(panel, "result")
  await walk(panel)

  // Navigation within the site: the panel shows the next person with the price, and nothing is sent.
  await page.evaluate((path) => history.pushState(null, "", path), bob.path)
  await waitForText(panel, /Nothing goes to the provider until you click/)
  expect(await headingOf(panel)).toBe(bob.name)
  expect(await textOf(panel)).not.toContain(ann.name)
  expect(await control.calls()).toHaveLength(1)
  expect(await panel.evaluate(() => document.activeElement?.tagName)).toBe("BODY")
  await inspect(panel, "offer")

  // A record bought in the panel is displayed in the panel.
  await press(panel, "Enrich")
  await waitForText(panel, RESULT)
  expect(await cardTexts(page)).toEqual([])
  expect(await control.calls()).toHaveLength(2)

  // In another tab without a click, the previous person disappears. A click gives the tab to the panel, and the popup
  // closes at once.
  const other = await extension.openPage("http://www.elsewhere.example/")
  await waitForText(panel, /Click the Inlay button in the toolbar/)
  expect(await textOf(panel)).not.toContain(bob.name)
  await inspect(panel, "out-of-reach")
  await walk(panel)
  await clickForPanel(extension, other)
  await waitForText(panel, /Nothing goes to the provider until you click/)
  expect(await headingOf(panel)).toBe("elsewhere.example")
  expect(await control.calls()).toHaveLength(2)

  // Another origin in that tab is out of reach until the next click. The panel still has access to the first tab.
  await other.goto("http://www.another.example/")
  await waitForText(panel, /Click the Inlay button in the toolbar/)
  expect(await textOf(panel)).not.toContain("elsewhere")
  await page.bringToFront()
  await waitForText(panel, RESULT)
  expect(await headingOf(panel)).toBe(bob.name)

  // Other pages of the extension open beside it, and stay.
  const openedBy = async (act: () => Promise<unknown>, path: string) => {
    const target = extension.browser.waitForTarget((one) => one.url().endsWith(path), { timeout: 10_000 })
    await act()
    return (await target).asPage()
  }
  await waitForText(await openedBy(() => press(panel, "Settings"), "/options.html"), /Inlay settings/)
  const openSaved = () => panel.evaluate('chrome.tabs.create({ url: "/saved.html" })')
  await waitForText(await openedBy(openSaved, "/saved.html"), /Lookups that are still saved/)
})
