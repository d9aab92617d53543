/**
 * How much the start of a worker adds to the response time of a page's request. The request is the popup's: whom the
 * tab is about, and what enriching would cost. The worker is ended as the browser ends it, and the page that asks
 * measures the time. A blank extension's worker, which answers at once, shows the browser's own part.
 */
import type { Page } from "@inlay/browser"

import { click, settle, stopWorker, type Stage } from "./stage.ts"

const ask = (page: Page, message: object): Promise<number> =>
  page.evaluate(async (payload) => {
    const startMillis = performance.now()
    await chrome.runtime.sendMessage(payload)
    return performance.now() - startMillis
  }, message)

/** Milliseconds; both lists have the same rounds. */
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
  // The click gives the extension access to the tab, whose address each preview reads.
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
