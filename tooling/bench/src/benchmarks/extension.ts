/**
 * What a user waits for, compared with a blank extension: the popup after a click, the card after a response, a worker
 * that has to start, the line of an event. Measured in a real Chromium with real clicks on the toolbar button. The modules in `extension/`
 * describe how.
 */
import type { Benchmark, Measure } from "../benchmark.ts"
import { median, quantile, spread } from "../quantiles.ts"
import { differences } from "../rounds.ts"
import { measureCards } from "./extension/card.ts"
import { measureEvents } from "./extension/event.ts"
import { measurePopups, visitProfile, visitSite } from "./extension/popup.ts"
import { measureRoundTrips } from "./extension/round-trip.ts"
import { setStage } from "./extension/stage.ts"

const measure = (setting: string, contender: string, samples: ReadonlyArray<number>): Measure => ({
  setting,
  contender,
  values: { "median ms": median(samples), "p90 ms": quantile(samples, 0.9) }
})

export const benchmark: Benchmark = {
  title: "extension",
  run: async ({ quick }) => {
    const rounds = quick ? 2 : 11
    // A worker's start varies by more than what is measured of it.
    const starts = quick ? 2 : 31
    const stage = await setStage()
    const page = await visitProfile(stage)
    const running = await measurePopups(stage, page, rounds, true)
    const popups = await measurePopups(stage, page, rounds, false)
    const repositoryPage = await stage.driver.openPage(stage.repository)
    const repository = await measurePopups(stage, repositoryPage, rounds, false)
    const site = await measurePopups(stage, await visitSite(stage), rounds, false)
    const { inlay, blank } = await measureRoundTrips(stage, page, starts)
    const cards = await measureCards(stage, rounds)
    const events = await measureEvents(stage, repositoryPage, quick ? 5 : 50)
    await stage.close()
    const paintTimes = cards.map((times) => times.painted)
    return {
      conditions: `Chromium ${stage.version}, headless, software rendering; ${rounds} rounds, ${starts} of worker starts`,
      measures: [
        measure("click to popup, extension running", "blank", running.blank),
        measure("click to popup, extension running", "inlay", running.inlay),
        measure("click to popup, nothing running", "blank", popups.blank),
        measure("click to popup, nothing running", "inlay", popups.inlay),
        measure("click to popup of a repository", "blank", repository.blank),
        measure("click to popup of a repository", "inlay", repository.inlay),
        measure("click to popup of a site", "blank", site.blank),
        measure("click to popup of a site", "inlay", site.inlay),
        measure("question to answer, cold worker", "blank", blank.cold),
        measure("question to answer, cold worker", "inlay", inlay.cold),
        measure("question to answer, warm worker", "blank", blank.warm),
        measure("question to answer, warm worker", "inlay", inlay.warm),
        measure(
          "provider's answer to card",
          "in the document",
          cards.map(({ added }) => added)
        ),
        measure("provider's answer to card", "painted", paintTimes),
        measure(
          "provider's answer to card",
          "presented",
          cards.map(({ presented }) => presented)
        ),
        measure("event to its line in an open popup", "inlay", events)
      ],
      figures: [
        spread("popup - blank, running, ms", differences(running.inlay, running.blank), { atMost: 40 }),
        spread("popup - blank, nothing running, ms", differences(popups.inlay, popups.blank), { atMost: 40 }),
        spread("popup of a repository - blank, ms", differences(repository.inlay, repository.blank), { atMost: 60 }),
        spread("popup of a site - blank, ms", differences(site.inlay, site.blank), { atMost: 80 }),
        spread("a cold worker adds, ms", differences(inlay.cold, inlay.warm), { atMost: 30 }),
        spread("answer to card painted, ms", paintTimes, { atMost: 30 }),
        spread("event to its line in an open popup, ms", events, { atMost: 100 })
      ]
    }
  }
}
