// The browser's storage quota is full: an answer that was paid for but cannot be saved is displayed with a warning, and
// bought again only with the user's consent.
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"

import type { Page } from "@inlay/browser"
import { afterAll, expect, test } from "vitest"

import { copyWithout } from "../../src/product/extension.ts"
import { buttonsOf, openPopup, press, textOf, waitForText } from "../../src/product/popup.ts"
import { useScene } from "../scene.ts"

// With this permission there is no quota. A full disk then refuses what the quota refuses here.
const extensionDir = copyWithout("unlimitedStorage")
// Runs after the scene has ended.
afterAll(() => rmSync(extensionDir, { recursive: true, force: true, maxRetries: 5 }))

const scene = useScene({ extensionDir })

/**
 * There must be room for a ledger row but not for an answer. How much each takes depends on the free space in the
 * database's files, so the room grows until a row fits.
 */
const ROOMS = Array.from({ length: 12 }, (_, n) => 2_000 + 1_000 * n)

/** Chromium uses the quota it saw last until the database connection is closed, some seconds after the worker ended. */
const CONNECTION_CLOSED_MILLIS = 3_000

/**
 * Returns a function that sets how many additional bytes the extension may store, or removes the limit. The limit lasts
 * while the page is open.
 */
const quotaOf = async (holder: Page) => {
  const { extension } = scene()
  const origin = `chrome-extension://${extension.extensionId}`
  const session = await holder.createCDPSession()
  return async (roomBytes: number | undefined) => {
    await extension.stopServiceWorker()
    await sleep(CONNECTION_CLOSED_MILLIS)
    const { usage } = await session.send("Storage.getUsageAndQuota", { origin })
    const quotaSize = roomBytes === undefined ? {} : { quotaSize: Math.floor(usage) + roomBytes }
    await session.send("Storage.overrideQuotaForOrigin", { origin, ...quotaSize })
  }
}

test("an answer that does not fit into the quota is charged once, and a repeat needs consent", async () => {
  const { click, control, extension, somebody } = scene()
  const options = await extension.openExtensionPage("options.html")
  // Answers are displayed in the popup only, so that it stays open and reports whether the answer was saved.
  await options.evaluate(`chrome.runtime.sendMessage({ inlay: "savePreferences", input: { showInPage: false } })`)
  const setRoom = await quotaOf(options)
  const buyWithin = async (roomBytes: number) => {
    await setRoom(roomBytes)
    const person = somebody()
    const sentBefore = (await control.calls()).length
    const { page, popup } = await click(person.url)
    await press(popup, "Enrich")
    const stateText = await waitForText(popup, /More ▾|storage does not work/)
    const sentCount = (await control.calls()).length - sentBefore
    // If not even a row fits, nothing is sent.
    expect(sentCount, stateText).toBe(/More ▾/.test(stateText) ? 1 : 0)
    return { page, person, said: stateText }
  }

  let purchase: Awaited<ReturnType<typeof buyWithin>> | undefined
  for (const room of ROOMS) {
    purchase = await buyWithin(room)
    if (/could not be saved/.test(purchase.said)) break
  }
  const { page, person, said } = purchase ?? expect.unreachable()
  expect(said).toMatch(/This answer could not be saved: asking again costs again and needs confirmation/)
  const calls = (await control.calls()).length

  for (let clicks = 0; clicks < 2; clicks++) {
    const again = await openPopup(extension, page)
    expect(await textOf(again)).toMatch(/Bought before, but not saved Bought .* The browser could not save the answer/)
    expect(await buttonsOf(again)).toEqual(["Ask again (is charged again)"])
    await press(again, "Ask again")
    expect(await waitForText(again, /Ask a second time\?/)).toMatch(/It is charged a second time: up to 2 credits/)
    await press(again, "Cancel")
  }
  expect(await control.calls()).toHaveLength(calls)
  const timesOf = async () => (await control.charges()).items.find(({ name }) => name === person.name)?.times
  expect(await timesOf()).toBe(1)

  const again = await openPopup(extension, page)
  await press(again, "Ask again")
  await press(again, "Yes, ask again")
  await waitForText(again, /More ▾|storage does not work/)
  expect((await control.calls()).length).toBeLessThanOrEqual(calls + 1)

  // Once there is room again, the lookup still needs consent, and its answer is saved.
  await setRoom(undefined)
  const later = await openPopup(extension, page)
  expect(await textOf(later)).toMatch(/Bought before, but not saved|An earlier lookup got no answer/)
  await press(later, "Ask again")
  await press(later, "Yes, ask again")
  await waitForText(later, /More ▾/)
  const savedPopup = await openPopup(extension, page)
  expect(await waitForText(savedPopup, /More ▾/)).toMatch(/0 credits · saved/)
}, 120_000)
