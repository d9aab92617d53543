// A page navigates continuously while answers arrive: somebody else's card is never displayed, and no resources
// accumulate.
import type { Page } from "@inlay/browser"
import { afterAll, expect, test } from "vitest"

import { standing } from "../../src/product/page-card.ts"
import { enrichInPage, openPopup } from "../../src/product/popup.ts"
import { ACCOUNT } from "../../src/product/worker.ts"
import { startHostileSite } from "../../src/world/hostile-site.ts"
import { useScene } from "../scene.ts"
import { inForm } from "../whole.ts"

const site = await startHostileSite()
afterAll(site.close)

const SITE = "http://www.profiles.example"
const scene = useScene({ hostRules: `MAP *.profiles.example ${site.host}` }, { profile_site: "profiles.example" })

const NAVIGATIONS = inForm(60, 2_000)
const WARM_UP = inForm(20, 50)
/**
 * The variation that garbage collection and the inspector cause. A card retained for each navigation would be 60 nodes
 * each.
 */
const TOLERANCE = { nodes: 60, listeners: 12, heapBytes: 200_000 }

const random = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

/** What the page retains after garbage collection, and what its own scripts have recorded. */
const holdNavigation = async (page: Page) => {
  await page.evaluate(() => void (globalThis.heard.length = 0))
  const session = await page.createCDPSession()
  for (let times = 0; times < 3; times++) await session.send("HeapProfiler.collectGarbage")
  await session.detach()
  const { Nodes = 0, JSEventListeners = 0, JSHeapUsedSize = 0 } = await page.metrics()
  return { nodes: Nodes, listeners: JSEventListeners, heapBytes: JSHeapUsedSize }
}

const KINDS = ["push", "push", "replace", "hash", "same", "back", "forward"] as const

const go = (page: Page, kind: (typeof KINDS)[number], path: string): Promise<void> =>
  page.evaluate(
    (how, to) => {
      if (how === "push") history.pushState(null, "", to)
      if (how === "replace") history.replaceState(null, "", to)
      if (how === "hash") location.hash = String(performance.now())
      if (how === "same") location.replace(`${location.pathname}#same`)
      if (how === "back") history.back()
      if (how === "forward") history.forward()
    },
    kind,
    path
  )

test(
  `${NAVIGATIONS} navigations while answers arrive: never a wrong card, never two, nothing bought, nothing retained`,
  async () => {
    const { control, extension, somebody } = scene()
    const people = [somebody(), somebody(), somebody()]
    const page = await extension.openPage(SITE + (people[0]?.path ?? ""))
    const options = await extension.openExtensionPage("options.html")
    /** Sends the popup's request to the worker. Answers that were saved before are free. */
    const ask = (inlay: string, input: object): Promise<unknown> =>
      options.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ inlay, input })})`)
    let tabId: unknown
    for (const { path } of people) {
      await page.goto(SITE + path)
      const popup = await openPopup(extension, page)
      tabId = await popup.evaluate("chrome.tabs.query({ active: true, currentWindow: true }).then(([tab]) => tab.id)")
      await enrichInPage(popup)
    }
    expect(await control.calls()).toHaveLength(people.length)

    const below = random(7)
    const places = [...people.map(({ path }) => path), `${people[1]?.path}/details`, "/feed/"]
    const whose = (path: string) => people.find((person) => path === person.path || path.startsWith(`${person.path}/`))
    let pagesWithCards = 0
    const check = async (): Promise<string> => {
      const { path, cards } = await standing(page)
      expect(cards.length).toBeLessThan(2)
      if (cards.length > 0) pagesWithCards += 1
      for (const card of cards) {
        expect(whose(path)?.name, `${card} at ${path}`).toBeDefined()
        expect(card).toContain(whose(path)?.name)
      }
      return path
    }
    let first = await holdNavigation(page)
    let path = await check()
    for (let count = 1; count <= NAVIGATIONS; count++) {
      const subject = whose(path)
      const key = `person https://profiles.example${subject?.path}`
      const enrichment =
        subject && ask("enrich", { ...ACCOUNT, tabId, subject: key, consent: "free", upTo: 2, place: "page" })
      // The navigation happens at any point of the answer's arrival.
      await new Promise((resolve) => setTimeout(resolve, below(25)))
      await go(page, KINDS[below(KINDS.length)] ?? "push", places[below(places.length)] ?? "/feed/")
      path = await check()
      expect(JSON.stringify(await enrichment) ?? "").not.toMatch(/"ok":false|"reason":"(?!Conflict)/)
      path = await check()
      if (count === WARM_UP) first = await holdNavigation(page)
    }
    expect(pagesWithCards).toBeGreaterThan(NAVIGATIONS / 10)
    const last = await holdNavigation(page)
    for (const kind of ["nodes", "listeners", "heapBytes"] as const) {
      expect(last[kind] - first[kind], `${kind}: ${first[kind]} to ${last[kind]}`).toBeLessThan(TOLERANCE[kind])
    }
    expect(await control.calls()).toHaveLength(people.length)
  },
  20_000 + NAVIGATIONS * 200
)
