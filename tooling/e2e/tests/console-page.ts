/** The console's pages in a browser: what one sees, types and presses there, and how they look in each look. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

import { screenshot, type Page } from "@inlay/browser"
import { expect } from "vitest"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const artifacts = fileURLToPath(new URL("../../../artifacts/console", import.meta.url))

/** What axe-core finds. Run by the protocol, which no policy of the page holds back. */
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

/** With `INLAY_LOOKS=all`, as in `pnpm test:full`, every view is inspected in each look, with a picture; else in the next. */
export const isWhole = process.env["INLAY_LOOKS"] === "all"
let inspections = 0

/** Axe-core finds nothing, and nothing is wider than the window. */
export const inspect = async (page: Page, name: string): Promise<void> => {
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
    await screenshot(page, `${artifacts}/${name}-${look.name}.png`)
  }
  await page.setViewport({ width: 1100, height: 800, deviceScaleFactor: 1 })
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }])
}

export const text = (page: Page) => page.evaluate(() => document.body.innerText)
export const see = (page: Page, pattern: RegExp) => expect.poll(() => text(page), { timeout: 10_000 }).toMatch(pattern)

export const visit = async (page: Page, place: string, pattern: RegExp): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash
  }, place)
  await see(page, pattern)
}

/** Types into what has the label, in place of what stands there. */
export const fill = async (page: Page, label: string, value: string): Promise<void> => {
  const input = await page.waitForSelector(`aria/${label}`)
  await input?.focus()
  await page.keyboard.down("Control")
  await page.keyboard.press("a")
  await page.keyboard.up("Control")
  await page.keyboard.type(value)
}

export const choose = async (page: Page, selector: string, value: string): Promise<void> => {
  await page.waitForSelector(selector)
  await page.select(selector, value)
}

export const press = async (page: Page, name: string): Promise<void> => {
  const button = await page.waitForSelector(`aria/${name}`)
  await button?.focus()
  await page.keyboard.press("Enter")
}

/** Presses Tab until something of this name has the focus; fails where nothing ever does. */
export const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  const seen: Array<string> = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab")
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute("aria-label") ?? element?.textContent ?? ""
    })
    if (name.test(focused)) return
    seen.push(focused)
  }
  throw new Error(`Tab reaches ${seen.join(", ")}; not ${String(name)}`)
}
