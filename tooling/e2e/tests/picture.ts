/** For whoever wonders why a test failed: what stood on the screen. */
import { screenshot, type Page } from "@inlay/browser"

import type { Stage } from "../src/support/stage.ts"

/** A page that is busy, or that the browser does not draw, is not waited for. */
const PATIENCE_MILLIS = 3_000

export const pagesOf = async ({ extension }: Pick<Stage, "extension">): Promise<ReadonlyArray<Page>> =>
  (await extension.browser.pages()).filter((page) => !page.url().startsWith("about:"))

/** A page in the background draws nothing. */
const drawn = async (page: Page, path: string): Promise<void> => {
  if ((await page.evaluate(() => document.visibilityState)) !== "hidden") await screenshot(page, path)
}

/** Pictures of every page that can be seen, in `artifacts/failed`. */
export const picture = async (
  stage: Pick<Stage, "extension">,
  title: string,
  patienceMillis = PATIENCE_MILLIS
): Promise<void> => {
  const pages = await pagesOf(stage)
  const enough = new Promise<void>((resolve) => setTimeout(resolve, patienceMillis))
  await Promise.all(
    pages.map((page, index) => {
      const name = `${title.replaceAll(/\W+/g, "-").slice(0, 80)}-${index}.png`
      const path = new URL(`../../../artifacts/failed/${name}`, import.meta.url).pathname
      return Promise.race([drawn(page, path).catch(() => undefined), enough])
    })
  )
}
