// The extension's own pages: the focused element is never hidden, no text becomes code, and a web application does not
// count as a company's own site.
import type { Page } from "@inlay/browser"
import { afterAll, expect, test } from "vitest"

import { buttonsOf, openPopup, press, textOf, waitForText } from "../../src/product/popup.ts"
import { startServer } from "../../src/world/server.ts"
import { useScene } from "../scene.ts"
import { walk } from "./keyboard.ts"

const site = await startServer(() => ({ headers: { "content-type": "text/html" }, body: "<h1>A site</h1>" }))
afterAll(site.close)

const HOSTS = ["www.acme.example", "webmail.acme.example", "wiki.corp"]

const scene = useScene({ hostRules: HOSTS.map((host) => `MAP ${host} ${site.host}`).join(",") })

test.each([
  ["forwards", "Tab"],
  ["backwards", "Shift+Tab"]
] as const)("the footer never covers what has the focus: %s", async (_, keys) => {
  const { result, somebody } = scene()
  const { popup } = await result(somebody().url)
  const names = await walk(popup, keys)
  expect(names.size).toBeGreaterThan(6)
})

test("in a record, buttons end where lines do, copy icons stand below the settings', and a subtitle has all of the width", async () => {
  const { result, somebody } = scene()
  const { popup } = await result(somebody().url)
  const places = await popup.evaluate(() => {
    const of = (selector: string) => {
      const element = [...document.querySelectorAll(selector)].at(-1)
      if (element === undefined) throw new Error(`no ${selector}`)
      const { left, right, width } = element.getBoundingClientRect()
      return { left, right, width, middle: (left + right) / 2 }
    }
    const line = of(".section-head")
    return {
      buttonsBeyondLine: of(".foot .button").right - line.right,
      settingsBesideCopy: of(".head .icon-button").middle - of(".row .icon-button").middle,
      subtitleShorterThanLine: line.width - of(".head-sub").width
    }
  })
  expect(places).toEqual({ buttonsBeyondLine: 0, settingsBesideCopy: 0, subtitleShorterThanLine: 0 })
})

test("the outline of a value that has the focus leaves the line below it free", async () => {
  const { result, somebody } = scene()
  const { popup } = await result(somebody().url)
  await popup.keyboard.press("Tab")
  const beyond = await popup.evaluate(() => {
    const link = document.querySelector<HTMLElement>(".row a")
    const below = document.querySelector(".row:has(a) .what:not(.unseen)")
    if (link === null || below === null) throw new Error("no value with a line below")
    link.focus()
    const { outlineOffset, outlineWidth } = getComputedStyle(link)
    return (
      link.getBoundingClientRect().bottom +
      parseFloat(outlineOffset) +
      parseFloat(outlineWidth) -
      below.getBoundingClientRect().top
    )
  })
  // The letters begin 3 px below the top of their line.
  expect(beyond).toBeLessThan(3)
})

test("Trusted Types: no text becomes markup or code in any page of the extension", async () => {
  const { extension, click, somebody } = scene()
  const { popup } = await click(somebody().url)
  // Bringing another page to the front closes a popup.
  const pages = [
    () => popup,
    ...["options.html", "welcome.html"].map((path) => () => extension.openExtensionPage(path))
  ]
  for (const open of pages) {
    const page = await open()
    const results = await page.evaluate(() => {
      const attempt = (act: () => unknown) => {
        try {
          act()
          return "allowed"
        } catch (error) {
          return error instanceof TypeError || error instanceof EvalError ? "refused" : String(error)
        }
      }
      return [
        attempt(() => (document.createElement("div").innerHTML = "<b>x</b>")),
        attempt(() => document.createElement("div").insertAdjacentHTML("beforeend", "<b>x</b>")),
        attempt(() => (document.createElement("script").text = "1")),
        attempt(() => new DOMParser().parseFromString("<b>x</b>", "text/html")),
        attempt(() =>
          Reflect.get(globalThis, "trustedTypes").createPolicy("any", { createHTML: (text: string) => text })
        )
      ]
    })
    expect(results, page.url()).toEqual(["refused", "refused", "refused", "refused", "refused"])
    // The page is drawn once the texts of its language are loaded.
    await page.waitForSelector("main, .popup")
  }
})

test("a field for a file has the box of the others, which is red if the file is wrong", async () => {
  const page = await scene().extension.openExtensionPage("options.html")
  const borders = await page.evaluate(() => {
    const field = document.createElement("div")
    field.className = "field"
    document.body.append(field)
    return ["text", "file"].map((type) => {
      const input = Object.assign(document.createElement("input"), { type, ariaInvalid: "true" })
      field.append(input)
      const { borderTopStyle, borderTopColor, minHeight } = getComputedStyle(input)
      return [borderTopStyle, borderTopColor, minHeight]
    })
  })
  expect(borders[1]).toEqual(borders[0])
})

test("in the history, filters stand on one line, and a long title leaves the other columns their room", async () => {
  const { enrich, extension, somebody } = scene()
  await enrich(somebody().url)
  const page = await extension.openExtensionPage("saved.html")
  await page.waitForSelector("td")
  const centres = await page.$$eval(".filters :is(input, select)", (all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2))
  )
  expect(Math.max(...centres) - Math.min(...centres)).toBeLessThanOrEqual(1)
  const linesOfDate = await page.evaluate(() => {
    const title = document.querySelector("td .quiet")
    const date = document.querySelector("td:nth-child(3)")
    if (title === null || date === null) throw new Error("no row")
    title.textContent = "Leads people who sell to people who buy. ".repeat(10)
    const range = document.createRange()
    range.selectNodeContents(date)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  expect(linesOfDate).toBe(1)
})

test.each(["options", "saved", "welcome", "sample", "report"])(
  "%s.html, which shares scripts with the popup, does not run it",
  async (name) => {
    const { extension } = scene()
    const page = await extension.browser.newPage()
    await page.evaluateOnNewDocument(() => {
      const popups = new Set<string>()
      Reflect.set(globalThis, "popups", popups)
      new MutationObserver(() => {
        for (const one of document.querySelectorAll<HTMLElement>(".popup")) popups.add(one.innerText)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`chrome-extension://${extension.extensionId}/${name}.html`)
    await page.waitForSelector("h1, main p")
    expect(await page.evaluate(() => [...Reflect.get(globalThis, "popups")])).not.toContain("Looking at this page")
  }
)

const activeTag = (popup: Page) => popup.evaluate(() => document.activeElement?.tagName)

test("a company's site offers the lookup; its webmail does so without focus; a host on the user's network does not", async () => {
  const { click, control } = scene()
  const own = await click("http://www.acme.example/about")
  expect(await textOf(own.popup)).toMatch(/acme\.example Company's site/)
  expect(await activeTag(own.popup)).toBe("BUTTON")

  const mail = await click("http://webmail.acme.example/inbox")
  expect(await textOf(mail.popup)).toMatch(/acme\.example Mail This is a web application, not a company's own site/)
  expect(await buttonsOf(mail.popup)).toEqual(["Look up acme.example"])
  expect(await activeTag(mail.popup)).not.toBe("BUTTON")
  await mail.popup.keyboard.press("Enter")

  const wiki = await click("http://wiki.corp/start")
  expect(await textOf(wiki.popup)).toMatch(/your own machine or network.*not sent anywhere/)
  expect(await buttonsOf(wiki.popup)).toEqual([])
  expect(await control.calls()).toEqual([])
})

test("a lookup from a web application takes a click, and so does opening its saved answer", async () => {
  const { extension, control } = scene()
  const page = await extension.openPage("http://webmail.acme.example/inbox")
  const popup = await openPopup(extension, page)
  await press(popup, "Look up acme.example")
  await waitForText(popup, /no match|More ▾|somebody else/)
  expect((await control.calls()).map(({ identifiers }) => identifiers)).toEqual([{ domain: "acme.example" }])
})
