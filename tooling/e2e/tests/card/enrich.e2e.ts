// The main workflow: the subject of the page in front is enriched by a click and paid for once.
import { afterAll, expect, test } from "vitest"

import { cardTexts, contentBoxes, waitForCards } from "../../src/product/page-card.ts"
import { choose, openPopup, press, RESULT, rowsOf, textOf, waitForText } from "../../src/product/popup.ts"
import { demoPages } from "../../src/product/stage.ts"
import { startServer } from "../../src/world/server.ts"
import { useScene } from "../scene.ts"

/** A company's own site, under its real host name and with a policy that allows nothing. */
const site = await startServer(() => ({
  headers: { "content-type": "text/html", "content-security-policy": "default-src 'none'; sandbox" },
  body: "<!doctype html><title>Vineyards</title><h1>Our vineyards</h1>"
}))
afterAll(site.close)

const DOMAIN = "estuary-vineyards.example"
const scene = useScene({ hostRules: `MAP *.example ${site.host}` }, { cap_day: "60" })

const valueOf = (rows: Awaited<ReturnType<typeof rowsOf>>, label: string): string | undefined =>
  rows.find(([name]) => name === label)?.[1]

test("the toolbar button shows who, the price, and what the day's cap leaves; nothing is sent", async () => {
  const { click, control, somebody } = scene()
  const person = somebody()
  const { page, popup } = await click(person.url)
  expect(await popup.$eval("h1", (title) => title.textContent)).toBe(person.name)
  expect(await textOf(popup)).toMatch(
    /Costs up to 2 credits 60 of 60 left today .*Nothing goes to the provider until you click\./
  )
  expect(await control.calls()).toEqual([])
  expect(await cardTexts(page)).toEqual([])
})

test("Enrich: the best facts in the page, all of them in the popup after the next click, never in both, charged once", async () => {
  const { control, enrich, extension } = scene()
  const { profilePage } = demoPages(scene())
  const { page } = await enrich(profilePage)
  const [card = "", ...others] = await waitForCards(page, (cards) => cards.length > 0)
  expect(others).toEqual([])
  expect(card).toMatch(/Deepa Carmody.*Inlay · 2 credits ·/)
  const [names, values] = [await contentBoxes(page, "name"), await contentBoxes(page, "value")]
  expect(values.length).toBeGreaterThan(4)
  expect(new Set(values.map(({ left }) => left))).toEqual(new Set(names.map(({ left }) => left)))
  // What the person is has all of the width, below the buttons, too.
  expect(await contentBoxes(page, "role")).toEqual(await contentBoxes(page, "cost"))
  // Those that copy have their pictures below the picture that closes the card.
  const [, , close, ...copies] = await contentBoxes(page, "icon-button")
  expect(copies).toHaveLength(values.length)
  expect(close?.width).toBe(24)
  expect(new Set(copies.map((copy) => JSON.stringify(copy)))).toEqual(new Set([JSON.stringify(close)]))
  const popup = await openPopup(extension, page)
  expect(await waitForText(popup, RESULT)).toMatch(/0 credits · saved just now by profile · checked \d+ \w+ ago/)
  await waitForCards(page, (cards) => cards.length === 0)
  expect(await popup.$eval("h1", (title) => title.textContent)).toBe("Deepa Carmody")
  const rows = await rowsOf(popup)
  expect(valueOf(rows, "Work e-mail")).toBe(`deepa.carmody@${DOMAIN}`)
  expect(valueOf(rows, "ABN")).toBe("20 567 790 470")
  for (const [, value] of rows.slice(0, 5)) expect(card).toContain(value)
  // The most common record fits without scrolling.
  expect(await popup.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(500)

  expect(await control.charges()).toMatchObject({ total: 2, items: [{ name: "Deepa Carmody", credits: 2, times: 1 }] })
  const [call, ...more] = await control.calls()
  expect(more).toEqual([])
  expect(call).toMatchObject({ operation: "enrich_person", key: "first", status: 200 })
  expect(call?.identifiers).toEqual({
    profilenet_url: profilePage.replace("http:", "https:"),
    profilenet_slug: "deepa-carmody"
  })

  // Another address of the same profile: the answer is cached, free, and the popup says so.
  await page.goto(`${profilePage}/?trk=search`)
  const again = await openPopup(extension, page)
  expect(await waitForText(again, RESULT)).toMatch(/0 credits · saved just now/)
  expect(await rowsOf(again)).toEqual(rows)
  await choose(again, "More", "Show in the page")
  await waitForCards(page, (cards) => cards.length === 1 && cards[0]?.includes("0 credits") === true)
  await expect.poll(() => again.isClosed()).toBe(true)
  expect(await control.calls()).toHaveLength(1)
  expect((await control.charges()).total).toBe(2)
})

test("behind a dialog of the page, the card is not seen: the popup stays and shows what was paid for", async () => {
  const { click, control, somebody } = scene()
  const person = somebody()
  const { page, popup } = await click(person.url)
  await page.evaluate(() => document.body.appendChild(document.createElement("dialog")).showModal())
  await press(popup, "Enrich")
  expect(await waitForText(popup, RESULT)).toMatch(/Not visible in the page right now/)
  expect(await popup.$eval("h1", (title) => title.textContent)).toBe(person.name)
  expect(await cardTexts(page)).toEqual([expect.stringContaining(person.name)])
  expect(await control.calls()).toHaveLength(1)
})

test("from a page that removes it at once, the card is not seen either: the popup stays", async () => {
  const { click, control, somebody } = scene()
  const { page, popup } = await click(somebody().url)
  await page.evaluate(() =>
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) node.parentNode?.removeChild(node)
    }).observe(document.documentElement, { childList: true })
  )
  await press(popup, "Enrich")
  expect(await waitForText(popup, RESULT)).toMatch(/Not visible in the page right now/)
  await waitForCards(page, (cards) => cards.length === 0)
  expect(await control.calls()).toHaveLength(1)
})

test("a page that does not respond keeps nobody from what is saved", async () => {
  const { enrich, extension, somebody } = scene()
  const person = somebody()
  const { page } = await enrich(person.url)
  // An open dialog of this kind stops every script of the page.
  const [accept] = await Promise.all([
    new Promise<() => Promise<void>>((resolve) => page.once("dialog", (dialog) => resolve(() => dialog.accept()))),
    page.evaluate(() => void setTimeout(() => alert("Still there?")))
  ])
  await waitForText(await openPopup(extension, page), RESULT)
  await accept()
  await waitForCards(page, (cards) => cards.length === 0)
})

test("the copy buttons copy one value unchanged, or everything as lines of text", async () => {
  const { extension, result, somebody } = scene()
  const origin = `chrome-extension://${extension.extensionId}`
  await extension.browser.defaultBrowserContext().overridePermissions(origin, ["clipboard-read", "clipboard-write"])
  const { popup } = await result(somebody().url)
  const copiedText = () => popup.evaluate(() => navigator.clipboard.readText())
  const rows = await rowsOf(popup)
  const email = valueOf(rows, "Work e-mail")

  await press(popup, "Copy work e-mail")
  await waitForText(popup, /Copied work e-mail/)
  expect(await copiedText()).toBe(email)

  await choose(popup, "Copy", "As text")
  await waitForText(popup, /Copied as text/)
  const text = await copiedText()
  expect(text).not.toContain("\t")
  expect(text).toContain(`\nWork e-mail: ${email}`)
  // No value has a prefix, such as the apostrophe that prevents formulas in a spreadsheet.
  for (const [, value] of rows) expect(text).toContain(`: ${value}`)
  await choose(popup, "Copy", "As a contact")
  await waitForText(popup, /Copied as a contact/)
  expect(await copiedText()).toMatch(/^BEGIN:VCARD\r?\n/)
})

test("person and company together, a note, and the history: each looked up once, then everything erased", async () => {
  const { control, extension, result, sandbox } = scene()
  const { popup } = await result(`${sandbox.origin}/in/beatrix-varley`)
  const before = (await control.calls()).length
  await press(popup, "Enrich company · 1 credit")
  await waitForText(popup, /Viticulture/)
  const [call] = (await control.calls()).slice(before)
  const profilenet_url = `${sandbox.origin.replace("http:", "https:")}/company/estuary-vineyards`
  expect(call?.identifiers).toEqual({ domain: DOMAIN, abn: "20567790470", profilenet_url })
  await choose(popup, "More", "Write a note")
  await popup.waitForSelector("textarea:focus")
  await popup.keyboard.type("Renewal in March")
  await press(popup, "Save")
  await waitForText(popup, /Your note Edit Renewal in March/)

  const history = await extension.openPage(`chrome-extension://${extension.extensionId}/saved.html`)
  await waitForText(history, /Estuary Vineyards/)
  for (const [words, name] of [
    ["varley estuary", "Beatrix Varley"],
    ["VITICULTURE", "Estuary Vineyards"]
  ] as const) {
    await history.$eval("input[type=search]", (input) => input.select())
    await history.type("input[type=search]", words)
    await waitForText(history, /1 of \d+ records|1 record /)
    await press(history, `Delete ${name}`)
    await press(history, "Yes, delete")
    await waitForText(history, new RegExp(`^(?!.*${name})`))
  }
  expect(await control.calls()).toHaveLength(before + 1)
})

test("a company's own site, whatever its policy: looked up by its domain, and nothing else of the address is sent", async () => {
  const { control, result, sandbox } = scene()
  const view = (await (await fetch(`${sandbox.origin}/company/brolga-freight.json`)).json()) as {
    readonly name: string
    readonly website: string
  }
  const { popup } = await result(`http://shop.${view.website}/cart?session=8841#total`)
  const name = await popup.$eval("h1", (title) => title.textContent ?? "")
  expect(name).toBe(view.name)
  expect(await textOf(popup)).toMatch(/0 credits · saved just now by domain/)
  const [call, ...more] = await control.calls()
  expect(more).toEqual([])
  expect(call?.identifiers).toEqual({ domain: view.website })
})

test("a company's profile: the company, at its own price; then its own site, for free", async () => {
  const { click, control, enrich, extension } = scene()
  const { page } = await enrich(`${demoPages(scene()).companyPage}/about`)
  const [card = ""] = await waitForCards(page, (cards) => cards.length === 1)
  expect(card).toMatch(/Estuary Vineyards.*1 credit ·/)
  const popup = await openPopup(extension, page)
  await waitForText(popup, RESULT)
  expect(await popup.$eval("h1", (title) => title.textContent)).toBe("Estuary Vineyards")
  expect(valueOf(await rowsOf(popup), "Website")).toBe(`www.${DOMAIN}`)
  expect(await control.charges()).toMatchObject({ total: 1, items: [{ name: "Estuary Vineyards", times: 1 }] })

  // The company's own site is recognized by the domain in the answer for its profile.
  const own = await click(`http://www.${DOMAIN}/wines?from=search`)
  expect(await waitForText(own.popup, RESULT)).toMatch(/0 credits · saved just now/)
  expect(await cardTexts(own.page)).toEqual([])
  expect(await control.calls()).toHaveLength(1)
})
