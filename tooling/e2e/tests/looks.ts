/**
 * Checks a page's looks and accessibility: axe-core reports nothing in any look, and nothing is wider than its window.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

import { screenshot, type CDPSession, type Page } from "@inlay/browser"
import { expect } from "vitest"

import { isWhole } from "./whole.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const artifacts = fileURLToPath(new URL("../../../artifacts", import.meta.url))

/** Forced colours are those of a high contrast theme of the system. */
const LOOKS = [
  { name: "light", scheme: "light", forcedColours: "none", width: 1100, height: 800 },
  { name: "dark", scheme: "dark", forcedColours: "none", width: 1100, height: 800 },
  { name: "narrow", scheme: "light", forcedColours: "none", width: 360, height: 740 },
  { name: "contrast", scheme: "dark", forcedColours: "active", width: 1100, height: 800 }
] as const

type Look = (typeof LOOKS)[number]

/**
 * The violations that axe-core reports. It runs through the debugging protocol, which the page's policy cannot block.
 * Forced colours are chosen by the user, and axe-core would measure the style sheet's colours instead of them.
 */
const violations = async (session: CDPSession, { forcedColours }: Look): Promise<ReadonlyArray<string>> => {
  const options = JSON.stringify({
    resultTypes: ["violations"],
    rules: { "color-contrast": { enabled: forcedColours === "none" } }
  })
  const run = `(async () => { ${axe}; const { violations } = await axe.run(document, ${options});
    return violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")) })()`
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression: run,
    awaitPromise: true,
    returnByValue: true
  })
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value as ReadonlyArray<string>
}

/** Not by puppeteer's own function, which knows no forced colours. */
const emulate = (
  session: CDPSession,
  { scheme, forcedColours }: Omit<Look, "name" | "width" | "height">
): Promise<void> =>
  session.send("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value: scheme },
      { name: "forced-colors", value: forcedColours }
    ]
  })

/** Texts that are wider than their place, so that they would be drawn over what is beside them. */
const spilledTexts = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
      .filter((one) => [...one.childNodes].some((node) => node instanceof Text && node.data.trim() !== ""))
      .filter((one) => getComputedStyle(one).overflowX === "visible")
      .map(({ innerText }) => innerText)
  )

/**
 * In the whole form every view is inspected in each look, with a picture; in the short form each view in the next look.
 */
let inspections = 0

/** A popup is as wide as its content and grows with it, so its body is made narrow. */
const NARROW_POPUP = 280

/**
 * Inspects a popup or a panel, which keeps its size.
 * @param folder the folder of its pictures, under `artifacts`
 */
export const inspectPopupIn =
  (folder: string) =>
  async (popup: Page, name: string): Promise<void> => {
    const turn = inspections++ % LOOKS.length
    const session = await popup.createCDPSession()
    for (const look of isWhole ? LOOKS : LOOKS.slice(turn, turn + 1)) {
      await emulate(session, look)
      const width = look.name === "narrow" ? `${NARROW_POPUP}px` : ""
      await popup.evaluate((to) => (document.body.style.width = document.body.style.minWidth = to), width)
      if (isWhole) await screenshot(popup, `${artifacts}/${folder}/${name}-${look.name}.png`)
      expect(await violations(session, look), `${name}, ${look.name}`).toEqual([])
      const overflow = await popup.evaluate(() => document.body.scrollWidth - document.body.clientWidth)
      expect(overflow, `${name}, ${look.name}: wider than the popup`).toBeLessThanOrEqual(0)
      expect(await spilledTexts(popup), `${name}, ${look.name}`).toEqual([])
    }
    await popup.evaluate(() => document.body.removeAttribute("style"))
    await session.detach()
  }

/** Shows a page as on a system whose user has chosen all colours, while `act` runs. */
export const inForcedColours = async (page: Page, act: () => Promise<void>): Promise<void> => {
  const session = await page.createCDPSession()
  await emulate(session, { scheme: "dark", forcedColours: "active" })
  await act()
  await session.detach()
}

/** Takes pictures of a page that is not the extension's own, such as one with its card, in each look. */
export const picturesIn =
  (folder: string) =>
  async (page: Page, name: string): Promise<void> => {
    if (!isWhole) return
    const session = await page.createCDPSession()
    for (const look of LOOKS) {
      await page.setViewport({ width: look.width, height: look.height, deviceScaleFactor: 1 })
      await emulate(session, look)
      await screenshot(page, `${artifacts}/${folder}/${name}-${look.name}.png`)
    }
    await session.detach()
  }

/** @param folder the folder of its pictures, under `artifacts` */
export const inspectIn =
  (folder: string) =>
  async (page: Page, name: string): Promise<void> => {
    const turn = inspections++ % LOOKS.length
    const session = await page.createCDPSession()
    for (const look of isWhole ? LOOKS : LOOKS.slice(turn, turn + 1)) {
      await page.setViewport({ width: look.width, height: look.height, deviceScaleFactor: 1 })
      await emulate(session, look)
      expect(await violations(session, look), `${name}, ${look.name}`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${name}, ${look.name}: wider than the window`).toBeLessThanOrEqual(0)
      expect(await spilledTexts(page), `${name}, ${look.name}`).toEqual([])
      if (!isWhole) continue
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewport({
        width: look.width,
        height: Math.min(5000, Math.max(look.height, height)),
        deviceScaleFactor: 1
      })
      await screenshot(page, `${artifacts}/${folder}/${name}-${look.name}.png`)
    }
    await session.detach()
    await page.setViewport({ width: 1100, height: 800, deviceScaleFactor: 1 })
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }])
  }
