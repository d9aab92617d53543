// The page navigates without loading a document: a card is never displayed beside somebody it is not about.
import type { Page } from "@inlay/browser"
import { expect, test } from "vitest"

import { storedRows } from "../../src/product/database.ts"
import { cardTexts, waitForCards } from "../../src/product/page-card.ts"
import { enrichInPage, openPopup, press, RESULT, textOf, waitForText } from "../../src/product/popup.ts"
import { useScene } from "../scene.ts"

const scene = useScene()

declare global {
  var addedHosts: number
  var hostAtPopstate: boolean | undefined
}

/** Counts elements that are added beside the page's own tree from now on: a card's host is added there. */
const watchHosts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.addedHosts = 0
    new MutationObserver((records) => {
      for (const { addedNodes } of records) globalThis.addedHosts += addedNodes.length
    }).observe(document.documentElement, { childList: true })
  })

const hostsSeen = (page: Page): Promise<number> => page.evaluate(() => globalThis.addedHosts)

/** The first person that the page recommends. */
const recommendations = async (page: Page) => {
  const link = await page.waitForSelector("aside a.row")
  if (link === null) throw new Error("the page recommends nobody")
  return { link, name: await link.$eval(".rowname", (name) => name.textContent ?? "") }
}

const untilDrawn = (page: Page, name: string) =>
  page.waitForFunction((expectedName) => document.querySelector("h1")?.textContent === expectedName, {}, name)

const nameOn = (page: Page): Promise<string> => page.$eval("h1", (title) => title.textContent ?? "")

test("the page navigates during a lookup: no card on the new page; the answer is saved, and free when the user goes back", async () => {
  const { click, control, extension, sandbox } = scene()
  const { page, popup } = await click(`${sandbox.origin}/in/fault-held-anna`)
  await watchHosts(page)
  const before = await nameOn(page)
  const { link, name } = await recommendations(page)
  await press(popup, "Enrich")
  await expect.poll(control.calls).toHaveLength(1)
  // By script, because a mouse click outside the popup would close it before it can show its message.
  await link.evaluate((element) => element instanceof HTMLElement && element.click())
  await untilDrawn(page, name)
  await control.release()
  expect(await waitForText(popup, /Not in the page: it moved on/)).toMatch(/2 credits/)
  expect(await cardTexts(page)).toEqual([])
  expect(await hostsSeen(page)).toBe(0)

  const onNew = await openPopup(extension, page)
  expect(await nameOn(onNew)).toBe(name)
  expect(await textOf(onNew)).toMatch(/Costs up to 2 credits/)

  await page.evaluate(() => history.back())
  await untilDrawn(page, before)
  expect(await hostsSeen(page)).toBe(0)
  const back = await openPopup(extension, page)
  expect(await waitForText(back, RESULT)).toMatch(/0 credits/)
  expect(await cardTexts(page)).toEqual([])
  expect(await control.calls()).toHaveLength(1)
  expect((await control.charges()).total).toBe(2)
})

test("two lookups at once in one tab: the later page gets its own card, and the late answer is not drawn", async () => {
  const { click, control, extension, sandbox } = scene()
  const late = "fault-held-bela"
  const { page, popup } = await click(`${sandbox.origin}/in/${late}`)
  await watchHosts(page)
  const { link, name } = await recommendations(page)
  await press(popup, "Enrich")
  await expect.poll(control.calls).toHaveLength(1)
  await link.click()
  await untilDrawn(page, name)
  const second = await openPopup(extension, page)
  await enrichInPage(second)
  const isStored = async () => (await storedRows(extension))["answers"]?.some((row) => row.includes(late))
  expect(await isStored()).toBe(false)
  await control.release()
  await expect.poll(isStored).toBe(true)
  // Once the worker has answered another popup, it has finished handling the late response.
  await waitForText(await openPopup(extension, page), /0 credits/)
  await waitForCards(page, (cards) => cards.length === 0)
  expect(await hostsSeen(page)).toBe(1)
  expect(await control.calls()).toHaveLength(2)
})

test("a card is removed in the same task in which the page navigates, forward and back", async () => {
  const { enrich, extension, somebody } = scene()
  const first = somebody()
  const { page } = await enrich(first.url)
  await waitForCards(page, (cards) => cards.length === 1)
  const { link, name } = await recommendations(page)
  const position = await link.evaluate((element) => {
    const host = document.documentElement.lastElementChild
    const before = host?.localName === "div" && host.isConnected
    if (element instanceof HTMLElement) element.click()
    return { before, after: host?.isConnected, address: location.pathname }
  })
  expect(position).toMatchObject({ before: true, after: false })
  expect(position.address).not.toBe(first.path)
  await untilDrawn(page, name)
  expect(await cardTexts(page)).toEqual([])

  const popup = await openPopup(extension, page)
  await enrichInPage(popup)
  const [card = "", ...others] = await waitForCards(page, (cards) => cards.length > 0)
  expect(others).toEqual([])
  expect(card).toContain(name)
  expect(card).not.toContain(first.name)

  await page.evaluate(() => {
    const host = document.documentElement.lastElementChild
    addEventListener("popstate", () => (globalThis.hostAtPopstate = host?.isConnected), { once: true })
    history.back()
  })
  await untilDrawn(page, first.name)
  expect(await page.evaluate(() => globalThis.hostAtPopstate)).toBe(false)
  expect(await cardTexts(page)).toEqual([])
})

test("a card stays while the page is still about the same person", async () => {
  const { enrich, somebody } = scene()
  const person = somebody()
  const { page } = await enrich(person.url)
  await waitForCards(page, (cards) => cards.length === 1)
  await page.evaluate(() => {
    history.pushState({}, "", `${location.pathname}/details/experience?view=all`)
    location.hash = "top"
    history.replaceState({}, "", `${location.pathname}#bottom`)
  })
  expect(new URL(page.url()).pathname).toBe(`${person.path}/details/experience`)
  expect(await cardTexts(page)).toHaveLength(1)
})
