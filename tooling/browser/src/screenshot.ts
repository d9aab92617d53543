// A sharp picture of a page or popup as it stands.

import { mkdir, writeFile } from "node:fs/promises"
import { dirname } from "node:path"

import type { Page } from "puppeteer-core"

/** Device pixels per CSS pixel of every picture. */
const scale = 2

/**
 * Writes a PNG of what is visible, two device pixels per CSS pixel, once fonts are loaded and two frames are drawn.
 *
 * Taken by the protocol itself: a popup ignores `setViewport`, so the scale has to be the clip's, and nothing is brought
 * to the front, which would close an open popup.
 */
export const screenshot = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(`document.fonts.ready.then(() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))`)
  const session = await page.createCDPSession()
  try {
    const { cssVisualViewport: seen } = await session.send("Page.getLayoutMetrics")
    const clip = { x: seen.pageX, y: seen.pageY, width: seen.clientWidth, height: seen.clientHeight, scale }
    const { data } = await session.send("Page.captureScreenshot", { format: "png", clip })
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Buffer.from(data, "base64"))
  } finally {
    await session.detach()
  }
}
