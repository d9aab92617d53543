// Takes a sharp screenshot of a page or popup.

import { mkdir, writeFile } from "node:fs/promises"
import { dirname } from "node:path"

import type { Page } from "puppeteer-core"

/** A popup adapts to its content's size a moment later. It has settled once its size has not changed for this long. */
const settledMillis = 150

const whenSettled = `document.fonts.ready.then(() => new Promise((done) => {
  const size = () => [innerWidth, innerHeight, document.documentElement.scrollHeight].join()
  let last = size()
  let since = performance.now()
  const look = (now) => {
    if (size() !== last) {
      last = size()
      since = now
    }
    if (now - since > ${settledMillis}) done(true)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}))`

/**
 * Writes a PNG of what is visible, once fonts are loaded and the size has settled. The browser is launched with two
 * device pixels per CSS pixel. The screenshot is taken through the protocol, without bringing anything to the front,
 * which would close a popup.
 */
export const screenshot = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(whenSettled)
  const session = await page.createCDPSession()
  try {
    const { cssVisualViewport: viewport } = await session.send("Page.getLayoutMetrics")
    const clip = {
      x: viewport.pageX,
      y: viewport.pageY,
      width: viewport.clientWidth,
      height: viewport.clientHeight,
      scale: 1
    }
    const { data } = await session.send("Page.captureScreenshot", { format: "png", clip })
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Buffer.from(data, "base64"))
  } finally {
    await session.detach()
  }
}
