// Connecting an account: settings that cannot work are rejected before anything is sent, and a key that was entered
// never comes out.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { afterAll, expect, test } from "vitest"

import { storedRows } from "../../src/product/database.ts"
import { fillIn, openOptions, save } from "../../src/product/options-page.ts"
import { openPopup, press, waitForText } from "../../src/product/popup.ts"
import { connect } from "../../src/product/stage.ts"
import { startServer } from "../../src/world/server.ts"
import { useScene } from "../scene.ts"

/** A server at an address that must never be contacted. */
const outside = await startServer(() => ({ body: "{}" }))
afterAll(outside.close)

const scene = useScene({ hostRules: `MAP *.provider.example ${outside.host}` }, false)

const KEY = "sandbox-key-not-a-secret"

const errorText = (page: Awaited<ReturnType<typeof openOptions>>, field: string) =>
  page.$eval(`[name="${field}"]`, (input) => ({
    invalid: input.getAttribute("aria-invalid"),
    focused: input === document.activeElement,
    error: document.querySelector(`#${input.id}-error`)?.textContent ?? ""
  }))

/** The labels of the keys that the sandbox received, in the order of their first use. */
const keysSeen = async (): Promise<ReadonlyArray<string>> => [
  ...new Set((await scene().control.calls()).map(({ key }) => key))
]

test("a base address that cannot work is refused beside its field, and nothing is sent", async () => {
  const { account, control, extension } = scene()
  const page = await openOptions(extension)
  await fillIn(page, account)
  const addresses: ReadonlyArray<readonly [string, RegExp]> = [
    ["http://api.provider.example/v1", /Use https\. Plain http works for localhost and 127\.0\.0\.1 only/],
    ["api.provider.example/v1", /Enter an address such as https/],
    ["ftp://api.provider.example", /Enter an address such as https/],
    ["https://me:word@api.provider.example/", /Leave out user name/],
    ["https://api.provider.example/v1?key=1", /Leave out .*query/]
  ]
  for (const [address, words] of addresses) {
    await fillIn(page, { base_url: address })
    expect(await save(page), address).toBe("Correct the marked fields first.")
    await expect
      .poll(() => errorText(page, "base_url"), { message: address })
      .toMatchObject({ error: expect.stringMatching(words) })
    expect(await errorText(page, "base_url"), address).toMatchObject({ invalid: "true", focused: true })
  }
  expect(await storedRows(extension)).toMatchObject({ accounts: [] })
  expect([outside.connections(), await control.calls()]).toEqual([0, []])
})

test("a wrong key: what is wrong and what to do, nothing saved; then the right one", async () => {
  const { account, control, extension } = scene()
  const page = await openOptions(extension)
  await fillIn(page, { ...account, api_key: "a-key-nobody-gave-out" })
  expect(await save(page)).toMatch(/^Not saved yet\s+The provider rejected the account's key: .* Check the key/)
  expect(await storedRows(extension)).toMatchObject({ accounts: [] })

  await fillIn(page, { api_key: KEY })
  expect(await save(page)).toMatch(/^Saved\. The account works\./)
  expect(await keysSeen()).toEqual(["wrong", "first"])
  expect(await control.charges()).toMatchObject({ total: 0 })
})

test("an address that the user has not allowed yet: the browser asks first, and nothing is sent until then", async () => {
  const { account, control, extension } = scene()
  const page = await openOptions(extension)
  // A headless browser never answers the permission prompt for an origin that was not allowed beforehand.
  await fillIn(page, { ...account, base_url: "https://api.provider.example/v1" })
  await page.locator('button[type="submit"]').click()
  await page.waitForSelector('button[type="submit"][aria-disabled="true"]')
  expect([outside.connections(), await control.calls()]).toEqual([0, []])
})

/** Every unencrypted form in which a text could be stored. */
const formsOf = (text: string): ReadonlyArray<string> => [
  text,
  Buffer.from(text).toString("base64").replace(/=+$/, ""),
  Buffer.from(text).toString("hex"),
  Buffer.from(text, "utf16le").toString("latin1")
]

/** Returns an empty text for a file that the running browser has removed since it was listed. */
const textOfFile = (path: string): string => {
  try {
    return readFileSync(path).toString("latin1")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return ""
    throw error
  }
}

test("a saved key is used but never shown, and is stored nowhere in plain text", async () => {
  const { control, extension, enrich, somebody } = scene()
  const { page } = await connect(scene())
  await page.reload()
  const input = await page.waitForSelector('[name="api_key"]')
  expect(
    await input?.evaluate((field) => field instanceof HTMLInputElement && [field.value, field.placeholder])
  ).toEqual(["", "Stored. Leave empty to keep it."])
  const values = await page.$$eval("input", (all) => all.map(({ value }) => value))
  expect(values).toContain(scene().account["base_url"])
  const visibleText = values.join("\n") + (await page.content())
  await enrich(somebody().url)
  expect((await control.calls()).at(-1)).toMatchObject({ key: "first", status: 200 })

  const worker = await extension.serviceWorker()
  const areas = ["local", "session", "sync"].map((area) => worker.evaluate(`chrome.storage.${area}.get()`))
  const rows = await storedRows(extension)
  expect(rows["keys"]).toEqual(['"key, extractable: false"'])
  expect(rows["accounts"]).toEqual([expect.stringContaining("api_key")])
  for (const form of formsOf(KEY)) {
    expect(visibleText).not.toContain(form)
    expect(JSON.stringify([await Promise.all(areas), rows])).not.toContain(form)
  }

  // On disk the browser stores more than its APIs show: form drafts, logs, caches.
  const files = readdirSync(extension.profileDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => textOfFile(join(entry.parentPath, entry.name)))
  expect(files.some((text) => text.includes(extension.extensionId))).toBe(true)
  expect(files.filter((text) => formsOf(KEY).some((form) => text.includes(form)))).toEqual([])
})

test("an empty key keeps the stored one; a new address asks for its own", async () => {
  const { control, extension } = scene()
  await (await connect(scene())).page.close()
  await control.reset()
  const page = await openOptions(extension)
  await fillIn(page, { cap_day: "25" })
  // The provider has nothing to say about a limit. Saved once more, the account is checked.
  expect(await save(page)).toBe("Saved.")
  expect(await keysSeen()).toEqual([])
  await save(page)
  await expect.poll(keysSeen).toEqual(["first"])

  await control.reset()
  await fillIn(page, { base_url: "https://api.provider.example/v1" })
  expect(await save(page)).toBe("Correct the marked fields first.")
  expect((await errorText(page, "api_key")).error).toMatch(/enter the key that belongs to it/)
  expect([outside.connections(), await control.calls()]).toEqual([0, []])
})

test("unknown charges: listed with their price, looked up again or recorded from the list", async () => {
  const { control, extension, click, somebody } = scene()
  await (await connect(scene(), { cap_day: "25" })).page.close()
  await control.reset()
  const people = [somebody(), somebody()]
  for (const { url } of people) {
    await control.queueFault("reset-middle")
    const { popup } = await click(url)
    await press(popup, "Enrich")
    await waitForText(popup, /perhaps a charge/)
  }
  const page = await openOptions(extension)
  await waitForText(page, /Calls that got no answer .*up to 2 credits .*up to 2 credits/)
  const sentCount = (await control.calls()).length
  await press(page, "It was not charged")
  await waitForText(page, /Recorded as 0 credits/)
  expect(await control.calls()).toHaveLength(sentCount)
  await press(page, "Ask again")
  await waitForText(page, /Ask a second time\? It may be charged a second time: up to 2 credits/)
  await press(page, "Yes, ask again")
  await waitForText(page, new RegExp(`${people[1]?.name} · 2 credits\\. The answer is saved`))
  expect(await control.calls()).toHaveLength(sentCount + 1)
  await waitForText(page, /Every lookup has a known charge/)
})

test("where answers are shown is stored the moment it is chosen, before there is an account", async () => {
  const { extension } = scene()
  const welcome = await extension.openExtensionPage("welcome.html")
  const chosenAccount = (page: Awaited<ReturnType<typeof openOptions>>) =>
    page.$$eval('input[name="place"]', (all) =>
      all.map((input) => (input instanceof HTMLInputElement ? input.checked : undefined))
    )
  await expect.poll(() => chosenAccount(welcome)).toEqual([true, false])
  await (await welcome.$$('input[name="place"]'))[1]?.click()
  await waitForText(welcome, /Stored/)
  await welcome.close()
  const page = await openOptions(extension)
  await expect.poll(() => chosenAccount(page)).toEqual([false, true])
  await (await page.$$('input[name="place"]'))[0]?.click()
  await waitForText(page, /Stored/)
})

test("removed: the key, the settings and every saved answer are gone, today's spending stays counted", async () => {
  const { extension, enrich, somebody } = scene()
  await (await connect(scene(), { cap_day: "25" })).page.close()
  const person = somebody()
  const { page: profile } = await enrich(person.url)
  const ledgerRows = (await storedRows(extension))["ledger"]
  const page = await openOptions(extension)
  await press(page, "Remove account")
  await press(page, "Yes, remove")
  await waitForText(page, /The account default was removed/)
  expect(await storedRows(extension)).toEqual({
    accounts: [],
    answers: [],
    keys: [],
    ledger: ledgerRows,
    notes: [],
    // The last good time, and the setting where answers are displayed.
    preferences: [expect.stringMatching(/^\d+$/), "true"]
  })
  const popup = await openPopup(extension, profile)
  await waitForText(popup, /Connect an account/)
})
