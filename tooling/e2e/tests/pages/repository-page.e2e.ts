// What a repository's view shows outside the popup: a line in the page, notifications, and the view of a link, in a
// real Chromium and in each language.
import { screenshot, type Page } from "@inlay/browser"
import { beforeAll, expect, test } from "vitest"

import { openOptions } from "../../src/product/options-page.ts"
import { cardTexts, waitForCards } from "../../src/product/page-card.ts"
import { openPanelOver } from "../../src/product/panel.ts"
import { openPopup, press, tick, waitForText } from "../../src/product/popup.ts"
import { codehostOf, connectCodehost } from "../../src/world/codehost.ts"
import { useScene } from "../scene.ts"
import { inForm, isWhole } from "../whole.ts"

const scene = useScene({ allowedNames: ["notifications"] }, false)

const control = async (path: string, body: object): Promise<void> => {
  const response = await fetch(`${scene().sandbox.plugins["codehost"]?.control}${path}`, {
    method: "POST",
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
}

const repoPage = () => scene().sandbox.urls["repoPage"] ?? ""

const picture = async (page: Page, name: string): Promise<void> => {
  if (isWhole) await screenshot(page, new URL(`../../../../artifacts/repository/${name}.png`, import.meta.url).pathname)
}

const inWorker = async <A>(source: string): Promise<A> =>
  (await (await scene().extension.serviceWorker()).evaluate(source)) as A

const speak = (language: string) => inWorker(`chrome.storage.local.set({ language: "${language}" })`)

beforeAll(async () => {
  await control("/reset", {})
  expect(await connectCodehost(scene().extension, codehostOf(scene().sandbox))).toMatch(/Saved/)
})

/** The line needs a search at the code host, and searches are sent two seconds apart. */
const SEARCH_MILLIS = 15_000

const LINE = /acme\/widgets .*#\d+ .*×$/

test("the line appears after a click, disappears when the page leaves its repository, and returns with it", async () => {
  const { extension } = scene()
  const page = await extension.openPage(repoPage())
  expect(await cardTexts(page)).toEqual([])
  const popup = await openPopup(extension, page)
  await waitForText(popup, /main · pushed/)
  await press(popup, "Show as a line in this page")
  await waitForText(popup, /Shown in the page/)
  await picture(popup, "line-choice")
  await popup.close()
  await waitForCards(page, ([line = ""]) => LINE.test(line))
  await picture(page, "line")
  // Another page of the same repository keeps the line; a page of another repository never has it.
  await page.evaluate(() => history.pushState(null, "", `${location.pathname}/issues`))
  expect((await cardTexts(page)).filter((line) => LINE.test(line))).toHaveLength(1)
  await page.evaluate(() => history.pushState(null, "", "/repo/acme/nothing-of-that-name"))
  await waitForCards(page, (lines) => lines.every((line) => !line.includes("widgets")))
  await page.evaluate(() => history.pushState(null, "", "/repo/acme/widgets"))
  await waitForCards(page, ([line = ""]) => LINE.test(line), SEARCH_MILLIS)
  await page.reload()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await cardTexts(page)).toEqual([])
})

test("the line is always shown on a chosen host, in each language, until it is switched off", async () => {
  const { extension, somebody } = scene()
  const page = await extension.openPage(repoPage())
  const popup = await openPopup(extension, page)
  await tick(popup, "Always on 127.0.0.1")
  await waitForText(popup, /Shown in the page/)
  await popup.close()
  const languages = [
    ["ar", /مراجع/],
    ["de", /Review-Anfragen? an Sie/],
    ["en", /review requests?/]
  ] as const
  for (const [language, words] of isWhole ? languages : languages.slice(0, 1)) {
    await speak(language)
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: language === "de" ? "dark" : "light" }])
    await page.reload()
    await waitForCards(page, ([line = ""]) => words.test(line), SEARCH_MILLIS)
    await picture(page, `line-${language}`)
  }
  await speak("en")
  // Whoever leaves before it is read and comes back sees it too: the browser has stored the page.
  await page.reload()
  await page.goto(somebody().url)
  await page.goBack()
  await waitForCards(page, ([line = ""]) => /review requests?/.test(line), SEARCH_MILLIS)
  const options = await openOptions(extension)
  await press(options, "Remove from 127.0.0.1")
  await options.waitForFunction(() => document.querySelector("#line-title") === null)
  await page.reload()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await cardTexts(page)).toEqual([])
})

test("an event of a chosen kind shows one notification, whose click opens its page", async () => {
  const { extension } = scene()
  const page = await extension.openPage(repoPage())
  const popup = await openPopup(extension, page)
  await press(popup, "Watch from here")
  await waitForText(popup, /Notify me of New issue/)
  await tick(popup, "New issue")
  await waitForText(popup, /Shown on this desktop at each poll/)
  for (const language of inForm(["ar"], ["en", "de", "ar"])) {
    await speak(language)
    await popup.reload()
    await popup.waitForSelector(".repo-seen input:checked")
    await picture(popup, `notify-${language}`)
  }
  await speak("en")
  await popup.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }])
  await popup.reload()
  await popup.waitForSelector(".repo-seen input:checked")
  await picture(popup, "notify-dark")
  await control("/issues", { login: "ada", title: "It squeaks" })
  const shown = () => inWorker<ReadonlyArray<string>>("chrome.notifications.getAll().then((all) => Object.keys(all))")
  for (let looks = 0; looks < 2; looks += 1) {
    await inWorker("chrome.alarms.create('now', { when: Date.now() })")
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(0)
  }
  const all = await shown()
  expect(all).toHaveLength(1)
  expect(all[0]).toMatch(new RegExp(`^${repoPage()}/issues/\\d+ issue `))
  await extension.stopServiceWorker()
  const options = await extension.openExtensionPage("options.html#notifications")
  await waitForText(options, /Notifications .*New issue acme\/widgets/)
  await options.setViewport({ width: 1100, height: 1000 })
  await picture(options, "notification-settings")
  // The click reaches a worker that did not show the notification. It is sent by the browser's own event, because no
  // test can click on the desktop.
  await inWorker(`chrome.notifications.onClicked.dispatch(${JSON.stringify(all[0])})`)
  await extension.browser.waitForTarget((target) => target.url() === all[0]?.split(" ")[0])
  await expect.poll(shown).toEqual([])
})

test("a link to a repository is shown in the panel, whatever the page", async () => {
  const { extension, sandbox, somebody } = scene()
  const page = await extension.openPage(somebody().url)
  const panel = await openPanelOver(extension, page)
  const link = `${sandbox.urls["repoPage"]}/issues/1`
  // Does what the context menu does, which no test can open.
  await inWorker(`chrome.tabs.query({ url: "${sandbox.origin}/in/*" }).then(([tab]) => chrome.storage.session.set({
    panel: { windowId: tab.windowId, tabId: tab.id, link: "${link}", id: "1" } }))`)
  await waitForText(panel, /acme\/widgets main · pushed/)
  await picture(panel, "link-in-panel")
})
