/**
 * Takes the pictures of the stores' listings, 1280 x 800, in `artifacts/store`, and of the panel in its states, in
 * `artifacts/panel`.
 */
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { screenshot, type Page } from "@inlay/browser"
import { pictures } from "@inlay/extension/listing"

import { buildWhereStale } from "./product/extension.ts"
import { openPanelOver } from "./product/panel.ts"
import { enrichInPage, openPopup, press, RESULT, waitForText } from "./product/popup.ts"
import { connect, demoPages, setStage, type Stage, type StageOptions } from "./product/stage.ts"
import { pictureWords } from "./product/words.ts"

const artifacts = fileURLToPath(new URL("../../../artifacts/", import.meta.url))
const store = join(artifacts, "store")
const raw = join(artifacts, "store/raw")
const panels = join(artifacts, "panel")

const words = await pictureWords()

const SIZE = { width: 1280, height: 800 }
const PANEL = { width: 360, height: SIZE.height }

const pictureOf = (path: string): string => `<img src="data:image/png;base64,${readFileSync(path).toString("base64")}">`

/** A part of the extension's own pages beside its caption, on a plain background. */
const composed = (image: string, caption: string): string => `<!doctype html><style>
  body { margin: 0; width: 1280px; height: 800px; display: grid; grid-template-columns: 1fr auto; align-items: center;
    gap: 64px; padding: 0 96px; box-sizing: border-box; background: linear-gradient(135deg, #0b6570, #083f46);
    font: 600 40px/1.3 system-ui, sans-serif; color: #fff }
  img { max-height: 720px; max-width: 560px; border-radius: 12px; box-shadow: 0 16px 48px #0006 }
  </style><p>${caption}</p>${pictureOf(image)}`

/** A page and the panel beside it, as the browser's window shows them. */
const beside = (page: string, panel: string): string => `<!doctype html><style>
  body { margin: 0; display: flex; gap: 1px; background: #c4c7cc }
  img { height: 800px }
  </style>${pictureOf(page)}${pictureOf(panel)}`

const compose = async ({ extension }: Stage, n: number, draw: (caption: string) => string): Promise<void> => {
  const picture = pictures[n]
  if (picture === undefined) throw new Error(`there is no picture ${n}`)
  const page = await extension.browser.newPage()
  await page.setViewport({ ...SIZE, deviceScaleFactor: 1 })
  await page.setContent(draw(picture.caption))
  await page.screenshot({ path: join(store, picture.file) })
  await page.close()
}

const take = async (view: Page, name: string): Promise<string> => {
  const path = join(raw, `${name}.png`)
  await screenshot(view, path)
  return path
}

/** Connects the account first. */
const onStage = async (options: StageOptions, work: (stage: Stage) => Promise<void>): Promise<void> => {
  const stage = await setStage(options)
  try {
    await connect(stage, { cap_day: "60" })
    await work(stage)
  } finally {
    await stage.close()
  }
}

const light = async (stage: Stage): Promise<void> => {
  const { extension } = stage
  const { profilePage } = demoPages(stage)
  const page = await extension.openPage(profilePage)
  await page.setViewport({ ...SIZE, deviceScaleFactor: 1 })
  const popup = await openPopup(extension, page)
  const price = await take(popup, "price")
  await enrichInPage(popup)
  await page.screenshot({ path: join(store, pictures[2]?.file ?? "3-page.png") })
  const result = await openPopup(extension, page)
  await waitForText(result, RESULT)
  const record = await take(result, "record")
  const panel = await openPanelOver(extension, page)
  await waitForText(panel, RESULT)
  await screenshot(panel, join(panels, "record-light.png"))
  await page.setViewport({ ...SIZE, width: SIZE.width - PANEL.width - 1, deviceScaleFactor: 1 })
  await panel.setViewport({ ...PANEL, deviceScaleFactor: 1 })
  const [pageBeside, panelBeside] = [await take(page, "page"), await take(panel, "panel")]
  await panel.setViewport({ width: 280, height: 700 })
  await screenshot(panel, join(panels, "record-narrow.png"))
  await panel.setViewport(null)
  const elsewhere = await extension.openPage("about:blank")
  await waitForText(panel, words.outOfReach)
  await screenshot(panel, join(panels, "out-of-reach-light.png"))
  await elsewhere.close()
  await compose(stage, 0, (caption) => composed(price, caption))
  await compose(stage, 1, (caption) => composed(record, caption))
  await compose(stage, 3, () => beside(pageBeside, panelBeside))
}

const dark = async (stage: Stage): Promise<void> => {
  const { extension } = stage
  const page = await extension.openPage(demoPages(stage).profilePage)
  const panel = await openPanelOver(extension, page)
  await waitForText(panel, words.offer)
  await screenshot(panel, join(panels, "offer-dark.png"))
  await press(panel, words.enrich)
  await waitForText(panel, RESULT)
  await screenshot(panel, join(panels, "record-dark.png"))
  // Chooses the link's menu item by the message that the worker would send to the panel.
  const link = `${stage.sandbox.origin}/in/beatrix-varley`
  const worker = await extension.serviceWorker()
  await worker.evaluate(`chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([{ id, windowId }]) =>
    chrome.storage.session.set({ panel: { windowId, tabId: id, link: ${JSON.stringify(link)}, id: "1" } }))`)
  await waitForText(panel, words.back)
  await waitForText(panel, words.offer)
  await screenshot(panel, join(panels, "link-dark.png"))
}

/** @returns the pictures' folders */
export const takeStorePictures = async (): Promise<ReadonlyArray<string>> => {
  for (const folder of [store, raw, panels]) mkdirSync(folder, { recursive: true })
  await buildWhereStale()
  await onStage({}, light)
  await onStage({ colorScheme: "dark" }, dark)
  return [store, panels]
}
