// A provider repeats the account's key in every way it can, and the real extension meets it: the key must not be in any
// message, page, card, console or storage, nor in the files that the browser leaves behind.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import type { Page } from "@inlay/browser"
import { canaries, look } from "@inlay/core-http/testing/canaries"
import { leakNames, startLeakyProvider, type LeakName } from "@inlay/core-http/testing/leaky-provider"
import { afterAll, expect, test } from "vitest"

import { leaksIn, storedText, listen, type Heard } from "../../src/product/hearing.ts"
import { fillIn, openOptions, save } from "../../src/product/options-page.ts"
import { cardTexts, waitForCards } from "../../src/product/page-card.ts"
import { enrichInPage, openPopup, press, RESULT, waitForText } from "../../src/product/popup.ts"
import { ACCOUNT } from "../../src/product/worker.ts"
import { useScene } from "../scene.ts"
import { inForm } from "../whole.ts"

const provider = await startLeakyProvider()
afterAll(provider.close)

const scene = useScene({ allowed: [provider.origin] }, false)

/** A key with HTML characters; in the whole form also a usual key, base64, and URL characters. */
const SHAPES = inForm([14], [1, 4, 13, 14])
const keys = SHAPES.map((n) => canaries(20)[n] ?? "")

/** Without the leak that never ends, which would take as long as a user waits. */
const faultNames = leakNames.filter((name) => name !== "slow" && name !== "rate-limit")

/** Sends a request from a page of the extension to the worker, like its own pages, and returns the complete reply. */
const ask = async (page: Page, inlay: string, input: object): Promise<string> =>
  String(await page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ inlay, input })}).then(JSON.stringify)`))

/** Looks up somebody whose name selects the provider's response. */
const lookUp = async (options: Page, tab: Page, tabId: number, leak: LeakName, n: number): Promise<string> => {
  await tab.goto(`${provider.origin}/in/${leak}.${n}`)
  const preview = await ask(options, "preview", { tabId, account: null })
  const { output } = JSON.parse(preview) as { readonly output: { readonly subject?: { readonly key: string } } }
  const subject = output.subject?.key ?? ""
  expect(subject, preview).toContain(leak)
  const outcome = await ask(options, "enrich", {
    ...ACCOUNT,
    tabId,
    subject,
    consent: "charge",
    upTo: 2,
    place: "page"
  })
  const again = await ask(options, "preview", { tabId, account: null })
  return [preview, outcome, again, await tab.content(), ...(await cardTexts(tab))].join("\n")
}

test("a key that the provider repeats appears nowhere", { timeout: 120_000 }, async () => {
  const { account, extension } = scene()
  const messages: Array<Heard> = []
  const say = (surface: string, text: string) => messages.push({ surface, text })
  const options = await openOptions(extension)
  await listen(extension, messages)
  const outcomes = new Set<string>()

  for (const [n, key] of keys.entries()) {
    await options.bringToFront()
    await fillIn(options, { ...account, api_key: key, cap_day: "", profile_site: new URL(provider.origin).host })
    for (const leak of ["message-401", "field-errors", "html-200"] satisfies ReadonlyArray<LeakName>) {
      await fillIn(options, { base_url: `${provider.origin}/${leak}` })
      say(`options, ${leak}`, await save(options))
    }
    await fillIn(options, { base_url: `${provider.origin}/v1` })
    expect(await save(options)).toMatch(/^Saved/)
    await options.reload()
    say("options", await options.content())

    const tab = await extension.openPage(`${provider.origin}/in/nobody`)
    const tabId = Number(await options.evaluate("chrome.tabs.query({ active: true }).then(([tab]) => tab.id)"))
    for (const leak of faultNames) {
      const text = await lookUp(options, tab, tabId, leak, n)
      for (const [, state] of text.matchAll(/"(?:state|reason)":"(\w+)"/g)) outcomes.add(state ?? "")
      say(`messages, ${leak}`, text)
    }
    say("messages, account", (await ask(options, "accounts", {})) + (await ask(options, "spending", ACCOUNT)))
    say("messages, malformed", await ask(options, "enrich", { tabId, subject: key, consent: key, [key]: key }))
    say(
      "messages, elsewhere",
      await ask(options, "enrich", { ...ACCOUNT, tabId, subject: key, consent: "charge", upTo: 2, place: "page" })
    )
    const refusalAccount = {
      ...ACCOUNT,
      isNew: false,
      kind: "api_key",
      values: { ...account, base_url: `https://me:${encodeURIComponent(key)}@x.example`, api_key: key },
      force: true
    }
    say("messages, saving", await ask(options, "saveAccount", refusalAccount))

    // The same lookup by popup and card, like a user's.
    const { popup, page } = await scene().click(`${provider.origin}/in/headers-200.ada-lovelace-${n}`)
    await enrichInPage(popup)
    await waitForCards(page, (cards) => cards.length === 1)
    say("card", (await cardTexts(page)).join("\n") + (await page.content()))
    const again = await openPopup(extension, page)
    await waitForText(again, RESULT)
    say("popup", await again.content())
    const failing = await scene().click(`${provider.origin}/in/message-401.popup-${n}`)
    await press(failing.popup, "Enrich")
    await waitForText(failing.popup, /refused the key/)
    say("popup, failed", await failing.popup.content())
    await tab.close()

    say("storage", await storedText(extension))
    expect(leaksIn(messages.splice(0), [key])).toEqual([])
    // The provider did repeat the key.
    expect(look(provider.said())(key)).toEqual(expect.arrayContaining(["plain", "plain+base64"]))
  }

  expect([...outcomes]).toEqual(
    expect.arrayContaining(["match", "Unauthorized", "Forbidden", "Refused", "Decode", "Unavailable", "Invalid"])
  )
  // Closes the page in which the keys were typed; what the browser writes afterwards is there to stay.
  await options.close()
  const files = readdirSync(extension.profileDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)).toString("latin1") }))
  expect(files.some(({ bytes }) => bytes.includes(extension.extensionId))).toBe(true)
  for (const key of keys) {
    const forms = [key, encodeURIComponent(key), Buffer.from(key).toString("base64").replace(/=+$/, "")]
    const holding = files.filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
    expect(holding.map(({ name }) => name)).toEqual([])
  }
})
