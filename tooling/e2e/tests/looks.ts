/**
 * Checks a page's looks and accessibility: axe-core reports nothing in any look, and nothing is wider than its window.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

import { screenshot, type Page } from "@inlay/browser"
import { expect } from "vitest"

import { isWhole } from "./whole.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const artifacts = fileURLToPath(new URL("../../../artifacts", import.meta.url))

/**
 * The violations that axe-core reports. It runs through the debugging protocol, which the page's policy cannot block.
 */
const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  const session = await page.createCDPSession()
  const run = `(async () => { ${axe}; const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")) })()`
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression: run,
    awaitPromise: true,
    returnByValue: true
  })
  await session.detach()
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value as ReadonlyArray<string>
}

const LOOKS = [
  { name: "light", scheme: "light", width: 1100, height: 800 },
  { name: "dark", scheme: "dark", width: 1100, height: 800 },
  { name: "narrow", scheme: "light", width: 360, height: 740 }
] as const

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
    for (const look of isWhole ? LOOKS : LOOKS.slice(turn, turn + 1)) {
      await popup.emulateMediaFeatures([{ name: "prefers-color-scheme", value: look.scheme }])
      const width = look.name === "narrow" ? `${NARROW_POPUP}px` : ""
      await popup.evaluate((to) => (document.body.style.width = document.body.style.minWidth = to), width)
      if (isWhole) await screenshot(popup, `${artifacts}/${folder}/${name}-${look.name}.png`)
      expect(await violations(popup), `${name}, ${look.name}`).toEqual([])
      const overflow = await popup.evaluate(() => document.body.scrollWidth - document.body.clientWidth)
      expect(overflow, `${name}, ${look.name}: wider than the popup`).toBeLessThanOrEqual(0)
    }
    await popup.evaluate(() => document.body.removeAttribute("style"))
    await popup.emulateMediaFeatures([])
  }

/** @param folder the folder of its pictures, under `artifacts` */
export const inspectIn =
  (folder: string) =>
  async (page: Page, name: string): Promise<void> => {
    const turn = inspections++ % LOOKS.length
    for (const look of isWhole ? LOOKS : LOOKS.slice(turn, turn + 1)) {
      await page.setViewport({ width: look.width, height: look.height, deviceScaleFactor: 1 })
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: look.scheme }])
      expect(await violations(page), `${name}, ${look.name}`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${name}, ${look.name}: wider than the window`).toBeLessThanOrEqual(0)
      if (!isWhole) continue
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewport({
        width: look.width,
        height: Math.min(2000, Math.max(look.height, height)),
        deviceScaleFactor: 1
      })
      await screenshot(page, `${artifacts}/${folder}/${name}-${look.name}.png`)
    }
    await page.setViewport({ width: 1100, height: 800, deviceScaleFactor: 1 })
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }])
  }
