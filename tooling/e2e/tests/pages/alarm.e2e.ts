// Notifications of a hub's trigger, enabled by its bell: shown by a worker that only its alarm started. Also checks the
// bell in forced colours.
import type { Page } from "@inlay/browser"
import { afterAll, expect, test } from "vitest"

import { startHub } from "../../src/product/hub.ts"
import { openOptions } from "../../src/product/options-page.ts"
import { asConsole, openConsole, pairFreely, untilHooked } from "../../src/product/pairing.ts"
import { openPopup, press, waitForText } from "../../src/product/popup.ts"
import { startAgent } from "../../src/world/agent.ts"
import { codehostOf } from "../../src/world/codehost.ts"
import { useScene } from "../scene.ts"

const hub = await startHub()
const agent = await startAgent()
afterAll(async () => {
  await hub.close()
  await agent.close()
})
const scene = useScene({ allowed: [hub.url], allowedNames: ["notifications"] }, false)

/** The colours of a switch and its knob in forced-colours mode. */
const switchColours = (popup: Page): Promise<ReadonlyArray<string>> =>
  popup.$eval("[role=switch]", (element) => [
    getComputedStyle(element).backgroundColor,
    getComputedStyle(element, "::after").backgroundColor
  ])

const forceColours = async (popup: Page): Promise<void> => {
  const session = await popup.createCDPSession()
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] })
}

test("the alarm alone wakes the worker, which shows an event of the hub once", async () => {
  const { extension, sandbox } = scene()
  const codehost = codehostOf(sandbox)
  const console = await openConsole(extension, hub)
  const team = { plugin: "codehost", name: "team", kind: "token", values: codehost.values }
  await asConsole(console, "POST", "/api/accounts", team)
  await asConsole(console, "POST", "/api/subscriptions", {
    trigger: "codehost_new_issue",
    account: "codehost/team",
    target: { owner: "acme", repo: "widgets" },
    url: agent.url
  })
  expect(await pairFreely(extension, hub, console)).toMatch(/Paired with/)

  const options = await openOptions(extension)
  const page = await extension.openPage(codehost.page)
  const popup = await openPopup(extension, page)
  await waitForText(popup, /New issue → /)
  await press(popup, "Notify me of New issue")
  await waitForText(popup, /Shown on this desktop/)

  await forceColours(popup)
  const [off, knob] = await switchColours(popup)
  expect(knob).not.toBe(off)
  await press(popup, "New issue → ")
  await popup.waitForSelector('[role=switch][aria-checked="false"]')
  const [isOff, offKnob] = await switchColours(popup)
  expect(offKnob).not.toBe(isOff)
  await press(popup, "New issue → ")
  await popup.waitForSelector('[role=switch][aria-checked="true"]')

  await untilHooked(console)
  // The options page, open all the time, has followed the change.
  await options.bringToFront()
  await options.waitForSelector("#notifications input:checked")
  await options.evaluate("chrome.alarms.create('events', { when: Date.now() + 2000, periodInMinutes: 1 })")
  for (const one of [popup, options]) await one.close().catch(() => undefined)
  await extension.stopServiceWorker()
  await codehost.act("/issues", { login: "ada", title: "It squeaks" })
  await agent.started(1)
  const worker = await extension.serviceWorker()
  const shown = () =>
    worker.evaluate("chrome.notifications.getAll().then((all) => Object.keys(all))") as Promise<ReadonlyArray<string>>
  await expect.poll(shown).toEqual([expect.stringContaining("codehost_new_issue")])
})
