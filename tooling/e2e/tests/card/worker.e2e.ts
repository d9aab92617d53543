// The browser may end the worker at any time, and may end itself: nothing that was paid for is lost, and no call is
// repeated automatically.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { startSandbox } from "@inlay/sandbox"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

import { cardTexts, waitForCards } from "../../src/product/page-card.ts"
import { buttonsOf, openPopup, press, RESULT, textOf, waitForText } from "../../src/product/popup.ts"
import { sceneOf, setTestStage, useScene, type Scene } from "../scene.ts"

/** The badge on the toolbar button. */
const markOf = async ({ extension }: Scene): Promise<unknown> =>
  (await extension.serviceWorker()).evaluate("chrome.action.getBadgeText({})")

describe("the worker ends", () => {
  const scene = useScene({}, { cap_day: "50" })

  test("during a lookup: the charge is unknown, and the lookup is repeated only if the user chooses so", async () => {
    const { click, control, extension, somebody } = scene()
    await control.queueFault("held")
    const person = somebody()
    const { page, popup } = await click(person.url)
    await press(popup, "Enrich")
    await expect.poll(control.calls).toHaveLength(1)
    await extension.stopServiceWorker()
    expect(await waitForText(popup, /worker stopped before it answered/)).toMatch(/perhaps a charge/)

    await press(popup, "Check the current state")
    await waitForText(popup, /An earlier lookup got no answer/)
    expect(await buttonsOf(popup)).toContain("Ask again (may be charged again)")
    await expect.poll(() => markOf(scene())).toBe("1")
    // Set after the text.
    const title = async () => (await extension.serviceWorker()).evaluate("chrome.action.getTitle({})")
    await expect.poll(title).toBe("A lookup got no answer and may have been charged")
    const other = await openPopup(extension, await extension.openPage(somebody().url))
    // The price of an unanswered call counts until the charge is known.
    expect(await textOf(other)).toMatch(/48 of 50 left today/)
    expect(await cardTexts(page)).toEqual([])
    expect(await control.calls()).toHaveLength(1)
    expect((await control.charges()).total).toBe(2)

    const again = await openPopup(extension, page)
    await press(again, "Ask again")
    await press(again, "Yes, ask again")
    await waitForCards(page, (cards) => cards.length === 1 && cards[0]?.includes(person.name) === true)
    expect(await control.calls()).toHaveLength(2)
    await expect.poll(() => markOf(scene())).toBe("")
  })

  test("between two clicks: the saved answer is still free, and a card in the page stays", async () => {
    const { control, enrich, extension, somebody } = scene()
    const { page } = await enrich(somebody().url)
    await waitForCards(page, (cards) => cards.length === 1)
    await extension.stopServiceWorker()
    expect(await cardTexts(page)).toHaveLength(1)
    const again = await openPopup(extension, page)
    expect(await waitForText(again, RESULT)).toMatch(/0 credits · saved/)
    await waitForCards(page, (cards) => cards.length === 0)
    expect(await control.calls()).toHaveLength(1)
  })
})

describe("the browser ends", () => {
  const profileDir = mkdtempSync(join(tmpdir(), "inlay-kept-"))
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(async () => {
    await sandbox.close()
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 })
  })

  test("account, answers and spending are still there after a restart", async () => {
    const first = await sceneOf(await setTestStage({ sandbox, profileDir, connected: { cap_day: "50" } }))
    const knownPerson = first.somebody()
    const chargedPerson = first.somebody()
    const unseen = first.somebody()
    try {
      await first.enrich(knownPerson.url)
      await first.control.queueFault("reset-middle")
      const { popup } = await first.click(chargedPerson.url)
      await press(popup, "Enrich")
      await waitForText(popup, /perhaps a charge/)
    } finally {
      await first.extension.close()
    }
    const second = await sceneOf(await setTestStage({ sandbox, profileDir }))
    try {
      const calls = (await second.control.calls()).length
      const { popup } = await second.click(unseen.url)
      expect(await textOf(popup)).toMatch(/Costs up to 2 credits 46 of 50 left today/)
      const again = await second.click(chargedPerson.url)
      await waitForText(again.popup, /An earlier lookup got no answer/)
      const saved = await second.click(knownPerson.url)
      expect(await waitForText(saved.popup, RESULT)).toMatch(/0 credits · saved/)
      expect(await cardTexts(saved.page)).toEqual([])
      await expect.poll(() => markOf(second)).toBe("1")
      expect(await second.control.calls()).toHaveLength(calls)
      await second.enrich(unseen.url)
      expect(await second.control.calls()).toHaveLength(calls + 1)
    } finally {
      await second.extension.close()
    }
  })
})
