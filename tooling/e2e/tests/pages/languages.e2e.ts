// The extension in each of its languages: one choice applies to every page, the popup and the card. Also inspects their
// looks.
import { screenshot, type Page } from "@inlay/browser"
import { beforeAll, describe, expect, test } from "vitest"

import { cardElements, waitForCards } from "../../src/product/page-card.ts"
import { openPopup, press, textOf, waitForText } from "../../src/product/popup.ts"
import { connect } from "../../src/product/stage.ts"
import { inForcedColours, inspectIn, picturesIn } from "../looks.ts"
import { useScene } from "../scene.ts"
import { isWhole } from "../whole.ts"

const scene = useScene({}, false)
const inspect = inspectIn("extension")
const pictures = picturesIn("extension")

const picture = async (page: Page, name: string): Promise<void> => {
  if (isWhole) await screenshot(page, new URL(`../../../../artifacts/extension/${name}.png`, import.meta.url).pathname)
}

beforeAll(async () => {
  await (await connect(scene(), { cap_day: "500" })).page.close()
})

/** Sets the language in the form in which the options page stores it. */
const speak = async (language: string): Promise<void> => {
  const worker = await scene().extension.serviceWorker()
  await worker.evaluate(`chrome.storage.local.set({ language: "${language}" })`)
}

const languageOf = (page: Page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])

const LANGUAGES = [
  {
    language: "en",
    direction: "ltr",
    ready: /Costs up to 2 credits 0 spent today|left today/,
    enrich: "Enrich",
    found: /0 credits · saved .* More ▾ Copy ▾/,
    data: /Everything in this browser/
  },
  {
    language: "de",
    direction: "ltr",
    ready: /Kostet höchstens 2 Credits Noch \d+ von 500 heute/,
    enrich: "Anreichern",
    found: /0 Credits · .*gespeichert .* Mehr ▾ Kopieren ▾/,
    data: /Alles in diesem Browser/
  },
  {
    language: "ar",
    direction: "rtl",
    ready: /التكلفة القصوى: رصيدان/,
    enrich: "إثراء",
    found: /0 رصيد · حُفظ .* المزيد ▾ نسخ ▾/,
    data: /كل ما في هذا المتصفح/
  }
] as const

describe.each(LANGUAGES)("$language", ({ language, direction, ready, enrich, found, data }) => {
  test("the popup shows who and the price; the answer is in the page, then in the popup", async () => {
    await speak(language)
    const { click, extension, somebody } = scene()
    const { page, popup } = await click(somebody().url)
    await waitForText(popup, ready)
    expect(await languageOf(popup)).toEqual([language, direction])
    await picture(popup, `popup-ready-${language}`)
    await press(popup, enrich)
    await waitForCards(page, (cards) => cards.length === 1)
    await pictures(page, `card-${language}`)
    const result = await openPopup(extension, page)
    await waitForText(result, found)
    if (language === "ar") expect(await textOf(result)).not.toMatch(/credits|Work e-mail|verified/)
    await picture(result, `popup-result-${language}`)
  })

  test("its pages are correct in every appearance", { timeout: 120_000 }, async () => {
    await speak(language)
    const open = async (path: string, words: RegExp) => {
      const page = await scene().extension.openExtensionPage(path)
      await waitForText(page, words)
      expect(await languageOf(page), path).toEqual([language, direction])
      return page
    }
    const welcome = await open("welcome.html", /Inlay/)
    await (await welcome.waitForSelector('input[name="way"]'))?.click()
    await welcome.waitForSelector('[name="cap_day"]')
    await inspect(welcome, `welcome-${language}`)
    await inspect(await open("options.html", data), `options-${language}`)
    if (language === "en" && !isWhole) return
    await inspect(await open("sample.html", /Ada Sample/), `sample-${language}`)
    await inspect(await open("saved.html", /harbour|@|\d/), `saved-${language}`)
  })
})

describe("where the user chooses all colours", () => {
  beforeAll(() => speak("en"))

  test("marks in the card have a frame", async () => {
    const { enrich, sandbox } = scene()
    const { page } = await enrich(`${sandbox.origin}/in/deepa-carmody`)
    await pictures(page, "card-marks")
    await inForcedColours(page, async () => {
      const marks = (await cardElements(page)).filter(({ classes }) => classes.includes("mark"))
      expect(marks.map(({ style }) => style["border-top-style"])).toEqual(["solid"])
    })
  })

  test("a button that is not available looks so", async () => {
    const page = await scene().extension.openExtensionPage("options.html")
    const button = await page.waitForSelector('button[type="submit"]')
    await inForcedColours(page, async () => {
      const colours = await button?.evaluate((one) => {
        one.setAttribute("aria-disabled", "true")
        one.insertAdjacentElement("afterend", document.createElement("i"))
        const unavailable = one.nextElementSibling as HTMLElement
        unavailable.style.color = "GrayText"
        return [one, unavailable].map((each) => getComputedStyle(each).color)
      })
      expect(colours?.[0]).toBe(colours?.[1])
    })
  })
})
