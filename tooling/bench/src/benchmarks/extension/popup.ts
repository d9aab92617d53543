/**
 * From the click on the toolbar button to the popup's first words on the screen, compared with a blank extension's popup.
 * The click is the protocol's `Extensions.triggerAction`; its time is taken from this process's clock just before it is
 * sent. The first words are those of the first contentful paint, at the time at which its frame is presented, in steps of
 * 4 ms. The popup's placeholder holds no text and no picture, so a frame that shows it alone is not contentful
 * (https://w3c.github.io/paint-timing/#contentful). The largest contentful paint would be later than what a user sees:
 * Chromium drops an entry whose element is replaced before its frame is presented, as the early name of a person often is.
 */
import type { Page } from "@inlay/browser"

import { inRounds, samplesOf } from "../../rounds.ts"
import { click, settle, stopWorker, type Stage } from "./stage.ts"

const presentedAt = (popup: Page): Promise<number> =>
  popup.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const onEntries = (list: PerformanceObserverEntryList) => {
          const first = list.getEntriesByName("first-contentful-paint")[0]
          if (first !== undefined) resolve(performance.timeOrigin + first.startTime)
        }
        new PerformanceObserver(onEntries).observe({ type: "paint", buffered: true })
      })
  )

const clickToPresented = async (stage: Stage, id: string, page: Page): Promise<number> => {
  await settle()
  const { clickedAt, popup } = await click(stage, id, page)
  const presentationAt = await presentedAt(popup)
  await popup.close()
  return presentationAt - clickedAt
}

/**
 * Opens the popup on a profile and waits for the price, after which popups name whom they show from the address alone.
 * A popup that is closed earlier leaves it to chance whether the next one does.
 */
export const visitProfile = async (stage: Stage): Promise<Page> => {
  const page = await stage.driver.openPage(stage.nextProfile())
  const { popup } = await click(stage, stage.inlayId, page)
  await popup.waitForFunction(() => localStorage.getItem("profile.hosts") !== null)
  await popup.close()
  return page
}

/**
 * Opens the popup on a site and waits until it knows whether the site is the user's own, like the first visit of a day.
 */
export const visitSite = async (stage: Stage): Promise<Page> => {
  const page = await stage.driver.openPage(stage.site)
  const { popup } = await click(stage, stage.inlayId, page)
  await popup.waitForFunction(() => localStorage.getItem("inlay.own-hosts") !== null)
  await popup.close()
  return page
}

/** Milliseconds; both lists have the same rounds. */
export interface Popups {
  readonly inlay: ReadonlyArray<number>
  readonly blank: ReadonlyArray<number>
}

/**
 * Clicks both extensions in each round.
 * @param running whether each extension already has a page and a worker, as shortly after another click; otherwise
 * nothing of it runs
 */
export const measurePopups = async (stage: Stage, page: Page, rounds: number, running: boolean): Promise<Popups> => {
  const { driver, inlayId, blankId } = stage
  const browsers = running
    ? [
        await driver.openPage(`chrome-extension://${blankId}/popup.html`),
        await driver.openExtensionPage("options.html")
      ]
    : []
  const contenders = [
    { name: "blank", id: blankId },
    { name: "inlay", id: inlayId }
  ]
  const samples = await inRounds(contenders, { rounds, warmUp: 1 }, async ({ id }) => {
    if (!running) await stopWorker(driver, id)
    return clickToPresented(stage, id, page)
  })
  for (const one of browsers) await one.close()
  return { inlay: samplesOf(samples, "inlay"), blank: samplesOf(samples, "blank") }
}
