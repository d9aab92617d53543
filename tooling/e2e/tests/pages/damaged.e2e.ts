// The browser's storage is damaged, or was written by another version: every page says so in a sentence and offers a
// way to continue, and nobody is paid for again without consent. Then everything is erased, and nothing is left.
import type { Page } from "@inlay/browser"
import { expect, test } from "vitest"

import { damage, storedRows, type Damage } from "../../src/product/database.ts"
import { fillIn, openOptions, save } from "../../src/product/options-page.ts"
import { buttonsOf, openPopup, press, RESULT, textOf, waitForText } from "../../src/product/popup.ts"
import { connect } from "../../src/product/stage.ts"
import { useScene } from "../scene.ts"
import { isWhole } from "../whole.ts"

const scene = useScene()

let slugs: Array<string> = []

/** The profile of somebody who was bought and saved. */
const bought = async (): Promise<Page> => {
  const { control, enrich, extension, sandbox } = scene()
  if (slugs.length === 0) slugs = (await control.slugs()).filter((slug) => /^[a-z]+-[a-z]+$/.test(slug))
  const { page } = await enrich(`${sandbox.origin}/in/${slugs.shift()}`)
  await extension.stopServiceWorker()
  return page
}

const again = async (page: Page) => {
  await page.bringToFront()
  return openPopup(scene().extension, page)
}

/** How often each person of this test was charged for. */
const charges = async () => (await scene().control.charges()).items.map(({ times }) => times)

/** Expects that an own page draws itself whatever it reads. */
const draws = async (path: string, words: RegExp) => {
  const page = await scene().extension.openExtensionPage(path)
  const errors: Array<string> = []
  page.on("pageerror", (error) => errors.push(String(error)))
  await waitForText(page, words)
  expect(errors, path).toEqual([])
  await page.close()
}

const CLOSED = /The account default cannot be opened: .*Open the settings and enter the key again/

/** One kind of damage for each store; in the whole form, every kind. */
const kinds = (first: Damage): ReadonlyArray<Damage> => (isWhole ? ["types", "cut", "bare"] : [first])
const every = (...stores: ReadonlyArray<readonly [store: string, first: Damage]>) =>
  stores.flatMap(([store, first]) => kinds(first).map((how) => [store, how] as const))

test.each(every(["accounts", "types"], ["keys", "cut"]))(
  "%s, %s: the account is named, and paid answers open once its key is entered again",
  async (store, how) => {
    const { extension } = scene()
    const page = await bought()
    await damage(extension, store, how)
    const popup = await again(page)
    await waitForText(popup, CLOSED)
    expect(await buttonsOf(popup)).toContain("Open settings")
    expect(await charges()).toEqual([1])
    await draws("saved.html", /cannot be opened|nothing is saved|saved/i)

    await (await connect(scene())).page.close()
    await waitForText(await again(page), RESULT)
    expect(await charges()).toEqual([1])
  }
)

test.each(kinds("bare"))(
  "answers, %s: reported as lost, and bought again only after a second confirmation",
  async (how) => {
    const { extension } = scene()
    const page = await bought()
    await damage(extension, "answers", how)
    await draws("saved.html", /Nothing is saved|no saved|0 of|none/i)
    const popup = await again(page)
    await waitForText(popup, /Bought before, but not saved/)
    await press(popup, "Ask again")
    await waitForText(popup, /charged a second time/)
    await press(popup, "Cancel")
    expect(await charges()).toEqual([1])
    await press(popup, "Ask again")
    await press(popup, "Yes, ask again")
    await expect.poll(charges).toEqual([2])
    await waitForText(await again(page), RESULT)
  }
)

test.each(kinds("types"))(
  "the ledger, %s: saved answers open; an unreadable purchase is an unknown charge",
  async (how) => {
    const { extension } = scene()
    const page = await bought()
    // The row still shows whose purchase it is.
    await damage(extension, "ledger", how, ["scope", "purse", "operation", "marks"])
    await waitForText(await again(page), RESULT)
    expect(await charges()).toEqual([1])
    const options = await openOptions(extension)
    await waitForText(options, /Calls that got no answer/)
    await press(options, "It was not charged")
    await waitForText(options, /Recorded as 0 credits/)
    await options.close()
  }
)

test.each(kinds("cut"))("preferences and notes, %s: everything else keeps working", async (how) => {
  const { extension } = scene()
  const page = await bought()
  for (const store of ["preferences", "notes"]) await damage(extension, store, how)
  await waitForText(await again(page), RESULT)
  expect(await charges()).toEqual([1])
  await draws("options.html", /Everything in this browser/)
})

test("settings of its pages and an unknown language: English, and no page stays empty", async () => {
  const { extension } = scene()
  const page = await bought()
  const options = await openOptions(extension)
  await options.evaluate(async () => {
    localStorage.setItem("repository.hosts", '["127.0.0.1')
    localStorage.setItem("inlay.own-hosts", "yes no")
    const { storage } = Reflect.get(globalThis, "chrome") as {
      readonly storage: { readonly local: { readonly set: (values: object) => Promise<void> } }
    }
    await storage.local.set({ language: "tlh", unknown: { x: 1 } })
  })
  await options.close()
  await waitForText(await again(page), RESULT)
  for (const path of ["options.html", "welcome.html", "saved.html", "sample.html"])
    await draws(path, /Inlay|History|Ada Sample/)
})

test("storage of a newer version: says what to update, and can still be saved and erased completely", async () => {
  const { control, extension, account } = scene()
  const page = await bought()
  const options = await openOptions(extension)
  await options.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("inlay", 99)
        request.addEventListener("success", () => {
          request.result.close()
          resolve()
        })
        request.addEventListener("error", () => reject(request.error ?? new Error("it does not open")))
      })
  )
  await extension.stopServiceWorker()
  const calls = (await control.calls()).length
  const popup = await again(page)
  await waitForText(
    popup,
    /This browser's storage was written by a newer version of the extension\. .*Update the extension/
  )
  expect(await buttonsOf(popup)).toEqual(["Open settings"])
  expect(await control.calls()).toHaveLength(calls)

  await options.bringToFront()
  await options.reload()
  await waitForText(options, /The settings cannot be read .*Update the extension/)
  await press(options, "Erase everything")
  await waitForText(options, /gone for good/)
  await press(options, "Yes, erase everything")
  const text = await waitForText(options, /No Inlay data is left in this browser/)
  expect(text).toMatch(/Records 0 of \d+ left Settings 0 of \d+ left Allowed addresses 0 of \d+ left/)
  await extension.stopServiceWorker()

  const empty = await again(page)
  await waitForText(empty, /Connect an account/)
  expect(await control.calls()).toHaveLength(calls)
  const stores = await storedRows(extension)
  for (const store of ["accounts", "answers", "keys", "ledger", "notes"]) expect(stores[store], store).toEqual([])
  // The extension can be set up again as on the first day.
  const fresh = await openOptions(extension)
  await fillIn(fresh, { ...account, cap_day: "" })
  expect(await save(fresh)).toMatch(/^Saved/)
  expect(await textOf(await again(page))).toMatch(/Costs up to 2 credits/)
})
