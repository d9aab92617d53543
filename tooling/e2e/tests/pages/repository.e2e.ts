// The popup on a repository's page, in a real Chromium by a click on the toolbar button: with only a token, and through
// a hub.
import { afterAll, beforeAll, expect, test } from "vitest"

import { startAgent, type Agent } from "../../src/support/agent.ts"
import { codehostOf, connectCodehost } from "../../src/support/codehost.ts"
import { startHub, type Hub } from "../../src/support/hub.ts"
import { openOptions } from "../../src/support/options-page.ts"
import { asConsole, codeOf, openConsole, pair, untilHooked } from "../../src/support/pairing.ts"
import { openPopup, press, waitForText } from "../../src/support/popup.ts"
import { inspectPopupIn } from "../looks.ts"
import { useScene } from "../scene.ts"
import { walk } from "./keyboard.ts"

const allowed: Array<string> = []
const hub: Hub = await startHub()
const agent: Agent = await startAgent()
allowed.push(hub.url)
// Runs after the scene has ended, because a hub waits for open event streams when it stops.
afterAll(async () => {
  await hub.close()
  await agent.close()
})
const scene = useScene({ allowed }, false)

const codehost = () => codehostOf(scene().sandbox)

const issueLists = async () =>
  (await codehost().calls()).filter(
    ({ path, query }) => path === "/repos/acme/widgets/issues" && query.startsWith("state=all")
  )

const inspect = inspectPopupIn("repository")

beforeAll(() => codehost().act("/reset"))

test("a token alone: what is waiting, what runs, and what has happened since, without a hub", async () => {
  const { extension } = scene()
  expect(await connectCodehost(extension, codehost())).toMatch(/Saved/)
  await codehost().act("/mentions", { login: "ada" })

  const page = await extension.openPage(codehost().page)
  const popup = await openPopup(extension, page)
  await waitForText(popup, /acme\/widgets main · pushed .* · as mona/)
  await waitForText(popup, /Needs you .*Mentioned in/)
  await waitForText(popup, /Runs All/)
  await waitForText(popup, /\d of [\d,]+ left/)
  await inspect(popup, "alone")
  await walk(popup)

  await press(popup, "Watch from here")
  await waitForText(popup, /Polled from here, every 1 minute/)
  await codehost().act("/issues", { login: "ada", title: "It squeaks" })
  const { length: before } = await issueLists()
  const polled = async () => (await issueLists()).length - before
  await (await extension.serviceWorker()).evaluate("chrome.alarms.create('now', { when: Date.now() })")
  await expect.poll(polled).toBeGreaterThan(0)
  await popup.close()
  await page.bringToFront()
  const again = await openPopup(extension, page)
  await waitForText(again, /New issue: It squeaks/)
  await inspect(again, "polled")
})

test("through a hub: a trigger is switched on in the popup, an issue appears without reload, its agent starts", async () => {
  const { extension } = scene()
  const console = await openConsole(extension, hub)
  const team = { plugin: "codehost", name: "team", kind: "token", values: codehost().values }
  await asConsole(console, "POST", "/api/accounts", team)
  const code = await codeOf(console)
  const options = await openOptions(extension)
  await press(options, "Remove account")
  await press(options, "Yes, remove")
  await waitForText(options, /was removed/)
  expect(await pair(extension, hub.url, code)).toMatch(/Paired with/)

  const page = await extension.openPage(codehost().page)
  const popup = await openPopup(extension, page)
  await waitForText(popup, /main · pushed .* · as mona/)
  await press(popup, "Watch something here")
  await popup.waitForSelector(".repo-form option[value=codehost_new_issue]")
  await popup.select(".repo-form select", "codehost_new_issue")
  await popup.locator(".repo-form input[type=url]").fill(agent.url)
  await press(popup, "Test")
  await waitForText(popup, /would start it|no such event here yet/)
  await inspect(popup, "watching")
  await press(popup, "Switch on")
  await waitForText(popup, /shown only now/)
  await inspect(popup, "switched-on")
  await press(popup, "Done")
  await waitForText(popup, /New issue → /)

  await untilHooked(console)
  await codehost().act("/issues", { login: "ada", title: "It glows" })
  await waitForText(popup, /New issue: #\d+ It glows/)
  await agent.started(1)
  await waitForText(popup, /Triggers .*fired .* delivered/)
  await inspect(popup, "hub")
  await walk(popup)
})
