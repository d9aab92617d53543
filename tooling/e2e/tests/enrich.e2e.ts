// The main job: whoever is on the page in front, enriched by a click, paid for once.
import { afterAll, expect, test } from "vitest"

import { cardTexts, waitForCards } from "../src/support/page-card.ts"
import { openPopup, press, rowsOf, textOf, waitForText } from "../src/support/popup.ts"
import { startServer } from "../src/support/server.ts"
import { demoPages } from "../src/support/stage.ts"
import { useScene } from "./scene.ts"

/** A company's own site, under its real name and with a policy that lets nothing in. */
const site = await startServer(() => ({
  headers: { "content-type": "text/html", "content-security-policy": "default-src 'none'; sandbox" },
  body: "<!doctype html><title>Vineyards</title><h1>Our vineyards</h1>"
}))
afterAll(site.close)

const DOMAIN = "estuary-vineyards.example"
const scene = useScene({ hostRules: `MAP *.example ${site.host}` }, { cap_day: "60" })

const valueOf = (rows: Awaited<ReturnType<typeof rowsOf>>, label: string): string | undefined =>
  rows.find(([name]) => name === label)?.[1]

test("the toolbar button says who, at what price, and what the day's cap leaves; nothing is sent", async () => {
  const { click, control, somebody } = scene()
  const person = somebody()
  const { page, popup } = await click(person.url)
  expect(await popup.$eval("h1", (title) => title.textContent)).toBe(person.name)
  expect(await textOf(popup)).toMatch(/Costs up to 2 credits 60 of 60 left today .*Nothing is sent until you click\./)
  expect(await control.calls()).toEqual([])
  expect(await cardTexts(page)).toEqual([])
})

test("Enrich: the facts in the popup and in the page, charged once", async () => {
  const { control, enrich, extension } = scene()
  const { profilePage } = demoPages(scene())
  const { page, popup } = await enrich(profilePage)
  expect(await popup.$eval("h1", (title) => title.textContent)).toBe("Deepa Carmody")
  const rows = await rowsOf(popup)
  expect(valueOf(rows, "Work e-mail")).toBe(`deepa.carmody@${DOMAIN}`)
  expect(valueOf(rows, "ABN")).toBe("20 567 790 470")
  expect(await textOf(popup)).toMatch(/2 credits · just now · 58 left today Shown in the page/)

  const [card = "", ...others] = await waitForCards(page, (cards) => cards.length > 0)
  expect(others).toEqual([])
  for (const [, value] of rows) expect(card).toContain(value)
  expect(card).toMatch(/Deepa Carmody.*Inlay · 2 credits ·/)

  expect(await control.charges()).toMatchObject({ total: 2, items: [{ name: "Deepa Carmody", credits: 2, times: 1 }] })
  const [call, ...more] = await control.calls()
  expect(more).toEqual([])
  expect(call).toMatchObject({ operation: "enrich_person", key: "first", status: 200 })
  expect(call?.identifiers).toEqual({
    profilenet_url: profilePage.replace("http:", "https:"),
    profilenet_slug: "deepa-carmody"
  })

  // Again, at another address of the same profile: known, free, and said so.
  await page.goto(`${profilePage}/?trk=search`)
  const again = await openPopup(extension, page)
  expect(await waitForText(again, /Copy all/)).toMatch(/0 credits · saved just now/)
  expect(await rowsOf(again)).toEqual(rows)
  await waitForCards(page, (cards) => cards.length === 1 && cards[0]?.includes("0 credits") === true)
  expect(await control.calls()).toHaveLength(1)
  expect((await control.charges()).total).toBe(2)
})

test("the copy buttons copy: one value as it is, or all of it as lines of text", async () => {
  const { enrich, extension, somebody } = scene()
  const origin = `chrome-extension://${extension.extensionId}`
  await extension.browser.defaultBrowserContext().overridePermissions(origin, ["clipboard-read", "clipboard-write"])
  const { popup } = await enrich(somebody().url)
  const copiedText = () => popup.evaluate(() => navigator.clipboard.readText())
  const rows = await rowsOf(popup)
  const email = valueOf(rows, "Work e-mail")

  await press(popup, "Copy work e-mail")
  await waitForText(popup, /Copied work e-mail/)
  expect(await copiedText()).toBe(email)

  await press(popup, "Copy all")
  await waitForText(popup, /Copied everything/)
  const text = await copiedText()
  expect(text).not.toContain("\t")
  expect(text).toContain(`\nWork e-mail: ${email}`)
  // No value has anything put before it, such as the apostrophe that a spreadsheet wants.
  for (const [, value] of rows) expect(text).toContain(`: ${value}`)
})

test("a company's own site, whatever its policy: the company by its domain, and nothing else of the address is sent", async () => {
  const { control, enrich, sandbox } = scene()
  const view = (await (await fetch(`${sandbox.origin}/company/brolga-freight.json`)).json()) as {
    readonly name: string
    readonly website: string
  }
  const { page, popup } = await enrich(`http://shop.${view.website}/cart?session=8841#total`)
  const name = await popup.$eval("h1", (title) => title.textContent ?? "")
  expect(name).toBe(view.name)
  expect(await textOf(popup)).toMatch(/1 credit · just now .*Shown in the page/)
  await waitForCards(page, (cards) => cards.length === 1 && cards[0]?.includes(name) === true)
  const [call, ...more] = await control.calls()
  expect(more).toEqual([])
  expect(call?.identifiers).toEqual({ domain: view.website })
})

test("a company's profile: the company, at its own price; then its own site, for free", async () => {
  const { click, control, enrich } = scene()
  const { page, popup } = await enrich(`${demoPages(scene()).companyPage}/about`)
  expect(await popup.$eval("h1", (title) => title.textContent)).toBe("Estuary Vineyards")
  expect(await textOf(popup)).toMatch(/1 credit · just now/)
  expect(valueOf(await rowsOf(popup), "Domain")).toBe(DOMAIN)
  await waitForCards(page, (cards) => cards.length === 1 && cards[0]?.includes("Estuary Vineyards") === true)
  expect(await control.charges()).toMatchObject({ total: 1, items: [{ name: "Estuary Vineyards", times: 1 }] })

  // Its own site is the same company: known by the domain that its profile's answer held.
  const own = await click(`http://www.${DOMAIN}/wines?from=search`)
  expect(await waitForText(own.popup, /Copy all/)).toMatch(/0 credits · saved just now/)
  expect(await waitForCards(own.page, (cards) => cards.length > 0)).toHaveLength(1)
  expect(await control.calls()).toHaveLength(1)
})
