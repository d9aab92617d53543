// The main workflows in a real Firefox: connect, look up in place, the complete record, the sidebar. It takes some
// seconds and a browser of its own, so it is part of `pnpm test:full`.
import { launchFirefox, type FirefoxBrowser } from "@inlay/browser"
import { startSandbox, type RunningSandbox } from "@inlay/sandbox"
import { afterAll, beforeAll, expect, test } from "vitest"

import { controlOf } from "../../src/support/control.ts"
import { buildFor } from "../../src/support/extension.ts"

let sandbox: RunningSandbox
let firefox: FirefoxBrowser

beforeAll(async () => {
  const [running, folder] = await Promise.all([startSandbox(), buildFor("firefox")])
  sandbox = running
  firefox = await launchFirefox(folder)
}, 120_000)
afterAll(async () => {
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
    await options.evaluate(
      (document: Document, values: Readonly<Record<string, string>>) => {
        for (const [name, value] of Object.entries(values)) {
          const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
          if (field === null) continue
          field.value = value
          const view = document.defaultView
          if (view !== null) field.dispatchEvent(new view.Event("input", { bubbles: true }))
        }
      },
      { cap_day: "", ...accountOf() }
    )
    await options.press("Save and check")
    await options.waitForText(/Connected|The account works|Saved/)
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
