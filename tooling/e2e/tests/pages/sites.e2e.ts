// A site of the user's own and a company's site, through a paired hub: traffic found by the property's data streams,
// people already known at the company, its code after a click, and nothing sent to anybody else before one.
import type { Page } from "@inlay/browser"
import { afterAll, beforeAll, expect, test } from "vitest"

import { startHub } from "../../src/product/hub.ts"
import { asConsole, codeOf, openConsole, pair } from "../../src/product/pairing.ts"
import { enrichInPage, openPopup, press, textOf, waitForText } from "../../src/product/popup.ts"
import { callControl } from "../../src/world/control-api.ts"
import { startServer } from "../../src/world/server.ts"
import { inspectIn, inspectPopupIn } from "../looks.ts"
import { useScene } from "../scene.ts"
import { isWhole } from "../whole.ts"
import { walk } from "./keyboard.ts"

const SHOP = "www.harbourgoods.example"
const COMPANY = "www.estuary-vineyards.example"
const NOBODYS = "www.nobody-we-know.example"

const site = await startServer((path) => ({
  headers: { "content-type": "text/html" },
  body: `<title>${path === "/kitchen" ? "Kitchen" : "Home"}</title><h1>A site</h1>`
}))
const hub = await startHub()
afterAll(async () => {
  await hub.close()
  await site.close()
})

const scene = useScene({
  allowed: [hub.url],
  hostRules: [SHOP, COMPANY, NOBODYS].map((host) => `MAP ${host} ${site.host}`).join(",")
})

/** The settings of a plugin's account at the sandbox, from its environment variables. */
const valuesOf = (plugin: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(scene().sandbox.plugins[plugin]?.env ?? {}).map(([name, value]) => [
      name.replace(`INLAY_${plugin.toUpperCase()}_`, "").toLowerCase(),
      value
    ])
  )

/** Sends a request to the simulated analytics service itself. */
const atService = async (api: "analyticsData" | "analyticsAdmin", path: string, method: string, body: unknown) => {
  const { sandbox } = scene()
  const response = await fetch(`${sandbox.urls[api]}/v1beta/${path}`, {
    method,
    headers: { authorization: `Bearer ${valuesOf("analytics")["access_token"]}` },
    body: JSON.stringify(body)
  })
  return (await response.json()) as {
    readonly rows?: ReadonlyArray<{ readonly metricValues: ReadonlyArray<{ readonly value: string }> }>
  }
}

beforeAll(async () => {
  const { extension } = scene()
  const stream = "properties/320201/dataStreams/7200201?updateMask=web_stream_data.default_uri"
  await atService("analyticsAdmin", stream, "PATCH", { webStreamData: { defaultUri: `https://${COMPANY}` } })
  const console = await openConsole(extension, hub)
  for (const plugin of ["analytics", "codehost"]) {
    await asConsole(console, "POST", "/api/accounts", { plugin, kind: "token", name: "team", values: valuesOf(plugin) })
  }
  expect(await pair(extension, hub.url, await codeOf(console))).toMatch(/Paired with/)
})

const inspect = inspectPopupIn("sites")
const inspectTab = inspectIn("sites")

const usersOf = async (filter?: object): Promise<string> => {
  const { rows } = await atService("analyticsData", "properties/320101:runReport", "POST", {
    metrics: [{ name: "activeUsers" }],
    dateRanges: [{ startDate: "28daysAgo", endDate: "yesterday" }],
    ...(filter !== undefined && { dimensionFilter: filter })
  })
  return Number(rows?.[0]?.metricValues[0]?.value).toLocaleString("en")
}

/** How much of a page moved by itself while it was loaded: https://web.dev/articles/cls */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, "value")), 0))
        ).observe({ type: "layout-shift", buffered: true })
        // Nothing is observed of a page of which nothing has moved.
        setTimeout(() => resolve(0), 500)
      })
  )

/**
 * How far a table by day is cut off in a narrow window, and in how many lines a day stands there beside figures with
 * long names, as in German.
 */
const daysInNarrowWindow = async (page: Page): Promise<{ readonly cutOff: number; readonly lines: number }> => {
  await page.setViewport({ width: 360, height: 740 })
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.querySelector(".report-scroll")!
    for (const head of document.querySelectorAll("thead th + th")) head.textContent = "Schlüsselereignisse"
    const range = document.createRange()
    range.selectNodeContents(document.querySelector("tbody th")!.firstChild!)
    const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size
    return { cutOff: scrollWidth - clientWidth, lines }
  })
}

test("a page of the user's own site shows the traffic of the page and of the site", async () => {
  const { click, control, extension, sandbox } = scene()
  const { page, popup: first } = await click(`http://${SHOP}/kitchen?visitor=7`)
  await waitForText(first, /Traffic your property [\d,]+ users? in 28 days/)
  await inspect(first, "own-site-first-time")
  await callControl(sandbox, "analytics", "/settings", { latencyMs: 300 })
  const popup = await openPopup(extension, page)
  const users = await usersOf({ filter: { fieldName: "pagePath", stringFilter: { value: "/kitchen" } } })
  await waitForText(
    popup,
    new RegExp(`Property Harbour Goods Shop · Sydney time .*28 days to yesterday ${users} users`)
  )
  await waitForText(popup, /Right now \d+ \d+ on this page/)
  const text = await textOf(popup)
  expect(text).toMatch(/Last 2 days not final · not sampled [\d,]+ tokens left today/)
  expect(text).toMatch(/Where they come from .*%/)
  expect(await popup.$$eval(".site-days g", (bars) => bars.length)).toBe(28)
  expect(await shiftOf(popup)).toBeLessThan(0.05)
  await callControl(sandbox, "analytics", "/settings", { latencyMs: 0 })
  await inspect(popup, "own-site")
  await walk(popup)
  await press(popup, "Whole site")
  await waitForText(popup, new RegExp(`28 days to yesterday ${await usersOf()} users`))
  const opened = extension.browser.waitForTarget((target) => target.url().includes("/report.html#"))
  await press(popup, "Report")
  const report = await (await opened).page()
  if (report === null) throw new Error("the report opened in no page")
  await waitForText(report, /28 rows · Last 2 days not final · not sampled · [\d,]+ tokens left today/)
  expect(await textOf(report)).toContain(`Users ${await usersOf()}`)
  await report.waitForSelector(".report-chart canvas")
  expect(await textOf(report)).toContain("Users per day")
  expect(await shiftOf(report)).toBeLessThan(0.05)
  await inspectTab(report, "report")
  await walk(report)
  expect(await daysInNarrowWindow(report)).toEqual({ cutOff: 0, lines: 1 })
  expect(await control.calls()).toEqual([])
})

test("a site that is not the user's shows no traffic, and no request is sent about it", async () => {
  const { click, control } = scene()
  const { popup } = await click(`http://${NOBODYS}/`)
  await waitForText(popup, /Enrich/)
  expect(await textOf(popup)).not.toMatch(/Traffic/)
  expect(await control.calls()).toEqual([])
})

test("a company's site shows its record, known people, its code after a click, and its traffic", async () => {
  const { enrich, control, extension, sandbox, click } = scene()
  await enrich(`${sandbox.origin}/in/deepa-carmody`)
  const { page, popup: offer } = await click(`http://${COMPANY}/`)
  // The people are loaded after the button, which does not move.
  await waitForText(offer, /Enrich .*1 person you already know here Deepa Carmody/)
  await inspect(offer, "company-offer")
  await enrichInPage(offer)
  expect(await control.calls()).toHaveLength(2)
  const popup = await openPopup(extension, page)
  await waitForText(popup, /on the site now/)
  const text = await waitForText(popup, /Look for their code/)
  expect(text).toMatch(
    /Estuary Vineyards .*1 person you already know here .*Find people by role… .*Code .*Traffic your property/
  )
  expect(text).toMatch(/Nothing was sent just now/)
  await inspect(popup, "company")
  await walk(popup)
  await press(popup, "Look for their code")
  await waitForText(popup, /No organisation estuary-vineyards there .*Sent: the domain, to 1 service/)
  expect(await control.calls()).toHaveLength(2)
})

const inLanguage = async (language: string | undefined): Promise<void> => {
  const worker = await scene().extension.serviceWorker()
  await worker.evaluate(
    language === undefined
      ? `chrome.storage.local.remove("language")`
      : `chrome.storage.local.set({ language: ${JSON.stringify(language)} })`
  )
}

const LANGUAGES = [
  ["de", "ltr", /Personen .*Code .*Besucherzahlen Ihre Property/, /28 Tage bis gestern .*Nutzer .*Woher sie kommen/],
  ["ar", "rtl", /الأشخاص .*الشيفرة البرمجية .*الزيارات موقعك المسجَّل/, /28 يومًا حتى أمس .*من أين يأتون/]
] as const

test.each(isWhole ? LANGUAGES : LANGUAGES.slice(1))(
  "all parts of a popup are in one language: %s",
  async (language, direction, company, ownSite) => {
    const { click, control } = scene()
    const calls = (await control.calls()).length
    await inLanguage(language)
    try {
      const { popup } = await click(`http://${COMPANY}/`)
      await waitForText(popup, company)
      expect(await popup.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
        language,
        direction
      ])
      await inspect(popup, `company-${language}`)
      const { popup: own } = await click(`http://${SHOP}/kitchen`)
      await waitForText(own, ownSite)
      const dates = await own.$$eval(".site-axis > *", (all) => all.map((date) => getComputedStyle(date).direction))
      expect(dates).toEqual([direction, direction, direction])
      await inspect(own, `own-site-${language}`)
      expect(await control.calls()).toHaveLength(calls)
    } finally {
      await inLanguage(undefined)
    }
  }
)
