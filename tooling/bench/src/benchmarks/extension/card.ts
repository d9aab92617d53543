/**
 * From the provider's answer to the card painted in the page. The answer's moment is the one at which the worker's `fetch`
 * gives it; it comes `ANSWER_MILLIS` after the question, as a provider's over a network would. The paint is told by a word
 * which the page adds in the same task in which the card appears, so that one frame shows both: `paintTime` is when the
 * page has painted that frame, `presentationTime` when the screen has it, in steps of 4 ms. What lies between them is the
 * compositor's, and takes as long for a page's own element.
 */
import type { Page, WebWorker } from "@inlay/browser"

import { click, settle, type Stage } from "./stage.ts"

const ANSWER_MILLIS = 200

/** Milliseconds since the answer. */
export interface CardTimes {
  /** The card stands in the document. */
  readonly added: number
  readonly painted: number
  readonly presented: number
}

declare global {
  /** In the worker: when it was answered last. */
  var answeredAt: number | undefined
  /** In the page: when its card was. */
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

/** Lookups of somebody new each time; the first is not counted. */
export const measureCards = async (stage: Stage, rounds: number): Promise<ReadonlyArray<CardTimes>> => {
  const samples: Array<CardTimes> = []
  for (let round = -1; round < rounds; round++) {
    const times = await answerToCard(stage)
    if (round >= 0) samples.push(times)
  }
  return samples
}
