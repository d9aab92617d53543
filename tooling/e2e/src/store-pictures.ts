/** Makes the pictures for the stores' listings, 1280 x 800, and of the panel in its states, in `artifacts/`. */
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { screenshot, type Page } from "@inlay/browser"
import { pictures } from "@inlay/extension/listing"

import { buildWhereStale } from "./support/extension.ts"
import { openPanelOver } from "./support/panel.ts"
import { enrichInPage, openPopup, press, RESULT, waitForText } from "./support/popup.ts"
import { connect, demoPages, setStage, type Stage } from "./support/stage.ts"

const artifacts = fileURLToPath(new URL("../../../artifacts/", import.meta.url))
const store = join(artifacts, "store")
const raw = join(artifacts, "store/raw")
const panels = join(artifacts, "panel")
for (const folder of [store, raw, panels]) mkdirSync(folder, { recursive: true })

const SIZE = { width: 1280, height: 800 }

/** A part of the extension's own pages beside its caption, on a plain background. */
const composed = (image: string, caption: string): string => `<!doctype html><style>
  body { margin: 0; width: 1280px; height: 800px; display: grid; grid-template-columns: 1fr auto; align-items: center;
    gap: 64px; padding: 0 96px; box-sizing: border-box; background: linear-gradient(135deg, #0b6570, #083f46);
    font: 600 40px/1.3 system-ui, sans-serif; color: #fff }
  img { max-height: 720px; max-width: 560px; border-radius: 12px; box-shadow: 0 16px 48px #0006 }
  </style><p>${caption}</p><img src="data:image/png;base64,${readFileSync(image).toString("base64")}">`

const compose = async ({ extension }: Stage, image: string, n: number): Promise<void> => {
  const picture = pictures[n]
  if (picture === undefined) throw new Error(`there is no picture ${n}`)
  const page = await extension.browser.newPage()
  await page.setViewport({ ...SIZE, deviceScaleFactor: 1 })
  await page.setContent(composed(image, picture.caption))
  await page.screenshot({ path: join(store, picture.file) })
  await page.close()
}

const take = async (view: Page, name: string): Promise<string> => {
  const path = join(raw, `${name}.png`)
  await screenshot(view, path)
  return path
}

const light = async (): Promise<void> => {
  const stage = await setStage()
  await connect(stage, { cap_day: "60" })
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
  const beside = await take(panel, "panel")
  await screenshot(panel, join(panels, "record-light.png"))
  await panel.setViewport({ width: 280, height: 700 })
  await screenshot(panel, join(panels, "record-narrow.png"))
  await panel.setViewport(null)
  const elsewhere = await extension.openPage("about:blank")
  await waitForText(panel, /Click the Inlay button/)
  await screenshot(panel, join(panels, "out-of-reach-light.png"))
  await elsewhere.close()
  await compose(stage, price, 0)
  await compose(stage, record, 1)
  await compose(stage, beside, 3)
  await stage.close()
}

const dark = async (): Promise<void> => {
  const stage = await setStage({ colorScheme: "dark" })
  await connect(stage, { cap_day: "60" })
  const { extension } = stage
  const page = await extension.openPage(demoPages(stage).profilePage)
  const panel = await openPanelOver(extension, page)
  await waitForText(panel, /Nothing is sent/)
  await screenshot(panel, join(panels, "offer-dark.png"))
  await press(panel, "Enrich")
  await waitForText(panel, RESULT)
  await screenshot(panel, join(panels, "record-dark.png"))
  // Chooses the link's menu item by the message that the worker would send to the panel.
  const link = `${stage.sandbox.origin}/in/beatrix-varley`
  const worker = await extension.serviceWorker()
  await worker.evaluate(`chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([{ id, windowId }]) =>
    chrome.storage.session.set({ panel: { windowId, tabId: id, link: ${JSON.stringify(link)}, id: "1" } }))`)
  await waitForText(panel, /Back to the page/)
  await waitForText(panel, /Nothing is sent/)
  await screenshot(panel, join(panels, "link-dark.png"))
  await stage.close()
}

await buildWhereStale()
await light()
await dark()
process.stdout.write(`pictures in ${store} and ${panels}\n`)
