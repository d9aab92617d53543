// Every state other than a match: what the popup shows, what was sent, and the next step.
import type { Page } from "@inlay/browser"
import { describe, beforeAll, expect, test } from "vitest"

import { fillIn, openOptions, save } from "../../src/product/options-page.ts"
import { cardTexts, waitForCards } from "../../src/product/page-card.ts"
import { buttonsOf, enrichInPage, openPopup, press, RESULT, textOf, waitForText } from "../../src/product/popup.ts"
import { connect } from "../../src/product/stage.ts"
import { setOffline } from "../../src/world/network.ts"
import { useScene } from "../scene.ts"

const scene = useScene({}, false)

/** The address of the tab that a button opens. The popup may be gone before the click is acknowledged. */
const opens = async (act: () => Promise<void>): Promise<string> => {
  const { browser } = scene().extension
  const before = new Set(browser.targets())
  const acted = act().catch((error: unknown) => {
    if (!(error instanceof Error && error.name === "TargetCloseError")) throw error
  })
  const [target] = await Promise.all([browser.waitForTarget((one) => !before.has(one) && one.type() === "page"), acted])
  await expect.poll(() => target.url()).not.toBe("")
  return target.url()
}

const optionsPage = (): string => `chrome-extension://${scene().extension.extensionId}/options.html`

const profileOf = (slug: string): string => `${scene().sandbox.origin}/in/${slug}`

test("not connected: says so, and links to the options", async () => {
  const { click, control, somebody } = scene()
  const { page, popup } = await click(somebody().url)
  expect(await buttonsOf(popup)).toEqual(["Connect an account"])
  expect(await opens(() => press(popup, "Connect an account"))).toBe(optionsPage())
  expect(await control.calls()).toEqual([])
  expect(await cardTexts(page)).toEqual([])
})

describe("connected", () => {
  beforeAll(async () => {
    await connect(scene(), { cap_day: "500" })
  })

  test("nothing here: a page of the network without a subject, the browser's own pages, this extension's", async () => {
    const { click, control, sandbox } = scene()
    const addresses: ReadonlyArray<readonly [string, RegExp]> = [
      [`${sandbox.origin}/in`, /Nothing to show here .*page of the network is not a profile/],
      [sandbox.origin, /Nothing to show here .*page of the network is not a profile/],
      ["chrome://version/", /Nothing to show here .*Open a person's or a company's profile/],
      [optionsPage(), /Nothing to show here/]
    ]
    for (const [address, words] of addresses) {
      const { popup } = await click(address)
      expect(await textOf(popup), address).toMatch(words)
      expect(await buttonsOf(popup), address).toEqual([])
    }
    expect(await control.calls()).toEqual([])
  })

  test("no match: free, no card, and not requested again by the next click", async () => {
    const { click, control, extension } = scene()
    const { page, popup } = await click(profileOf("fault-no-match-404-anna"))
    await press(popup, "Enrich")
    expect(await waitForText(popup, /no match/)).toMatch(/0 credits for this answer.*Try the company instead/)
    const again = await openPopup(extension, page)
    expect(await textOf(again)).toMatch(/no match Asked just now; looking again was free: 0 credits/)
    expect(await control.calls()).toHaveLength(1)
    expect(await control.charges()).toMatchObject({ total: 0 })
    expect(await cardTexts(page)).toEqual([])
  })

  test("throttled briefly: retried automatically, charged once", async () => {
    const { control, enrich, somebody } = scene()
    await control.queueFault("429-seconds")
    await enrich(somebody().url)
    expect((await control.calls()).map(({ status }) => status)).toEqual([429, 200])
    expect((await control.charges()).items).toEqual([expect.objectContaining({ times: 1 })])
  })

  test("unknown charge: says so, is not repeated by a click, and asks again only after a confirmation", async () => {
    const { click, control, extension, somebody } = scene()
    await control.queueFault("reset-middle")
    const person = somebody()
    const { page, popup } = await click(person.url)
    await press(popup, "Enrich")
    expect(await waitForText(popup, /perhaps a charge/)).toMatch(/provider.s credit log before you ask again/)
    expect(await buttonsOf(popup)).toEqual(["Check the current state"])

    const again = await openPopup(extension, page)
    expect(await textOf(again)).toMatch(/An earlier lookup got no answer .*may have charged for it \(up to 2 credits\)/)
    expect(await buttonsOf(again)).toEqual([
      "It was not charged",
      "It was charged…",
      "Ask again (may be charged again)"
    ])
    await press(again, "Ask again")
    expect(await waitForText(again, /Ask a second time\?/)).toMatch(/charged a second time: up to 2 credits/)
    await press(again, "Cancel")
    await waitForText(again, /Ask again/)
    expect(await control.calls()).toHaveLength(1)

    await press(again, "Ask again")
    await press(again, "Yes, ask again")
    await waitForCards(page, ([card = ""]) => card.includes(person.name))
    expect((await control.calls()).map(({ fault }) => fault)).toEqual(["reset-middle", null])
    expect((await control.charges()).items).toEqual([expect.objectContaining({ name: person.name, times: 2 })])
  })

  test("unknown charge: recorded as the credit log says, after which the lookup is possible again", async () => {
    const { click, control, extension, somebody } = scene()
    for (const book of [
      (popup: Page) => press(popup, "It was not charged"),
      async (popup: Page) => {
        await press(popup, "It was charged…")
        await popup.keyboard.type("1")
        await popup.keyboard.press("Enter")
      }
    ]) {
      await control.queueFault("reset-middle")
      const { page, popup } = await click(somebody().url)
      await press(popup, "Enrich")
      await waitForText(popup, /perhaps a charge/)
      const sentCount = (await control.calls()).length
      const again = await openPopup(extension, page)
      await book(again)
      expect(await waitForText(again, /Nothing goes to the provider until you click/)).toMatch(/Costs up to 2 credits/)
      expect(await control.calls()).toHaveLength(sentCount)
      await enrichInPage(again)
    }
  })

  test("a connection lost before any answer: the charge is unknown too, and no click repeats the lookup", async () => {
    const { click, control, extension } = scene()
    const { page, popup } = await click(profileOf("fault-reset-after-anna"))
    await press(popup, "Enrich")
    await waitForText(popup, /perhaps a charge/)
    // Chromium itself repeats a request if a reused connection breaks, so count from here on.
    const sentCount = (await control.calls()).length
    expect(sentCount).toBeGreaterThan(0)
    const again = await openPopup(extension, page)
    await waitForText(again, /An earlier lookup got no answer/)
    expect(await control.calls()).toHaveLength(sentCount)
    expect(await cardTexts(page)).toEqual([])
  })

  test("offline: nothing is sent, and saved answers still open", async () => {
    const { click, control, enrich, extension, somebody } = scene()
    const lookup = await enrich(somebody().url)
    const { page, popup } = await click(somebody().url)
    const online = await setOffline(extension)
    try {
      await press(popup, "Enrich")
      expect(await waitForText(popup, /You are offline/)).toMatch(
        /Nothing was sent\. Connect to a network and try again/
      )
      expect(await buttonsOf(popup)).toEqual(["Try again"])
      expect(await control.calls()).toHaveLength(1)
      const secondPopup = await openPopup(extension, lookup.page)
      expect(await waitForText(secondPopup, RESULT)).toMatch(/0 credits/)
    } finally {
      await online()
    }
    const back = await openPopup(extension, page)
    await enrichInPage(back)
    expect(await control.calls()).toHaveLength(2)
  })

  test("throttled for long: counts down, and sends nothing until then", async () => {
    const { click, control, extension, somebody } = scene()
    await control.set({ ratePerMinute: 0 })
    const { popup } = await click(somebody().url)
    await press(popup, "Enrich")
    await waitForText(popup, /Too many requests/)
    const seconds = async () => Number(/^Try again in (\d+) s$/.exec((await buttonsOf(popup))[0] ?? "")?.[1])
    const first = await seconds()
    expect(first).toBeGreaterThan(30)
    await expect.poll(seconds).toBeLessThan(first)
    await press(popup, "Try again in")
    expect(await textOf(popup)).toMatch(/Too many requests/)
    expect((await control.calls()).map(({ status }) => status)).toEqual([429])
    // The worker's knowledge of the rate limit ends with it.
    await extension.stopServiceWorker()
  })
})

describe("an account that cannot pay", () => {
  /** Changes the stored account, also if the provider rejects it. */
  const change = async (changes: { readonly api_key?: string; readonly cap_day?: string }): Promise<void> => {
    const page = await openOptions(scene().extension)
    await fillIn(page, { api_key: scene().account["api_key"] ?? "", cap_day: "500", ...changes })
    if (!(await save(page)).startsWith("Saved")) await save(page, "Save anyway")
    await page.close()
    await scene().control.reset()
  }

  test("wrong key: the provider's refusal, and a link to the key", async () => {
    const { click, control, somebody } = scene()
    await change({ api_key: "a-key-nobody-gave-out" })
    const { popup } = await click(somebody().url)
    await press(popup, "Enrich")
    await waitForText(popup, /The provider refused the key/)
    expect((await control.calls()).map(({ status }) => status)).toEqual([401])
    expect(await opens(() => press(popup, "Check the key"))).toBe(optionsPage())
  })

  test("cap reached: nothing can be sent, and a link to the cap", async () => {
    const { click, control, somebody } = scene()
    await change({ cap_day: "1" })
    const { popup } = await click(somebody().url)
    await waitForText(popup, /This could exceed the day cap of 1 credit\. It resets at 00:00 UTC/)
    expect(await buttonsOf(popup)).toEqual(["Raise the cap"])
    expect(await opens(() => press(popup, "Raise the cap"))).toBe(optionsPage())
    expect(await control.calls()).toEqual([])
  })

  test("no credits left at the provider: says so, and charges nothing", async () => {
    const { click, control, somebody } = scene()
    await change({})
    await control.set({ balance: 0 })
    const { popup } = await click(somebody().url)
    await press(popup, "Enrich")
    expect(await waitForText(popup, /No credits left/)).toMatch(/Try again/)
    expect(await control.calls()).toHaveLength(1)
    expect(await control.charges()).toMatchObject({ total: 0 })
  })
})
