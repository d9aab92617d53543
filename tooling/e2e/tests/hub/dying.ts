/** The activities during which the worker or the hub dies, and what must hold afterwards. */
import { setTimeout as sleep } from "node:timers/promises"

import type { ExtensionBrowser, Page } from "@inlay/browser"

import { clickForPanel } from "../../src/product/panel.ts"
import { textOf } from "../../src/product/popup.ts"
import type { WorkerClient } from "../../src/product/worker.ts"
import type { Codehost } from "../../src/world/codehost.ts"
import type { Control } from "../../src/world/control.ts"

export interface World {
  readonly extension: ExtensionBrowser
  readonly worker: WorkerClient
  /** The control API of the sandbox's sales data service. */
  readonly control: Control
  readonly codehost: Codehost
  /** The panel, which is open beside every page. */
  readonly panel: Page
  /** A tab that shows people and the repository. */
  readonly tab: Page
  /** A tab that shows the user's own site. */
  readonly site: Page
  /** A person that was not looked up yet: the address of the profile, and its slug. */
  readonly stranger: () => { readonly url: string; readonly slug: string }
  /** A number from 0 up to, but not including, 1. */
  readonly chance: () => number
  /** Ends the worker, or kills the hub and restarts it. */
  readonly die: () => Promise<void>
  readonly dying: "worker" | "hub"
}

/** The result: problems as sentences, and facts that can only be checked at the end of the run. */
interface Afterwards {
  readonly problems: ReadonlyArray<string>
  readonly issue?: string
  readonly askedAtHub?: string
}

type Activity = (world: World) => Promise<Afterwards>

/** Includes the view's longest pause and the start of a hub. */
const RECOVERY_MILLIS = 30_000
const LOOK_MILLIS = 50

/** Presses the buttons with which a view recovers, until it shows the expected text. */
const recovers = async (panel: Page, words: RegExp): Promise<ReadonlyArray<string>> => {
  const endMillis = performance.now() + RECOVERY_MILLIS
  for (;;) {
    const text = await textOf(panel)
    if (words.test(text)) return []
    if (performance.now() > endMillis) return [`the panel does not say ${words}, it says: ${text}`]
    // A button that was pressed disappears until its response arrives.
    await panel.evaluate(() => {
      const ways = [...document.querySelectorAll("button")]
      ways.find(({ innerText }) => /^(Try again|Look again|Check the current state)$/.test(innerText.trim()))?.click()
    })
    await sleep(LOOK_MILLIS)
  }
}

const person =
  (way: "hub" | "direct"): Activity =>
  async ({ worker, control, tab, stranger, chance, die, dying }) => {
    const problems: Array<string> = []
    const { url, slug } = stranger()
    await worker.ask("chooseWay", { plugin: "salesdata", way })
    await tab.bringToFront()
    await tab.goto(url)
    const tabId = await worker.tabOf(tab)
    const preview = () => worker.ask("preview", { tabId, account: null })
    const before = await preview()
    if (before === "stopped" || before.state !== "ready") problems.push(`${slug} by ${way}: ${JSON.stringify(before)}`)
    const subject = before === "stopped" ? "" : (before.subject?.key ?? "")
    const account = way === "hub" ? "hub:team" : "default"
    const asked = worker.ask("enrich", {
      plugin: "salesdata",
      account,
      tabId,
      subject,
      consent: "charge",
      upTo: 2,
      place: "page"
    })
    await sleep(chance() * 250)
    await die()
    await asked
    const sent = (await control.calls()).filter(({ identifiers }) => identifiers["profilenet_slug"] === slug).length
    const after = await preview()
    if (sent > 1) problems.push(`${slug} was asked ${sent} times`)
    // A lookup that was sent must not be offered again like a new one. A killed hub's ledger row blocks others until
    // its lease expires, though the next hub's preview does not report that.
    const isKnown = way === "direct" || dying === "worker"
    if (isKnown && sent === 1 && after !== "stopped" && after.state === "ready")
      problems.push(`${slug} is offered again`)
    return { problems, ...(way === "hub" && { askedAtHub: slug }) }
  }

let issues = 0

/** The view is being drawn. */
const drawing: Activity = async ({ panel, codehost, tab, chance, die }) => {
  await tab.bringToFront()
  await tab.goto(codehost.page)
  await sleep(chance() * 600)
  await die()
  return { problems: await recovers(panel, /acme\/widgets main · pushed .*Triggers .*New issue → .*Runs/) }
}

/** The view is complete and listens to the hub. Events in the meantime appear without a reload once the hub is back. */
const hearing: Activity = async ({ panel, codehost, tab, chance, die }) => {
  await tab.bringToFront()
  await tab.goto(`${codehost.page}/issues`)
  const problems = await recovers(panel, /acme\/widgets main · pushed .*Triggers .*New issue → /)
  await sleep(200 + chance() * 600)
  await die()
  const title = `Number ${++issues} squeaks`
  await codehost.act("/issues", { login: "ada", title })
  return { problems: [...problems, ...(await recovers(panel, new RegExp(`New issue: #\\d+ ${title}`)))], issue: title }
}

/** A change at the code host is made once or not at all. */
const comment: Activity = async ({ worker, codehost, chance, die }) => {
  const text = `Comment ${++issues}`
  const of = { plugin: "codehost", account: "hub:team", owner: "acme", repo: "widgets" }
  const asked = worker.ask("commentOn", { ...of, number: 1, text })
  await sleep(chance() * 120)
  await die()
  const isDone = (await asked) !== "stopped"
  const comments = (await codehost.read("/repos/acme/widgets/issues/1/comments?per_page=100")) as ReadonlyArray<{
    readonly body: string
  }>
  const { length: times } = comments.filter(({ body }) => body === text)
  return { problems: times > 1 || (isDone && times === 0) ? [`${text} stands there ${times} times`] : [] }
}

const ownSite: Activity = async ({ extension, panel, site, chance, die }) => {
  await site.bringToFront()
  await clickForPanel(extension, site)
  await sleep(chance() * 600)
  await die()
  return { problems: await recovers(panel, /28 days to yesterday [\d,]+ users/) }
}

export const activities: Readonly<Record<string, Activity>> = {
  "a person through the hub": person("hub"),
  "a person alone": person("direct"),
  "a repository being drawn": drawing,
  "a repository with its events": hearing,
  "a comment": comment,
  "an own site": ownSite
}
