// What a page can notice of the extension: nothing before a click, and afterwards only that an empty element was added.
import type { ExtensionBrowser, Page } from "@inlay/browser"
import { expect, test } from "vitest"

import { waitForCards } from "../../src/product/page-card.ts"
import { enrichInPage, openPopup } from "../../src/product/popup.ts"
import { useScene } from "../scene.ts"

const scene = useScene()

interface Finding {
  readonly kind: string
  readonly detail: unknown
}

declare global {
  /** Written by the page's own script that searches for extensions. */
  var __probe: ReadonlyArray<Finding>
  var __probeResourcesTried: boolean | undefined
}

const SENTINEL = "sentinel-"
let rounds = 0

/** Left by the browser's test driver in pages in which it evaluates code. */
const byDriver = ({ detail }: Finding): boolean => typeof detail === "string" && detail.includes("ariaQuerySelector")

/**
 * What the prober has found. A sentinel of the kind that it takes longest to find is added first: once it was found, so
 * was everything before it.
 */
const findings = async (page: Page): Promise<ReadonlyArray<Finding>> => {
  rounds += 1
  await page.evaluate(async (name) => {
    const sentinel = document.createElement(name)
    Reflect.set(globalThis, name, true)
    document.body.append(sentinel)
    // The prober sees the element before it has a shadow root, like a card's host.
    await new Promise((resolve) => setTimeout(resolve))
    sentinel.attachShadow({ mode: "open" })
    const kinds = () =>
      globalThis.__probe.filter(({ detail }) => JSON.stringify(detail).includes(name)).map(({ kind }) => kind)
    const isFound = () => ["node", "attachShadow", "shadow", "global"].every((kind) => kinds().includes(kind))
    while (!isFound()) await new Promise(requestAnimationFrame)
    sentinel.remove()
  }, `${SENTINEL}${rounds}`)
  const events = await page.evaluate(() => globalThis.__probe.map(({ kind, detail }) => ({ kind, detail })))
  return events.filter((finding) => !byDriver(finding) && !JSON.stringify(finding.detail).includes(SENTINEL))
}

const openProbed = async (extension: ExtensionBrowser, url: string): Promise<Page> => {
  const page = await extension.openPage(`${url}?probe=1&id=${extension.extensionId}`)
  await page.waitForFunction(() => globalThis.__probeResourcesTried === true)
  await page.waitForSelector("aside a.row")
  return page
}

/** The script worlds in a page that belong to an extension. */
const extensionWorlds = async (page: Page): Promise<ReadonlyArray<string>> => {
  const session = await page.createCDPSession()
  const worlds: Array<string> = []
  session.on("Runtime.executionContextCreated", ({ context }) => {
    if (context.origin.startsWith("chrome-extension:")) worlds.push(context.name)
  })
  // Resolves after every existing world was reported.
  await session.send("Runtime.enable")
  await session.detach()
  return worlds
}

/** Everything that a page contains and requested. */
const seenOf = async (page: Page, url: string) => {
  const requests: Array<string> = []
  page.on("request", (request) => requests.push(request.url()))
  await page.goto(url, { waitUntil: "networkidle0" })
  await page.waitForSelector("aside a.row")
  const session = await page.createCDPSession()
  await session.send("DOM.enable")
  const { nodes } = await session.send("DOM.getFlattenedDocument", { depth: -1, pierce: true })
  await session.detach()
  return {
    nodes: nodes.length,
    html: await page.evaluate(() => document.documentElement.outerHTML),
    requests: requests.toSorted(),
    globals: await page.evaluate(() => Object.getOwnPropertyNames(window).toSorted()),
    worlds: await extensionWorlds(page)
  }
}

test("before a click: the same nodes and requests as in a window without extensions", async () => {
  const { click, extension, somebody } = scene()
  const { url } = somebody()
  // Extensions are disabled in private windows unless the user allows them.
  const without = await extension.browser.createBrowserContext()
  const plain = await seenOf(await without.newPage(), url)
  await without.close()
  const page = await extension.browser.newPage()
  const observation = await seenOf(page, url)
  expect(observation).toEqual(plain)
  expect(observation.worlds).toEqual([])
  expect(observation.nodes).toBeGreaterThan(100)

  // Checks the counting itself: after a lookup there is one more world.
  const clicked = await click(url)
  expect(await extensionWorlds(clicked.page)).toEqual([])
  await enrichInPage(clicked.popup)
  expect(await extensionWorlds(clicked.page)).toEqual(["Inlay"])
})

test("a page that looks for the extension finds nothing before and after a click, and an empty element with the card", async () => {
  const { extension, somebody } = scene()
  const person = somebody()
  const page = await openProbed(extension, person.url)
  expect(await findings(page)).toEqual([])

  const popup = await openPopup(extension, page)
  expect(await findings(page)).toEqual([])

  await enrichInPage(popup)
  await waitForCards(page, (cards) => cards.length === 1)
  expect(await findings(page)).toEqual([
    {
      kind: "node",
      detail: {
        tag: "div",
        id: "",
        class: null,
        attributes: ["style"],
        parent: "html",
        shadowRoot: null,
        text: "",
        size: [expect.any(Number), expect.any(Number)]
      }
    }
  ])
  const host = await page.evaluate(() => {
    const element = document.documentElement.lastElementChild
    return { html: element?.outerHTML ?? "", inside: element?.childNodes.length, root: element?.shadowRoot }
  })
  expect(host).toEqual({ html: expect.stringMatching(/^<div style="[^"]+"><\/div>$/), inside: 0, root: null })
  expect(host.html).not.toMatch(new RegExp(`inlay|enrich|${extension.extensionId}|${person.name}`, "i"))
})

test("the page cannot reach the worker, or read the card through its events, selections or printed text", async () => {
  const { enrich, somebody } = scene()
  const person = somebody()
  const { page } = await enrich(person.url)
  const [card = ""] = await waitForCards(page, (cards) => cards.length === 1)
  const email = /\S+@\S+/.exec(card)?.[0] ?? ""
  expect(email).toContain("@")
  await waitForCards(page, (cards) => cards[0]?.includes(email) === true)
  const observation = await page.evaluate(() => {
    const events: Array<ReadonlyArray<string>> = []
    const tell = (event: Event) =>
      events.push(event.composedPath().map((target) => (target instanceof Element ? target.localName : "")))
    for (const name of ["click", "keydown", "copy", "focusin"]) document.addEventListener(name, tell, true)
    getSelection()?.selectAllChildren(document.documentElement)
    const host = document.documentElement.lastElementChild?.getBoundingClientRect()
    const at = host && document.elementFromPoint(host.x + host.width / 2, host.y + host.height / 2)
    return {
      runtime: "chrome" in globalThis && Object.hasOwn(Object(Reflect.get(globalThis, "chrome")), "runtime"),
      selected: String(getSelection()),
      text: document.documentElement.innerText,
      html: document.documentElement.getHTML({ serializableShadowRoots: true }),
      at: at?.localName,
      events
    }
  })
  expect(observation.runtime).toBe(false)
  expect(observation.at).toBe("div")
  for (const text of [observation.selected, observation.text, observation.html]) {
    expect(text).toContain(person.name)
    expect(text).not.toContain(email)
  }
})
