// Pages with the strictest policies, and providers with the worst responses: the card is drawn, and values stay text.
import type { Page } from "@inlay/browser"
import { afterAll, expect, test } from "vitest"

import { cardElements, cardTexts, waitForCards } from "../../src/product/page-card.ts"
import { enrichInPage, openPopup, RESULT, rowsOf, waitForText } from "../../src/product/popup.ts"
import { connect, demoPages } from "../../src/product/stage.ts"
import { startServer } from "../../src/world/server.ts"
import { useScene } from "../scene.ts"

const IMAGE = `<img src=x onerror="globalThis.owned=1">`
const SCRIPT = `"><script>globalThis.owned=1</script>`
const LINK = "javascript:globalThis.owned=1"
const STYLE = `</style><style>*{display:none}</style>`

/** A provider that attacks the page with every field of its records. */
const hostile = await startServer((path, body) => {
  const reply = (value: object, status = 200) => ({
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value)
  })
  if (path.includes("/no-such-path")) return reply({ message: "no such route" }, 404)
  if (body.includes(".invalid")) return reply({ match: false })
  if (path.endsWith("/enrich/company")) {
    return reply({
      company: {
        name: IMAGE,
        domain: "victim.example",
        website: LINK,
        phone: SCRIPT,
        industry: STYLE,
        employee_range: SCRIPT,
        headquarters: IMAGE,
        technologies: [SCRIPT, IMAGE]
      }
    })
  }
  const { profilenet_url } = JSON.parse(body) as { readonly profilenet_url?: string }
  return reply({
    person: {
      // The profile address is true, because the record of somebody else would not be displayed in the page.
      profile_url: profilenet_url,
      full_name: `Eve ${IMAGE}`,
      job_title: SCRIPT,
      seniority: STYLE,
      department: IMAGE,
      location: SCRIPT,
      emails: [{ address: LINK, type: IMAGE, status: SCRIPT }, { address: `${IMAGE}@victim.example` }],
      phone_numbers: [{ number: LINK, type: SCRIPT, dnc: true }],
      company: { name: STYLE, domain: IMAGE, abn: SCRIPT },
      [IMAGE]: IMAGE
    }
  })
})
const site = await startServer(() => ({
  headers: { "content-type": "text/html" },
  body: "<!doctype html><h1>Victim</h1>"
}))
afterAll(() => Promise.all([hostile.close(), site.close()]))

/** The employer of the sandbox's demo person. */
const EMPLOYER = "www.estuary-vineyards.example"
const VICTIM = "www.victim.example"

const scene = useScene({
  allowed: [hostile.origin],
  hostRules: [EMPLOYER, VICTIM].map((host) => `MAP ${host} ${site.host}`).join(",")
})

declare global {
  var violations: Array<string>
  var owned: unknown
}

test("under a strict policy and Trusted Types: drawn and styled, and no violation is reported", async () => {
  const { extension, somebody } = scene()
  const person = somebody()
  const page = await extension.browser.newPage()
  await page.evaluateOnNewDocument(() => {
    globalThis.violations = []
    addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
      globalThis.violations.push(violatedDirective)
    )
  })
  const response = await page.goto(person.url)
  expect(response?.headers()["content-security-policy"]).toMatch(
    /default-src 'none'.*require-trusted-types-for 'script'/
  )
  const popup = await openPopup(extension, page)
  await enrichInPage(popup)
  await waitForCards(page, (cards) => cards.length === 1 && cards[0]?.includes(person.name) === true)
  const nodes = await cardElements(page)
  const surface = nodes.find(({ name }) => name === "SECTION")
  // The card's own style sheet applies: nothing else on the page gives it round corners and its width.
  expect(surface?.style).toMatchObject({ "border-top-left-radius": expect.stringMatching(/^[1-9]\d*px$/) })
  expect(await page.evaluate(() => globalThis.violations)).toEqual([])

  // Checks that a violation would be reported: the page itself does what its policy forbids.
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement("style"), { textContent: "*{}" }))
  )
  await expect.poll(() => page.evaluate(() => globalThis.violations)).toEqual(["style-src-elem"])
})

/** The known people at the company are loaded after the rest and move it. */
const waitForPeople = (popup: Page) => popup.waitForSelector(".company-people li", { timeout: 10_000 })

/** Looks up a page and opens the popup over it again: the complete answer, and the card that was in the page. */
const answerAt = async (url: string) => {
  const isOfCompany = !url.startsWith(scene().sandbox.origin)
  const { page, popup: offer } = await scene().click(url)
  if (isOfCompany) await waitForPeople(offer)
  await enrichInPage(offer)
  await waitForCards(page, (cards) => cards.length === 1)
  const [card = ""] = await cardTexts(page)
  const cardNames = (await cardElements(page)).map(({ name }) => name)
  const popup = await openPopup(scene().extension, page)
  await waitForText(popup, RESULT)
  if (isOfCompany) await waitForPeople(popup)
  return { page, popup, card, cardNames }
}

/** The names of the elements with which the popup draws a match. */
const elementsOf = (popup: Page) =>
  popup.$$eval(".popup *", (all) => [...new Set(all.map((element) => element.localName))].toSorted())

const expectUnharmed = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => [typeof globalThis.owned, getComputedStyle(document.body).display])).toEqual([
    "undefined",
    "block"
  ])
}

test("a hostile answer is text in the popup and in the page", async () => {
  const { extension, somebody } = scene()
  const ownNames = new Set<string>()
  const popupElements = new Set<string>()
  for (const url of [demoPages(scene()).profilePage, `http://${EMPLOYER}/`]) {
    const { popup, cardNames } = await answerAt(url)
    for (const name of cardNames) ownNames.add(name)
    for (const name of await elementsOf(popup)) popupElements.add(name)
  }

  const { page: options, said: answer } = await connect(scene(), { base_url: hostile.origin, api_key: "a-key" })
  expect(answer).toMatch(/^Saved/)
  await options.close()
  const pages = [
    [somebody().url, [`Eve ${IMAGE}`, SCRIPT, STYLE, LINK, IMAGE]],
    [`http://${VICTIM}/`, [IMAGE, SCRIPT, STYLE, LINK]]
  ] as const
  for (const [url, texts] of pages) {
    const { page, popup, card, cardNames } = await answerAt(url)
    for (const name of cardNames) expect(ownNames).toContain(name)
    expect(texts.some((text) => card.includes(text))).toBe(true)
    const popupText = await popup.$eval(".popup", (element) => element.textContent ?? "")
    for (const text of texts) {
      expect(popupText).toContain(text)
    }
    expect(await rowsOf(popup)).not.toEqual([])
    for (const name of await elementsOf(popup)) expect(popupElements).toContain(name)
    const links = await popup.$$eval("a", (all) => all.map((link) => link.getAttribute("href") ?? ""))
    for (const link of links) expect(link).toMatch(/^(?:https|mailto|tel):/)
    await expectUnharmed(page)
    await expectUnharmed(popup)
  }
  expect(extension.browser.connected).toBe(true)
  expect(hostile.requests.filter((request) => request.startsWith("POST /enrich/")).length).toBeGreaterThan(2)
})
