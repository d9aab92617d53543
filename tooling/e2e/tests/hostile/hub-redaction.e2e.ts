// A provider repeats the keys of the hub's accounts in every way it can, and a browser that is paired with the hub looks
// people up: none of the keys is in any message, console or storage of the browser.
import { canaries, look } from "@inlay/core-http/testing/canaries"
import { leakNames, startLeakyProvider } from "@inlay/core-http/testing/leaky-provider"
import { afterAll, expect, test } from "vitest"

import { leaksIn, listen, storedText, type Heard } from "../../src/product/hearing.ts"
import { startHub } from "../../src/product/hub.ts"
import { fillIn, openOptions, save } from "../../src/product/options-page.ts"
import { asConsole, openConsole, pairFreely } from "../../src/product/pairing.ts"
import { openTabs } from "../../src/product/worker.ts"
import { useScene } from "../scene.ts"
import { inForm } from "../whole.ts"

const provider = await startLeakyProvider()
const hub = await startHub()
afterAll(async () => {
  await hub.close()
  await provider.close()
})

const scene = useScene({ allowed: [hub.url, provider.origin] }, false)

/** A usual key, base64, and keys with URL and HTML characters. The whole form has many keys of all shapes. */
const SHAPES = [1, 4, 13, 14]
const keys = inForm(
  canaries(20).filter((_, shape) => SHAPES.includes(shape)),
  canaries(500)
)
/** This many keys meet every fault; each of the others meets one. */
const THOROUGH = inForm(1, 3)
const faults = leakNames.filter((name) => name !== "slow" && name !== "rate-limit")

const title = `${keys.length} keys of the hub that their provider repeats are in no message, console or storage of the browser`

test(title, { timeout: 120_000 + 3_000 * keys.length }, async () => {
  const { extension } = scene()
  const messages: Array<Heard> = []
  await listen(extension, messages)
  const console = await openConsole(extension, hub)
  const { host } = new URL(provider.origin)
  const accounts: Array<string> = []
  const storedKeys: Array<string> = []
  for (const [index, key] of keys.entries()) {
    const values = { base_url: `${provider.origin}/v1`, api_key: key, profile_site: host }
    // A few contain characters that no header accepts, and the hub does not store these.
    const isStored = await asConsole(console, "POST", "/api/accounts", {
      plugin: "salesdata",
      name: `c${index}`,
      values
    }).then(
      () => true,
      (error: unknown) => {
        if (!String(error).includes("api_key holds")) throw error
        return false
      }
    )
    if (!isStored) continue
    accounts.push(`c${index}`)
    storedKeys.push(key)
  }
  expect(accounts.length).toBeGreaterThan(keys.length * 0.8)
  expect(await pairFreely(extension, hub, console)).toMatch(/Paired with/)
  const options = await openOptions(extension)
  // An account of the browser's own, which allows it to see the provider's pages.
  await fillIn(options, { base_url: `${provider.origin}/v1`, api_key: "sk_own_0001", profile_site: host })
  await save(options)
  const tabIds = await openTabs(
    options,
    faults.map((fault) => `${provider.origin}/in/${fault}`)
  )
  const tabs = faults.map((fault, at) => [fault, tabIds[at] ?? 0] as const)
  let answers = 0
  for (const [index, name] of accounts.entries()) {
    const met = index < THOROUGH ? tabs : [tabs[index % tabs.length] ?? ["", 0]]
    const asks = met.map(([fault, tabId]) => ({
      inlay: "enrich",
      input: {
        plugin: "salesdata",
        account: `hub:${name}`,
        tabId,
        subject: `person https://${host}/in/${fault}`,
        consent: "charge",
        upTo: 2,
        place: "page"
      }
    }))
    const replies = (await options.evaluate(
      `Promise.all(${JSON.stringify(asks)}.map((one) => chrome.runtime.sendMessage(one).then((reply) => JSON.stringify(reply) ?? "none")))`
    )) as ReadonlyArray<string>
    answers += replies.filter((reply) => reply.includes('"ok":true')).length
    for (const reply of replies) expect(reply).not.toMatch(/"movedOn"|"malformed"|"notPaired"/)
    messages.push({ surface: "message", text: replies.join("\n") })
  }
  expect(answers).toBeGreaterThanOrEqual(accounts.length)
  messages.push({ surface: "storage", text: await storedText(extension) })
  expect(leaksIn(messages, keys)).toEqual([])
  // The provider did repeat the keys.
  const formsSaid = look(provider.said())
  expect(storedKeys.filter((key) => formsSaid(key).length === 0)).toEqual([])
})
