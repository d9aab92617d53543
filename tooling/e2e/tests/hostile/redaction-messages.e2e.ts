// Redaction with many keys, by messages alone: every leak is met at once with each key, in a tab of its own, and the
// key must not be in any reply, console or storage.
import type { Page } from "@inlay/browser"
import { canaries, look } from "@inlay/core-http/testing/canaries"
import { leakNames, startLeakyProvider } from "@inlay/core-http/testing/leaky-provider"
import { afterAll, expect, test } from "vitest"

import { emptyStores } from "../../src/product/database.ts"
import { leaksIn, storedText, listen, type Heard } from "../../src/product/hearing.ts"
import { fillIn, openOptions, save } from "../../src/product/options-page.ts"
import { ACCOUNT, openTabs } from "../../src/product/worker.ts"
import { useScene } from "../scene.ts"
import { inForm } from "../whole.ts"

const provider = await startLeakyProvider()
afterAll(provider.close)

const scene = useScene({ allowed: [provider.origin] }, false)

/** Quotes and backslashes, URL characters, letters beyond ASCII. The whole form has many keys of all shapes. */
const SHAPES = [10, 13, 18]
const keys = inForm(
  canaries(20).filter((_, shape) => SHAPES.includes(shape)),
  canaries(500)
)

/** Without the leak that never ends, which would take as long as a user waits. */
const faultNames = leakNames.filter((name) => name !== "slow" && name !== "rate-limit")

const { host } = new URL(provider.origin)

interface Ask {
  readonly inlay: string
  readonly input: unknown
}

/** Sends all requests to the worker at once, like the extension's own pages, and returns the complete replies. */
const ask = async (page: Page, asks: ReadonlyArray<Ask>): Promise<ReadonlyArray<string>> =>
  (await page.evaluate(
    `Promise.all(${JSON.stringify(asks)}.map((one) => chrome.runtime.sendMessage(one).then((reply) => JSON.stringify(reply) ?? "none")))`
  )) as ReadonlyArray<string>

/** Messages with the key in places where it does not belong. */
const misplacedMessages = (
  key: string,
  tabId: number,
  account: Readonly<Record<string, string>>
): ReadonlyArray<Ask> => {
  const saveMessage = (values: Readonly<Record<string, string>>): Ask => ({
    inlay: "saveAccount",
    input: { ...ACCOUNT, isNew: false, kind: "api_key", values: { ...account, ...values }, force: false }
  })
  const encodedKey = encodeURIComponent(key)
  return [
    { inlay: key, input: { [key]: key } },
    { inlay: "enrich", input: { tabId, subject: key, consent: key, [key]: key } },
    { inlay: "enrich", input: { ...ACCOUNT, tabId, subject: key, consent: "charge", upTo: 2, place: "page" } },
    saveMessage({ base_url: `https://me:${encodedKey}@x.example`, api_key: key }),
    saveMessage({ base_url: `https://x.example/?key=${encodedKey}`, api_key: key }),
    saveMessage({ base_url: key, api_key: key }),
    saveMessage({ cap_day: `${key} a day`, api_key: key }),
    saveMessage({ [key]: key })
  ]
}

/** How a lookup ends with each leak, whatever the key. This shows that the leak was met. */
const ends: Readonly<Record<string, ReadonlyArray<string>>> = {
  "headers-200": ["match"],
  "headers-400": ["Invalid"],
  "headers-500": ["Unavailable"],
  "message-401": ["Unauthorized"],
  "message-base64": ["Forbidden"],
  "message-url": ["Invalid"],
  "message-long": ["Conflict"],
  "field-errors": ["Invalid"],
  "json-keys": ["match"],
  "json-escapes": ["match"],
  number: ["match"],
  "html-502": ["Unavailable"],
  "html-200": ["Decode"],
  "cut-json": ["Decode"],
  "redirect-query": ["Refused"],
  "redirect-host": ["Refused"],
  "redirect-user": ["Refused"],
  "header-values": ["match"],
  // Chromium takes most keys for an encoding that it passes on.
  "content-encoding": ["match", "Transport"],
  "status-text": ["Unavailable"],
  gzip: ["match"],
  chunks: ["match"],
  "reset-middle": ["Transport"]
}

const endOf = (reply: string): string => {
  const { output } = JSON.parse(reply) as {
    readonly output: { readonly state: string; readonly error?: { readonly reason: string } }
  }
  // A leak's name is not a person, so most records are about somebody else. These count as matches too.
  return output.error?.reason ?? (output.state === "another" ? "match" : output.state)
}

const text = `${keys.length} keys that the provider repeats in ${faultNames.length} ways are in no message, console or storage`

test(text, { timeout: 60_000 + 5_000 * keys.length }, async () => {
  const { extension } = scene()
  const account = { ...scene().account, base_url: `${provider.origin}/v1`, profile_site: host }
  const messages: Array<Heard> = []
  const say = (surface: string, replies: ReadonlyArray<string>) => messages.push({ surface, text: replies.join("\n") })
  await listen(extension, messages)
  const options = await openOptions(extension)
  // Connects once through the form, because only a user can allow requests to the provider.
  await fillIn(options, account)
  expect(await save(options)).toMatch(/^Saved/)
  const tabIds = await openTabs(
    options,
    faultNames.map((leak) => `${provider.origin}/in/${leak}`)
  )
  const tabs = faultNames.map((leak, at) => ({ leak, tabId: tabIds[at] ?? 0 }))
  const previews = tabs.map(({ tabId }): Ask => ({ inlay: "preview", input: { tabId, account: null } }))
  const lookups = tabs.map(({ leak, tabId }): Ask => {
    return {
      inlay: "enrich",
      input: {
        ...ACCOUNT,
        tabId,
        subject: `person https://${host}/in/${leak}`,
        consent: "charge",
        upTo: 2,
        place: "page"
      }
    }
  })

  for (const key of keys) {
    const saving = { ...ACCOUNT, isNew: false, kind: "api_key", values: { ...account, api_key: key }, force: true }
    say("messages, saving", await ask(options, [{ inlay: "saveAccount", input: saving }, ...previews]))
    const outcomes = await ask(options, lookups)
    for (const [at, { leak }] of tabs.entries()) expect(ends[leak], leak).toContain(endOf(outcomes[at] ?? ""))
    say("messages, lookups", outcomes)
    const rest: ReadonlyArray<Ask> = [
      ...misplacedMessages(key, tabs[0]?.tabId ?? 0, account),
      { inlay: "accounts", input: {} },
      { inlay: "spending", input: ACCOUNT }
    ]
    say("messages, afterwards", await ask(options, [...previews, ...rest]))
    const storage = await storedText(extension)
    // Answers are stored with a mark in place of the key.
    expect(storage).toContain(":headers-200")
    expect(storage).toContain("<redacted>")
    say("storage", [storage])
    expect(leaksIn(messages.splice(0), [key])).toEqual([])
    // The provider did repeat the key.
    expect(look(provider.said())(key)).toEqual(expect.arrayContaining(["plain", "plain+base64"]))
    // The lookups with the next key are of the same people.
    await emptyStores(extension, ["ledger", "answers"])
  }
})
