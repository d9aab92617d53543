// A day of browsing with the panel open: its memory does not grow, and nothing keeps running when it is closed.
import type { Page } from "@inlay/browser"
import { expect, test } from "vitest"

import { openPanelOver } from "../../src/product/panel.ts"
import { waitForText } from "../../src/product/popup.ts"
import { useScene } from "../scene.ts"

const NAVIGATIONS = 2_000
/** Until then, code is compiled and caches fill. */
const WARM_UP = Math.min(200, NAVIGATIONS / 2)
const PEOPLE = 8
/** The noise of heap measurements. */
const SLACK_BYTES = 400_000
const SLACK_NODES = 100
const WATCHED_MILLIS = 5_000

const scene = useScene()

const footprint = async (panel: Page) => {
  const session = await panel.createCDPSession()
  await session.send("HeapProfiler.collectGarbage")
  await session.send("Performance.enable")
  const { metrics } = await session.send("Performance.getMetrics")
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  const figures = { heapBytes: of("JSHeapUsedSize"), nodes: of("Nodes"), listeners: of("JSEventListeners") }
  await session.detach()
  return figures
}

test(
  `${NAVIGATIONS} navigations beside the open panel: heap and nodes stay flat, then the worker stops`,
  { timeout: 900_000 },
  async () => {
    const { control, extension, somebody } = scene()
    const people = Array.from({ length: PEOPLE }, somebody)
    const page = await extension.openPage(people[0]?.url ?? "")
    const panel = await openPanelOver(extension, page)
    let warm = await footprint(panel)
    for (let n = 1; n <= NAVIGATIONS; n++) {
      const person = people[n % PEOPLE]
      if (person === undefined) throw new Error("nobody to go to")
      await page.evaluate((path) => history.pushState(null, "", path), person.path)
      await panel.waitForFunction((name) => document.querySelector("h1")?.textContent === name, {}, person.name)
      if (n === WARM_UP) warm = await footprint(panel)
    }
    await waitForText(panel, /Nothing goes to the provider until you click/)
    const end = await footprint(panel)
    process.stdout.write(`after ${WARM_UP}: ${JSON.stringify(warm)}; after ${NAVIGATIONS}: ${JSON.stringify(end)}\n`)
    expect(end.heapBytes).toBeLessThanOrEqual(warm.heapBytes + SLACK_BYTES)
    expect(end.nodes).toBeLessThanOrEqual(warm.nodes + SLACK_NODES)
    expect(end.listeners).toBeLessThanOrEqual(warm.listeners + SLACK_NODES)
    expect(await control.calls()).toEqual([])

    // With nothing open, the worker sets no timer and sends nothing, so that the browser can stop it. (It never stops
    // one that is being debugged.)
    await panel.close()
    const worker = await extension.serviceWorker()
    await worker.evaluate(() => {
      const counts = { calls: 0 }
      const names = ["setTimeout", "setInterval", "fetch"] as const
      for (const name of names) {
        const real = globalThis[name] as (...args: ReadonlyArray<unknown>) => unknown
        Reflect.set(globalThis, name, (...args: ReadonlyArray<unknown>) => {
          counts.calls += 1
          return real(...args)
        })
      }
      Reflect.set(globalThis, "inlayCounts", counts)
    })
    await page.evaluate((path) => history.pushState(null, "", path), people[1]?.path ?? "")
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MILLIS))
    expect(await worker.evaluate(() => Reflect.get(globalThis, "inlayCounts"))).toEqual({ calls: 0 })
  }
)
