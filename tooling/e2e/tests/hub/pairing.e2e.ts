// The extension through the hub, in a real Chromium: it is paired by a code of the console, enriches a page by the
// hub's account, pays once, and is revoked.
import { afterAll, expect, test } from "vitest"

import { storedRows } from "../../src/product/database.ts"
import { startHub } from "../../src/product/hub.ts"
import { asConsole, codeOf, openConsole, pair } from "../../src/product/pairing.ts"
import { waitForText } from "../../src/product/popup.ts"
import { useScene } from "../scene.ts"

const hub = await startHub()
afterAll(hub.close)

const scene = useScene({ allowed: [hub.url] }, false)

test("a page is enriched with the hub's account and paid once; a revoked browser is told", async () => {
  const { extension, account, control, somebody, click, result } = scene()
  const console = await openConsole(extension, hub)
  await asConsole(console, "POST", "/api/accounts", { plugin: "salesdata", name: "team", values: account })
  expect(await pair(extension, hub.url, "0000-0000")).toMatch(/This is not a pairing code of this hub/)
  const code = await codeOf(console)
  expect(await pair(extension, hub.url, code)).toMatch(/Paired with 127\.0\.0\.1:\d+/)
  await waitForText(console, /Paired: Chrome on Linux/)

  await control.reset()
  const person = somebody()
  const { popup } = await result(person.url)
  expect(await waitForText(popup, new RegExp(person.name))).toContain(person.name)
  const { total } = await control.charges()
  expect(total).toBeGreaterThan(0)
  // The answer is cached at the hub: the second lookup is free, and nothing of it is in this browser.
  const again = await click(person.url)
  await waitForText(again.popup, new RegExp(person.name))
  expect((await control.charges()).total).toBe(total)
  const stores = await storedRows(extension)
  expect([stores["ledger"], stores["answers"], stores["accounts"]]).toEqual([[], [], []])
  const { items } = (await asConsole(console, "GET", "/api/runs")) as { readonly items: ReadonlyArray<object> }
  expect(items[0]).toMatchObject({ via: "extension", principalName: "Chrome on Linux", account: "team" })

  const { tokens } = (await asConsole(console, "GET", "/api/tokens")) as {
    readonly tokens: ReadonlyArray<{ readonly id: string; readonly kind: string }>
  }
  for (const { id } of tokens) await asConsole(console, "DELETE", `/api/tokens/${id}`)
  // A proof from just before may still count for a moment, but the hub itself rejects the request.
  const revoked = await click(somebody().url)
  await waitForText(revoked.popup, /no longer accepts this browser/)
  expect((await control.charges()).total).toBe(total)
})
