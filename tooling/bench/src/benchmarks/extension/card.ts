/**
 * From the provider's response to the card painted in the page. The start is the moment at which the worker's `fetch`
 * returns the response, which arrives `ANSWER_MILLIS` after the request, like that of a provider over a network. The
 * paint is detected by a word that the page adds in the same task in which the card appears, so that one frame shows
 * both: `paintTime` is when the page has painted that frame, `presentationTime` when the screen shows it, in steps of 4
 * ms. The time between them belongs to the compositor, and is the same for an element of the page itself.
 */
import type { Page, WebWorker } from "@inlay/browser"

import { click, settle, type Stage } from "./stage.ts"

const ANSWER_MILLIS = 200

/** Milliseconds since the response. */
export interface CardTimes {
  /** When the card was added to the document. */
  readonly added: number
  readonly painted: number
  readonly presented: number
}

declare global {
  /** In the worker: when the last response arrived. */
  var answeredAt: number | undefined
  /** In the page: the times of its card. */
  var cardTimes: Promise<CardTimes> | undefined
  interface PerformanceEntry {
    readonly paintTime?: number
    readonly presentationTime?: number
  }
}

const watchAnswers = (worker: WebWorker): Promise<void> =>
  worker.evaluate((millis) => {
    if ("answeredAt" in globalThis) return
    globalThis.answeredAt = undefined
    const send = globalThis.fetch
    globalThis.fetch = async (...request) => {
      const response = await send(...request)
      await new Promise((resolve) => setTimeout(resolve, millis))
      globalThis.answeredAt = performance.timeOrigin + performance.now()
      return response
    }
  }, ANSWER_MILLIS)

const watchCard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { timeOrigin } = performance
    globalThis.cardTimes = new Promise((resolve) => {
      let addedAt = 0
      new PerformanceObserver((list) => {
        const { paintTime = Number.NaN, presentationTime = Number.NaN } = list.getEntries()[0] ?? {}
        resolve({ added: addedAt, painted: timeOrigin + paintTime, presented: timeOrigin + presentationTime })
      }).observe({ type: "element" })
      new MutationObserver((_, observer) => {
        observer.disconnect()
        addedAt = timeOrigin + performance.now()
        const word = document.createElement("p")
        word.setAttribute("elementtiming", "card")
        word.setAttribute("style", "position:fixed;inset:0 auto auto 0")
        word.textContent = "card"
        document.body.append(word)
      }).observe(document.documentElement, { childList: true })
    })
  })

const answerToCard = async (stage: Stage): Promise<CardTimes> => {
  const page = await stage.driver.openPage(stage.nextProfile())
  const { popup } = await click(stage, stage.inlayId, page)
  const button = await popup.waitForSelector(".popup:not([aria-busy]) button:not(.icon-button)")
  const worker = await stage.driver.serviceWorker()
  await watchAnswers(worker)
  await watchCard(page)
  await settle()
  await button?.evaluate((element) => element instanceof HTMLElement && element.click())
  const times = await page.evaluate(() => globalThis.cardTimes)
  const answeredAt = await worker.evaluate(() => globalThis.answeredAt)
  await page.close()
  if (times === undefined || answeredAt === undefined) throw new Error("the lookup was not seen")
  return {
    added: times.added - answeredAt,
    painted: times.painted - answeredAt,
    presented: times.presented - answeredAt
  }
}

/** Looks up a new person each time. The first lookup is not counted. */
export const measureCards = async (stage: Stage, rounds: number): Promise<ReadonlyArray<CardTimes>> => {
  const samples: Array<CardTimes> = []
  for (let round = -1; round < rounds; round++) {
    const times = await answerToCard(stage)
    if (round >= 0) samples.push(times)
  }
  return samples
}
