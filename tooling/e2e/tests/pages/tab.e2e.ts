// The extension's own pages by keyboard alone.
import { expect, test } from "vitest"

import { useScene } from "../scene.ts"
import { walk } from "./keyboard.ts"

const scene = useScene()

test("Tab reaches every control of the settings, the welcome, the history and the sample, and nothing covers it", async () => {
  const { extension, enrich, somebody } = scene()
  // A saved record, so that the history has controls.
  await enrich(somebody().url)
  for (const path of ["options.html", "welcome.html", "saved.html", "sample.html"]) {
    const page = await extension.openExtensionPage(path)
    await page.waitForSelector("main, .popup")
    await page.waitForSelector("[aria-busy=true]", { hidden: true })
    expect((await walk(page)).size, path).toBeGreaterThan(1)
    await page.close()
  }
})
