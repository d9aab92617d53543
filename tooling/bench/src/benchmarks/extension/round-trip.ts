/**
 * What a worker that has to start first adds to a page's question and its answer. The question is the popup's: who the tab
 * is about and what enriching would cost. The worker is ended as the browser ends it, and the time is the asking page's
 * own. A blank extension's worker, which answers at once, shows what of it is the browser's.
 */
import type { Page } from "@inlay/browser"

import { click, settle, stopWorker, type Stage } from "./stage.ts"

const ask = (page: Page, message: object): Promise<number> =>
  page.evaluate(async (payload) => {
    const startMillis = performance.now()
    await chrome.runtime.sendMessage(payload)
    return performance.now() - startMillis
  }, message)

/** Milliseconds; the same rounds in both lists. */
export interface RoundTrips {
  readonly cold: ReadonlyArray<number>
  readonly warm: ReadonlyArray<number>
}

const roundTrips = async (stage: Stage, id: string, page: Page, message: object, rounds: number) => {
  const samples = { cold: new Array<number>(), warm: new Array<number>() }
  for (let round = -1; round < rounds; round++) {
    await stopWorker(stage.driver, id)
    await settle()
    const cold = await ask(page, message)
    await settle()
    const warm = await ask(page, message)
    if (round < 0) continue
    samples.cold.push(cold)
    samples.warm.push(warm)
  }
  return samples
}

export const measureRoundTrips = async (
  stage: Stage,
  page: Page,
  rounds: number
): Promise<{ readonly inlay: RoundTrips; readonly blank: RoundTrips }> => {
  const { driver, inlayId, blankId } = stage
  // The click opens the tab to the extension; its address is read in each preview.
  const { popup } = await click(stage, inlayId, page)
  const tabId = await popup.evaluate(
    async () => (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id ?? -1
  )
  await popup.close()
  const options = await driver.openExtensionPage("options.html")
  const inlay = await roundTrips(stage, inlayId, options, { inlay: "preview", input: { tabId, account: null } }, rounds)
  await options.close()
  const blankPage = await driver.openPage(`chrome-extension://${blankId}/popup.html`)
  const blank = await roundTrips(stage, blankId, blankPage, {}, rounds)
  await blankPage.close()
  return { inlay, blank }
}
