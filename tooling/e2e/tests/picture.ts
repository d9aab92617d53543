/** Takes pictures of the screen when a test fails, for debugging. */
import { screenshot, type Page } from "@inlay/browser"

import type { Stage } from "../src/product/stage.ts"

/** The longest wait for a page that is busy, or that the browser does not draw. */
const PATIENCE_MILLIS = 3_000

export const pagesOf = async ({ extension }: Pick<Stage, "extension">): Promise<ReadonlyArray<Page>> =>
  (await extension.browser.pages()).filter((page) => !page.url().startsWith("about:"))

/** A page in the background is not drawn. */
const drawn = async (page: Page, path: string): Promise<void> => {
  if ((await page.evaluate(() => document.visibilityState)) !== "hidden") await screenshot(page, path)
}

/** Takes pictures of every visible page, in `artifacts/failed`. */
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
