// The panel for a page in a pop-up or in the window of an installed web application, beside which browsers have no side
// panel: it opens in a window of its own, follows that page, and closes with it.
import type { Page, Target } from "@inlay/browser"
import { expect, test } from "vitest"

import { RESULT, press, waitForText } from "../../src/product/popup.ts"
import { useScene } from "../scene.ts"

const scene = useScene()

const isPanel = (target: Target): boolean => target.url().includes("/panel.html")

/** Opens a page in a pop-up. Returns the pop-up's tab as the browser reports it with a click in a menu. */
const openInPopup = async (from: Page, url: string) => {
  const { extension } = scene()
  const before = new Set(extension.browser.targets())
  const [target, tab] = await Promise.all([
    extension.browser.waitForTarget((one) => !before.has(one) && one.url() === url),
    from.evaluate(`chrome.windows.create({ url: ${JSON.stringify(url)}, type: "popup" })
      .then(({ id, tabs: [tab] }) => ({ id: tab.id, windowId: id }))`)
  ])
  return { page: await target.asPage(), tab: tab as { readonly id: number; readonly windowId: number } }
}

/** Has the worker receive an event of the browser. */
const dispatch = async (event: string, ...values: ReadonlyArray<unknown>) => {
  const worker = await scene().extension.serviceWorker()
  await worker.evaluate(`chrome.${event}.dispatch(...${JSON.stringify(values)})`)
}

test("the menu of a link in a pop-up opens the panel in a window of its own, which closes with the pop-up", async () => {
  const { control, extension, somebody } = scene()
  const [ann, bob] = [somebody(), somebody()]
  const own = await extension.openExtensionPage("sample.html")
  const { page, tab } = await openInPopup(own, ann.url)
  const chooseLink = (linkUrl: string) => dispatch("contextMenus.onClicked", { linkUrl }, tab)
  const [target] = await Promise.all([extension.browser.waitForTarget(isPanel), chooseLink(bob.url)])
  const panel = await target.asPage()
  await waitForText(panel, bob.name)
  await press(panel, "Enrich")
  await waitForText(panel, RESULT)
  expect(await control.calls()).toHaveLength(1)

  // A second choice is shown in the same window.
  const cyd = somebody()
  await chooseLink(cyd.url)
  await waitForText(panel, cyd.name)
  expect(extension.browser.targets().filter(isPanel)).toHaveLength(1)

  await page.close()
  await expect.poll(() => extension.browser.targets().some(isPanel)).toBe(false)
})

test("the key pressed in a panel's own window opens no panel for that panel", async () => {
  const { extension, somebody } = scene()
  const own = await extension.openExtensionPage("sample.html")
  const pressKey = (tab: unknown) => dispatch("commands.onCommand", "open-panel", tab)
  const open = async () => {
    const { page, tab } = await openInPopup(own, somebody().url)
    const isOfPage = (target: Target) => target.url().endsWith(`/panel.html#${tab.windowId}`)
    const [target] = await Promise.all([extension.browser.waitForTarget(isOfPage), pressKey(tab)])
    return { page, panel: await target.asPage() }
  }
  const first = await open()
  await pressKey(await first.panel.evaluate("chrome.tabs.getCurrent()"))
  // The worker has dealt with that key before this one.
  const second = await open()
  const panels = () => extension.browser.targets().filter(isPanel)
  expect(panels()).toHaveLength(2)
  await Promise.all([first.page.close(), second.page.close()])
  await expect.poll(panels).toEqual([])
})

test("a key that is pressed several times at once opens one panel", async () => {
  const { extension, somebody } = scene()
  const own = await extension.openExtensionPage("sample.html")
  const { page, tab } = await openInPopup(own, somebody().url)
  const pressKey = () => dispatch("commands.onCommand", "open-panel", tab)
  const [target] = await Promise.all([extension.browser.waitForTarget(isPanel), pressKey(), pressKey(), pressKey()])
  await (await target.asPage()).waitForSelector("section")
  await pressKey()
  expect(extension.browser.targets().filter(isPanel)).toHaveLength(1)
  await page.close()
  await expect.poll(() => extension.browser.targets().some(isPanel)).toBe(false)
})

test("a panel whose window is gone, such as one that the browser has restored, closes", async () => {
  const { extension } = scene()
  const own = await extension.openExtensionPage("sample.html")
  await own.evaluate(`chrome.windows.create({ url: "/panel.html#1", type: "popup" })`)
  const windows = () => own.evaluate("chrome.windows.getAll().then((all) => all.length)")
  await expect.poll(windows).toBe(1)
})

test("a panel that has become one tab of a window, which the browser may restore, closes without the others", async () => {
  const { extension } = scene()
  const own = await extension.openExtensionPage("sample.html")
  const tabs = await own.evaluate(`chrome.windows.create({ url: ["/sample.html", "/panel.html#1"] })
    .then(({ tabs }) => tabs.map(({ id }) => id))`)
  const [other, panel] = tabs as ReadonlyArray<number>
  const isOpen = (tab: number | undefined) => own.evaluate(`chrome.tabs.get(${tab}).then(() => true, () => false)`)
  await expect.poll(() => isOpen(panel)).toBe(false)
  expect(await isOpen(other)).toBe(true)
})
