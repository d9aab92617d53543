// The main workflows in a real Firefox: connect, look up in place, the complete record, the sidebar; a repository with a
// token alone; a hub. It takes some seconds and a browser of its own, so it is part of `pnpm test:full`.
import { launchFirefox, type FirefoxBrowser, type FirefoxView } from "@inlay/browser"
import { startSandbox, type RunningSandbox } from "@inlay/sandbox"
import { afterEach, beforeEach, expect, test } from "vitest"

import { buildFor } from "../../src/product/extension.ts"
import { startHub, type Hub } from "../../src/product/hub.ts"
import { codehostOf } from "../../src/world/codehost.ts"
import { controlOf } from "../../src/world/control.ts"

let sandbox: RunningSandbox
let firefox: FirefoxBrowser

beforeEach(async () => {
  const [running, folder] = await Promise.all([startSandbox(), buildFor("firefox")])
  sandbox = running
  firefox = await launchFirefox(folder)
}, 120_000)
afterEach(async () => {
  await firefox?.close()
  await sandbox?.close()
})

const accountOf = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sandbox.plugins["salesdata"]?.env ?? {}).map(([name, value]) => [
      name.replace("INLAY_SALESDATA_", "").toLowerCase(),
      value
    ])
  )

/** Enters values in the fields with these names. */
const fill = (view: FirefoxView, values: Readonly<Record<string, string>>): Promise<void> =>
  view.evaluate((document: Document, entered: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(entered)) {
      const field = document.querySelector<HTMLInputElement>(`[name="${name}"], [id="${name}"]`)
      if (field === null) continue
      field.value = value
      const window = document.defaultView
      if (window !== null) field.dispatchEvent(new window.Event("input", { bubbles: true }))
    }
  }, values)

/** Opens a section of the settings by its address. */
const openSection = async (hash: string, words: RegExp): Promise<FirefoxView> => {
  const options = await firefox.openExtensionPage(`options.html${hash}`)
  await options.waitForText(words)
  return options
}

/** A pairing code, as the console gets it for whoever signs in with the hub's link. */
const codeOf = async ({ url, link }: Hub): Promise<string> => {
  const headers = { "content-type": "application/json", origin: url }
  const post = (path: string, body: object, cookie = "") =>
    fetch(url + path, { method: "POST", headers: { ...headers, cookie }, body: JSON.stringify(body) })
  const session = await post("/api/session", { link: new URL(link).hash.slice(1) })
  const cookie = session.headers.get("set-cookie")?.split(";", 1)[0]
  const answer = await post("/api/pairing-codes", { grant: { readOnly: false } }, cookie)
  return ((await answer.json()) as { readonly code: string }).code
}

const RESULT = /More ▾ Copy ▾/

/** The text in the card's closed root, read with browser privileges. */
const cardText = (document: Document): string =>
  [...document.documentElement.children]
    .map((host) => (host as { readonly openOrClosedShadowRoot?: ShadowRoot }).openOrClosedShadowRoot)
    .flatMap((root) => (root ? [...root.querySelectorAll("[data-text]")] : []))
    .map((element) => element.getAttribute("data-text"))
    .join(" ")

test(
  "connect, enrich in the page, see the whole record, and continue in the sidebar; paid once",
  { timeout: 90_000 },
  async () => {
    const control = controlOf(sandbox)
    const options = await firefox.openExtensionPage("options.html")
    await options.waitForText(/Save and check/)
    await fill(options, { cap_day: "", ...accountOf() })
    await options.press("Save and check")
    await options.waitForText(/Connected|The account works|Saved/)
    const isKept = () => options.evaluate((document: Document) => document.defaultView?.navigator.storage.persisted())
    await expect.poll(isKept).toBe(true)
    await control.reset()

    const { profilePage } = sandbox.urls
    const page = await firefox.openPage(profilePage ?? "")
    const popup = await firefox.clickToolbar()
    await popup.waitForText(/Nothing goes to the provider until you click/)
    expect(await control.calls()).toEqual([])
    await popup.press("Enrich")
    await popup.waitForClose()
    await expect.poll(() => page.evaluate(cardText)).toContain("Deepa Carmody")

    const again = await firefox.clickToolbar()
    expect(await again.waitForText(RESULT)).toMatch(/Deepa Carmody.*0 credits · saved just now/)
    await expect.poll(() => page.evaluate(cardText)).toBe("")

    // The sidebar takes over from the popup, and follows the page.
    await again.press("Open beside the page")
    await again.waitForClose()
    expect(await firefox.sidebar.waitForText(RESULT)).toMatch(/Deepa Carmody/)
    await page.evaluate((document: Document) => document.defaultView?.history.pushState(null, "", "/in/beatrix-varley"))
    expect(await firefox.sidebar.waitForText(/Nothing goes to the provider until you click/)).toMatch(/Beatrix Varley/)
    expect(await control.calls()).toHaveLength(1)

    // On a host without permission, the previous person disappears until a click grants access; the popup leaves the page
    // to the sidebar.
    await firefox.openPage(`http://localhost:${new URL(sandbox.origin).port}/in/beatrix-varley`)
    expect(await firefox.sidebar.waitForText(/Click the Inlay button in the toolbar/)).not.toMatch(/Beatrix|Deepa/)
    await (await firefox.clickToolbar()).waitForClose()
    await firefox.sidebar.waitForText(/^(?!.*Click the Inlay button)/)
  }
)

/** Whether a card takes up room in the page, in which it would be seen and take clicks. */
const hasCard = (document: Document): boolean =>
  [...document.documentElement.children].some(
    (host) =>
      Boolean((host as { readonly openOrClosedShadowRoot?: ShadowRoot }).openOrClosedShadowRoot) &&
      host.getBoundingClientRect().height > 0
  )

test("after an update, no card stays that nothing follows or closes any more", { timeout: 90_000 }, async () => {
  const options = await openSection("", /Save and check/)
  await fill(options, { cap_day: "", ...accountOf() })
  await options.press("Save and check")
  await options.waitForText(/Connected|The account works|Saved/)
  const page = await firefox.openPage(sandbox.urls["profilePage"] ?? "")
  const popup = await firefox.clickToolbar()
  await popup.waitForText(/Nothing goes to the provider until you click/)
  await popup.press("Enrich")
  await popup.waitForClose()
  await expect.poll(() => page.evaluate(hasCard)).toBe(true)
  await firefox.update()
  await expect.poll(() => page.evaluate(hasCard)).toBe(false)
})

test("a repository with a token alone, and a record through a paired hub", { timeout: 90_000 }, async () => {
  const codehost = codehostOf(sandbox)
  const settings = await openSection("#codehost", /Code host account/)
  await fill(settings, codehost.values)
  await settings.press("Save and check")
  await settings.waitForText(/The account works/)
  await firefox.openPage(codehost.page)
  const repository = await firefox.clickToolbar()
  expect(await repository.waitForText(/Watch from here.*Runs .*CI #/)).toMatch(/acme\/widgets.*Needs you.*Triggers/)
  // A headless Firefox does not close it when another tab is selected; a second click does.
  await firefox.clickToolbar()
  await repository.waitForClose()

  const hub = await startHub(sandbox.plugins["salesdata"]?.env)
  try {
    const code = await codeOf(hub)
    const pairing = await openSection("#hub", /Address of the hub/)
    await fill(pairing, { "hub-address": hub.url, "hub-code": code })
    await pairing.press("Pair")
    await pairing.waitForText(/Paired with/)
    // The second way of the first plugin, which is sales data.
    await pairing.evaluate((document: Document) => {
      document.querySelectorAll<HTMLInputElement>('[name="way-salesdata"]')[1]?.click()
    })
    await firefox.openPage(`${sandbox.origin}/in/beatrix-varley`)
    const popup = await firefox.clickToolbar()
    // No account of sales data is connected in this browser.
    await popup.waitForText(/Nothing goes to the provider until you click/)
    await popup.press("Enrich")
    await popup.waitForClose()
    const again = await firefox.clickToolbar()
    expect(await again.waitForText(RESULT)).toMatch(/Beatrix Varley.*0 credits · saved/)
  } finally {
    await hub.close()
  }
})
